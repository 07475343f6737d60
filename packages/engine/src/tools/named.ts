import { cleanOutput } from '../text/clean.ts';
import { clip } from '../text/format.ts';

/** Bytes of a name that an answer repeats. */
const LONGEST = 200;

/** What a call names (a path, a tool), on one line and short enough to be repeated in an answer. */
export function named(name: string): string {
  return clip(cleanOutput(name.slice(0, LONGEST * 4)).replaceAll(/[\n\t\u2028\u2029]/g, ' '), LONGEST);
}
