import { textWidth } from './width.ts';

const SGR = /\x1b\[[\d;:]*m/g;

/**
 * What Ink measures text with in the bundle, in place of `string-width` (scripts/build.ts): the widths that rows were cut
 * with, so that the two never disagree, and none of the tables that a first frame does not need.
 */
export default function inkWidth(text: string): number {
  return textWidth(text.includes('\x1b') ? text.replace(SGR, '') : text);
}
