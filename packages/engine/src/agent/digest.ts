import type { ToolRequest } from '../models/backend.ts';
import { clip } from '../text/format.ts';
import type { ToolAnswer } from '../tools/toolbox.ts';

/** Bytes of each part of a digest: enough to know a turn by, little enough for a hundred of them. */
const ASKED = 100;
const RAN = 160;
const ANSWERED = 120;
const ARGUMENT = 60;

/** A call that was made and how it ended. `answer` is a text where the call did not run. */
export interface Made {
  call: ToolRequest;
  answer: ToolAnswer | string;
}

/** One line for a turn that is not repeated any more: what was asked, what was run and how it ended, what was answered. */
export function turnDigest(turn: number, asked: string, made: readonly Made[], answered: string): string {
  const parts = [`Turn ${turn}. Asked: ${oneLine(asked, ASKED)}`];
  if (made.length > 0) parts.push(`Ran: ${clip(made.map(callDigest).join('; '), RAN)}`);
  parts.push(`Answered: ${oneLine(answered, ANSWERED) || '(nothing)'}`);
  return parts.join(' | ');
}

/** A call in a few words: `run_command npm test (exit status 1, entry 4)`. */
export function callDigest({ call, answer }: Made): string {
  const [argument] = Object.values(call.arguments);
  const about = typeof argument === 'string' ? ` ${oneLine(argument, ARGUMENT)}` : '';
  if (typeof answer === 'string') return `${call.name}${about} (not run)`;
  // An entry is named only where there is something under it.
  return `${call.name}${about} (${answer.outcome}${answer.stored ? `, entry ${answer.entry}` : ''})`;
}

/** The beginning of a text on one line, within so many bytes. */
export function oneLine(text: string, bytes: number): string {
  // A prompt may be megabytes: no more is looked at than could be kept.
  return clip(
    text
      .slice(0, 8 * bytes)
      .replace(/\s+/g, ' ')
      .trim(),
    bytes,
  );
}
