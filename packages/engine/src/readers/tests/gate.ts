import type { RunnerFamily } from './runner.ts';

/** ASCII, and one bucket for every character past it. */
const BUCKETS = 129;
const PAST_ASCII = '•';
const BLANK = 32;

/** The cheap first look at a line: which families could have a use for it, by its first and last visible character. */
export class RunnerGate {
  #starts: readonly (readonly number[])[];
  #ends: readonly (readonly number[])[];
  #both: (readonly number[] | undefined)[] = [];

  constructor(families: readonly RunnerFamily[]) {
    this.#starts = table(families.map((family) => family.starts));
    this.#ends = table(families.map((family) => family.ends ?? ''));
  }

  /** Indexes of the families that may read a line with these first and last visible characters (UTF-16 codes). */
  wanted(first: number, last: number): readonly number[] {
    const start = bucket(first);
    const end = bucket(last);
    const place = start * BUCKETS + end;
    let wanted = this.#both[place];
    if (wanted === undefined) {
      wanted = [...new Set([...(this.#starts[start] ?? []), ...(this.#ends[end] ?? [])])].sort((a, b) => a - b);
      this.#both[place] = wanted;
    }
    return wanted;
  }
}

/** The index of the first visible character of `text`, its length when there is none. */
export function indentOf(text: string): number {
  let indent = 0;
  while (text.charCodeAt(indent) <= BLANK) indent++;
  return indent;
}

/** The code of the last visible character of `text`; NaN when there is none. */
export function lastVisible(text: string): number {
  let at = text.length - 1;
  while (at > 0 && text.charCodeAt(at) <= BLANK) at--;
  return text.charCodeAt(at);
}

function table(sets: readonly string[]): number[][] {
  const rows: number[][] = Array.from({ length: BUCKETS }, () => []);
  sets.forEach((set, family) => {
    for (const character of set) rows[character === PAST_ASCII ? BUCKETS - 1 : character.charCodeAt(0)]?.push(family);
  });
  return rows;
}

function bucket(code: number): number {
  return Math.min(code, BUCKETS - 1);
}
