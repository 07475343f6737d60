import type { RunLog } from './run-log.ts';

/**
 * One line as a runner's reader sees it. `tag` is the build tool's word in brackets that was taken off the front
 * (`ERROR`, `junit`), '' when there was none; `indent` counts the blanks before the first visible character.
 */
export interface RunnerLine {
  number: number;
  text: string;
  indent: number;
  tag: string;
}

/** Reads one runner's lines of one lane, in order, and says what it finds to its `RunLog`. */
export interface RunnerReader {
  /** True while a record is open: then every line of the lane comes, not only those that pass the family's gate. */
  readonly open: boolean;
  push(line: RunnerLine): void;
  /** The lane has ended: say what is still pending. */
  finish(): void;
}

/**
 * A family of runners and its gate: the characters that its lines start with (blanks aside; `•` stands for every
 * character past ASCII) or end with. A line that fits neither costs the family nothing.
 */
export interface RunnerFamily {
  starts: string;
  ends?: string;
  create(log: RunLog): RunnerReader;
}
