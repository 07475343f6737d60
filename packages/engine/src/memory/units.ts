import { isUtf8 } from 'node:buffer';
import type { StoredOutput } from '../store/stored-output.ts';
import { cleanOutput } from '../text/clean.ts';
import { countLineFeeds } from '../text/lines.ts';
import type { Extent } from './extent.ts';

const LF = 0x0a;

/** A line of more bytes is searched and shown in parts, around its matches. */
const LONG_LINE = 1_024;

/** Bytes whose presence makes cleaning change more than how a character looks: ESC, CR, BS, NUL, and the first of C1's two. */
const CHANGED_BY_CLEANING = [0x1b, 0x0d, 0x08, 0x00, 0xc2];

/** Lines that are searched together: `text` is as it is shown, a line a line of the output from `firstLine` on. */
interface ShortLines {
  kind: 'lines';
  firstLine: number;
  text: string;
}

/**
 * A long line, searched as it is kept, so that a place in its text is a place in its bytes. `isText` is false where the
 * bytes are no UTF-8: then `text` has one character a byte.
 */
export interface LongLine {
  kind: 'long';
  line: number;
  bytes: Buffer;
  text: string;
  isText: boolean;
}

export type Unit = ShortLines | LongLine;

/** The lines of a part of an output in order, a page of the store at a time: short ones together, a long one by itself. */
export function* unitsOf(stored: StoredOutput, { firstLine, start, end }: Extent): Generator<Unit> {
  /** What has been read of a line that goes on in the next page. */
  let open: Buffer[] = [];
  let line = firstLine;
  for (const page of pagesOf(stored, start, end)) {
    line = Math.max(firstLine, page.firstLine);
    let at = 0;
    const { bytes } = page;
    while (at < bytes.length) {
      const run = open.length > 0 ? at : endOfShortLines(bytes, at);
      if (run > at) {
        yield shortLines(line, bytes.subarray(at, run));
        // Lines are counted only where something follows: the next page knows its own number.
        if (run < bytes.length) line += countLineFeeds(bytes.subarray(at, run));
        at = run;
        continue;
      }
      const feed = bytes.indexOf(LF, at);
      open.push(bytes.subarray(at, feed === -1 ? bytes.length : feed));
      if (feed === -1) break;
      yield openLine(line, open);
      open = [];
      line++;
      at = feed + 1;
    }
  }
  if (open.length > 0) yield openLine(line, open);
}

function* pagesOf(stored: StoredOutput, start: number, end: number): Generator<{ bytes: Buffer; firstLine: number }> {
  const first = stored.record.pages.findLastIndex((page) => page.start <= start);
  for (let number = first + 1; ; number++) {
    const page = stored.page(number);
    if (!page || page.start >= end) return;
    const bytes = page.bytes.subarray(Math.max(0, start - page.start), end - page.start);
    yield { bytes, firstLine: page.firstLine };
  }
}

/** Where the short lines from `at` on end: at a long line, or at one that the bytes do not end. */
function endOfShortLines(bytes: Buffer, at: number): number {
  for (let from = at; ; ) {
    const feed = bytes.lastIndexOf(LF, Math.min(bytes.length - 1, from + LONG_LINE));
    if (feed < from) return from;
    from = feed + 1;
    if (from === bytes.length) return from;
  }
}

function openLine(line: number, parts: readonly Buffer[]): Unit {
  const bytes = Buffer.concat(parts);
  if (bytes.length <= LONG_LINE) return shortLines(line, bytes);
  const isText = isUtf8(bytes);
  return { kind: 'long', line, bytes, isText, text: bytes.toString(isText ? 'utf8' : 'latin1') };
}

function shortLines(firstLine: number, bytes: Buffer): ShortLines {
  const text = bytes.toString('utf8');
  const dirty = CHANGED_BY_CLEANING.some((byte) => bytes.includes(byte));
  return { kind: 'lines', firstLine, text: dirty ? cleanOutput(text) : text };
}
