import type { Place } from '../budget/ways.ts';
import { clip } from '../text/format.ts';
import { type Row, rowText } from './rows.ts';

/**
 * Takes the matches of an output in order and keeps those that a page from place `from` on has room for; counts the others.
 */
export class MatchList {
  readonly rows: Row[] = [];
  /** Lines that match. */
  lines = 0;
  /** Matches: lines, and for a long line the places in it. */
  total = 0;
  /** Matches before the page. */
  before = 0;
  /** The first match that the page has no room for. */
  next: Place | null = null;
  readonly #from: Place;
  readonly #room: number;
  #used = 0;

  constructor(from: Place, room: number) {
    this.#from = from;
    this.#room = room;
  }

  /** Adds the match at byte `byte` of line `line`; `row` is asked for what is shown of it, if it may be. */
  add(line: number, byte: number, row: () => Row): void {
    this.total++;
    const from = this.#from;
    if (line < from.line || (line === from.line && byte < from.byte)) this.before++;
    else if (this.next === null) this.#show(row(), { line, byte });
  }

  #show(row: Row, place: Place): void {
    const length = Buffer.byteLength(rowText(row));
    if (this.#used + length <= this.#room) {
      this.rows.push(row);
      this.#used += length;
    } else if (this.rows.length === 0) {
      // Control characters are shown as three bytes each: one line can still be too long for a small page.
      const over = length - this.#room;
      this.rows.push({ ...row, text: clip(row.text, Math.max(8, Buffer.byteLength(row.text) - over)) });
      this.#used = this.#room;
    } else this.next = place;
  }
}
