import { boundaryAfter, boundaryBefore } from '../text/utf8.ts';
import { type Row, shownText } from './rows.ts';
import type { LongLine } from './units.ts';

const CR = 0x0d;

/** Bytes of a long line that are shown before a match, and from it on. */
const BEFORE = 80;
const AFTER = 320;

/** Characters that lie between two places at the least, so that what is shown of them does not overlap. */
export const STEP = BEFORE + AFTER;

/** Goes from places in a long line's text to places in its bytes, in order. */
export class Places {
  readonly #line: LongLine;
  #index = 0;
  #offset = 0;

  constructor(line: LongLine) {
    this.#line = line;
  }

  /** Byte of the line, from 1, at which the character at `index` begins; `index` never goes back. */
  byteOf(index: number): number {
    const { text, isText } = this.#line;
    this.#offset += isText ? Buffer.byteLength(text.slice(this.#index, index)) : index - this.#index;
    this.#index = index;
    return this.#offset + 1;
  }

  /** What is shown of the match at byte `byte`: it, and some of what stands around it, between two redraws of the line. */
  rowAt(byte: number): Row {
    const { line, bytes } = this.#line;
    const at = byte - 1;
    const redrawn = bytes.indexOf(CR, at);
    const from = Math.max(
      at === 0 ? 0 : bytes.lastIndexOf(CR, at - 1) + 1,
      boundaryAfter(bytes, Math.max(0, at - BEFORE)),
    );
    const to = Math.min(
      redrawn === -1 ? bytes.length : redrawn,
      boundaryBefore(bytes, Math.min(bytes.length, at + AFTER)),
    );
    const text = shownText(bytes.subarray(from, Math.max(at, to)).toString('utf8'));
    return { line, byte, text: `${from > 0 ? '…' : ''}${text}${to < bytes.length ? '…' : ''}` };
  }
}
