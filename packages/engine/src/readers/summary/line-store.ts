import { cleanOutput } from '../../text/clean.ts';
import { clip } from '../../text/format.ts';

/** Text that is kept of the start of an output and of its end, in characters; what is between is counted only. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Longest part of a line that is kept, in characters, and that is quoted, in bytes. */
const LONGEST_KEPT = 2_000;
const QUOTED_BYTES = 200;

/** The lines of an output, to be quoted by number. Bounded: of a very large output the middle is not kept. */
export class LineStore {
  private readonly head: string[] = [];
  private readonly tail: string[] = [];
  /** Number of lines that `tail` once began with and no longer holds. */
  private dropped = 0;
  /** Index of the oldest line in `tail` that still counts. */
  private oldest = 0;
  private headCharacters = 0;
  private tailCharacters = 0;

  /** How many lines there are, kept or not. */
  get count(): number {
    return this.head.length + this.dropped + this.tail.length - this.oldest;
  }

  push(raw: string): void {
    const line = raw.length > LONGEST_KEPT && !raw.includes('\r') ? raw.slice(0, LONGEST_KEPT) : raw;
    if (this.headCharacters < MOST_KEPT) {
      this.head.push(line);
      this.headCharacters += line.length + 1;
      return;
    }
    this.tail.push(line);
    this.tailCharacters += line.length + 1;
    while (this.tailCharacters > MOST_KEPT) this.drop();
  }

  /** Line `number` as it is shown, at most 200 bytes of it; null when it is not kept or there is none. */
  text(number: number): string | null {
    const raw = this.raw(number);
    return raw === null ? null : clip(cleanOutput(raw).trimEnd(), QUOTED_BYTES);
  }

  /** All lines in order; '' for those that are not kept. */
  *all(): Generator<string> {
    for (let number = 1; number <= this.count; number++) yield this.raw(number) ?? '';
  }

  /** True when a line between these two says something, or is not kept. */
  isVisibleBetween(before: number, after: number): boolean {
    for (let number = before + 1; number < after; number++) {
      if (number > before + 8 || this.raw(number)?.trim() !== '') return true;
    }
    return false;
  }

  private raw(number: number): string | null {
    if (number < 1 || number > this.count) return null;
    if (number <= this.head.length) return this.head[number - 1] ?? null;
    const at = number - this.head.length - this.dropped - 1;
    return at < 0 ? null : (this.tail[this.oldest + at] ?? null);
  }

  private drop(): void {
    this.tailCharacters -= (this.tail[this.oldest]?.length ?? 0) + 1;
    this.oldest++;
    this.dropped++;
    if (this.oldest < 65_536) return;
    this.tail.splice(0, this.oldest);
    this.oldest = 0;
  }
}
