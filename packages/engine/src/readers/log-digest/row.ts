import type { Scanner } from './scanner.ts';

/** Index of a line without a level of its own in `Row.levels`; the others are those of `SEVERITIES`. */
export const NO_LEVEL = 5;

/**
 * Messages that are equal once their values are masked. `words` are vocabulary ids by column, 0 for a value; `skeleton`
 * has a `w` for each column between the marks. Lines count from 1.
 */
export interface Row {
  readonly id: number;
  words: Int32Array;
  readonly skeleton: string;
  /** Lines by severity. */
  readonly levels: Uint32Array;
  count: number;
  /** Lines that continue the records of this row. */
  continued: number;
  /** How many rows were folded into this one. */
  weight: number;
  readonly firstLine: number;
  lastLine: number;
  /** The first line, cleaned, at most `LONGEST_EXAMPLE` characters; and its message. */
  readonly example: string;
  readonly message: string;
  /** Hash of each masked value of the first line; 0 once another line had another value there. */
  readonly values: Int32Array;
}

export const LONGEST_EXAMPLE = 1000;

/** The hashes of the values of the message that was scanned last. */
export function valuesOf(scanner: Scanner): Int32Array {
  return scanner.partRaws.slice(0, scanner.parts);
}

/** Clears the hash of each value that the scanned message has otherwise; of all when it has more or fewer values. */
export function compareValues(values: Int32Array, scanner: Scanner): void {
  if (scanner.parts !== values.length) values.fill(0);
  else for (let i = 0; i < values.length; i++) if (values[i] !== scanner.partRaws[i]) values[i] = 0;
}

/** A copy that does not keep the chunk alive of which `text` is a part. */
export function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

/** Clears each hash of `into` that `other` does not share; all when they are not as many. */
export function agree(into: Int32Array, other: Int32Array): void {
  if (into.length !== other.length) into.fill(0);
  else for (let i = 0; i < into.length; i++) if (into[i] !== other[i]) into[i] = 0;
}
