import { clipTo } from '../text/utf8.ts';
import { cutPiece, type Piece, shownLength, type Window } from './piece.ts';

/** Bytes of one line that an excerpt shows; the rest of a longer one is held back. */
const CLIPPED_LINE = 200;

const LF = 0x0a;

/** The number under which a line of a stream, counted from 1, stands in the stored output. */
export type LineNumber = (line: number) => number;

/**
 * The pieces of one excerpt: the whole lines of `window` before offset `end` of the stream, each under its number, as
 * `grep -n` shows lines. A line that is too long is shown in part, and a new piece begins after it.
 */
export function excerptPieces(window: Window, end: number, number: LineNumber): Piece[] {
  const bytes = window.bytes.subarray(0, Math.max(0, end - window.start));
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(LF, at);
    const next = feed === -1 ? bytes.length : feed + 1;
    if (next - at > CLIPPED_LINE + 1 && shownLength(bytes.subarray(at, next)) > CLIPPED_LINE + 1) {
      pieces.push(cutPiece(window, from, clipTo(bytes, at, at + CLIPPED_LINE)));
      from = next;
    }
    at = next;
  }
  if (from < bytes.length) pieces.push(cutPiece(window, from, bytes.length));
  return pieces.map((piece) => numbered(piece, number));
}

function numbered(piece: Piece, number: LineNumber): Piece {
  const lines = piece.text.split('\n');
  const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const text = lines.map((line, i) => (i < last ? `${number(piece.firstLine + i)}: ${line}` : line)).join('\n');
  return { ...piece, text };
}
