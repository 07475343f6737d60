/**
 * One line as the readers see it: escape sequences, carriage-return states,
 * backspaces and the log's own prefix taken off. `number` is the line's number, from 1, in the output as stored.
 */
export interface ReaderLine {
  number: number;
  text: string;
  /** The prefix that names the task this line came from (`web-1`, `pkg:build`), or '' when lines are not interleaved. */
  lane: string;
}

export type Severity = 'fatal' | 'error' | 'warning';

/** One failure or warning that a known format states. Lines and rows count from 1; null where the format does not say. */
export interface Failure {
  line: number;
  endLine: number;
  tool: string;
  severity: Severity;
  file: string | null;
  row: number | null;
  column: number | null;
  message: string;
  test: string | null;
  /** Index into `groups` of the report: the root cause that this failure belongs to. */
  group: number;
}

/** An independent failure (`lead`, an index into `failures`) and how many later ones it set off. */
export interface FailureGroup {
  lead: number;
  count: number;
  label: string;
}

/** A test runner's own count, quoted: one a runner and module, so that they add up. Null where it does not say. */
export interface Tally {
  tool: string;
  line: number;
  run: number | null;
  passed: number | null;
  failed: number | null;
  skipped: number | null;
  seconds: number | null;
}

/** What all readers of failures found in one output. `failed` and `passed` need evidence; the exit status wins. */
export interface TriageReport {
  outcome: 'passed' | 'failed' | 'unknown';
  failures: Failure[];
  groups: FailureGroup[];
  warnings: Failure[];
  tallies: Tally[];
}
