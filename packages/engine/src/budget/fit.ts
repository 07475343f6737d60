import { grouped, size } from '../text/format.ts';
import { headPiece, type Piece, shownLength, tailPiece, type Window } from './piece.ts';

/** A run of lines of a stream that deserves to be shown: its first and last line, counted from 1. */
export interface LineRange {
  fromLine: number;
  toLine: number;
}

/**
 * What the fit may see of one stream: counts of everything, its first and last bytes, and any run of lines on request
 * (null when it is not at hand). `head` holds the whole stream when it is as long.
 */
export interface StreamSample {
  bytes: number;
  lines: number;
  head: Buffer;
  tail: Window;
  read?: (range: LineRange) => Window | null;
}

/** What lies between two shown pieces: byte offsets and line numbers of the stream. */
export interface Gap {
  start: number;
  end: number;
  fromLine: number;
  toLine: number;
  /** Where in `fromLine` the gap starts, in bytes from 1. */
  fromByte: number;
  /** True when the gap starts and ends between lines, so that its lines are held back whole. */
  wholeLines: boolean;
}

export interface FittedStream {
  text: string;
  gaps: Gap[];
}

/** The number under which a line of a stream, counted from 1, stands in the stored output. */
export type LineNumber = (line: number) => number;

/** Room for one marker line, whatever its numbers. */
const MARKER_ROOM = 72;

/** How a room is shared when excerpts are shown too: head, excerpts, tail. */
export interface Split {
  head: number;
  excerpts: number;
}

const EVEN: Split = { head: 0.5, excerpts: 0 };

/** True when the whole stream is at hand and takes no more than `room` bytes as it is shown. */
export function fitsWhole(sample: StreamSample, room: number): boolean {
  return sample.head.length === sample.bytes && shownLength(sample.head) <= room;
}

/**
 * Fits a stream to `room` bytes: the whole when it fits, else its head and tail, with the excerpts that fit between them
 * and one marker line in each gap. Always within `room` when that is at least 256 bytes. `number` gives the
 * number under which a line of the stream is shown: its number in the stored output.
 */
export function fitStream(
  sample: StreamSample,
  room: number,
  excerpts: readonly LineRange[] = [],
  split: Split = EVEN,
  number: LineNumber = (line) => line,
): FittedStream {
  const wholeWindow: Window = { bytes: sample.head, start: 0, firstLine: 1 };
  if (fitsWhole(sample, room)) return { text: headPiece(wholeWindow, room, true).text, gaps: [] };

  const markers = MARKER_ROOM * (1 + (split.excerpts > 0 ? excerpts.length : 0));
  const usable = room - markers;
  const tail = tailPiece(sample.tail, Math.floor(usable * (1 - split.head - split.excerpts)));
  const middle = excerptPieces(sample, tail, Math.floor(usable * split.excerpts), excerpts, number);
  const used = [...middle, tail].reduce((n, p) => n + Buffer.byteLength(p.text), 0);
  const limit = Math.min(sample.head.length, middle[0]?.start ?? tail.start);
  const head = headPiece({ ...wholeWindow, bytes: sample.head.subarray(0, limit) }, usable - used, false);
  return join([head, ...middle, tail], number);
}

/** Excerpts in their order of worth until the room is used; returned in the order of the stream, none overlapping. */
function excerptPieces(
  sample: StreamSample,
  tail: Piece,
  room: number,
  excerpts: readonly LineRange[],
  number: LineNumber,
): Piece[] {
  const pieces: Piece[] = [];
  let left = room;
  for (const range of excerpts) {
    const window = left > 0 ? sample.read?.(range) : null;
    if (!window || window.start >= tail.start) continue;
    const bytes = window.bytes.subarray(0, tail.start - window.start);
    const numbers = (range.toLine - range.fromLine + 1) * `${number(range.toLine)}: `.length;
    const piece = numbered(headPiece({ ...window, bytes }, left - numbers, false), number);
    if (piece.end === piece.start || pieces.some((p) => piece.start < p.end && p.start < piece.end)) continue;
    pieces.push(piece);
    left -= Buffer.byteLength(piece.text);
  }
  return pieces.sort((a, b) => a.start - b.start);
}

/** The piece with each line's number before it, as `grep -n` shows lines. */
function numbered(piece: Piece, number: LineNumber): Piece {
  const lines = piece.text.split('\n');
  const last = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const text = lines.map((line, i) => (i < last ? `${number(piece.firstLine + i)}: ${line}` : line)).join('\n');
  return { ...piece, text };
}

function join(pieces: readonly Piece[], number: LineNumber): FittedStream {
  const gaps: Gap[] = [];
  let text = '';
  let last: Piece | null = null;
  for (const next of pieces) {
    if (last && next.end <= last.end) continue;
    const gap: Gap | null = last && next.start > last.end ? between(last, next) : null;
    if (gap) {
      gaps.push(gap);
      text = `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${marker(gap, number)}\n`;
    }
    text += next.text;
    last = next;
  }
  return { text, gaps };
}

function between(before: Piece, after: Piece): Gap {
  const atStart = before.end === 0;
  const fromLine = atStart ? 1 : before.closesLine ? before.lastLine + 1 : before.lastLine;
  const toLine = after.opensLine ? after.firstLine - 1 : after.firstLine;
  return {
    start: before.end,
    end: after.start,
    fromLine,
    fromByte: before.openBytes + 1,
    toLine,
    wholeLines: (atStart || before.closesLine) && after.opensLine,
  };
}

/** The marker line that stands in a gap. */
function marker(gap: Gap, number: LineNumber): string {
  const bytes = size(gap.end - gap.start);
  if (gap.wholeLines) {
    const lines = gap.toLine - gap.fromLine + 1;
    return `[… ${grouped(lines)} ${lines === 1 ? 'line' : 'lines'} (${bytes}) held back …]`;
  }
  if (gap.fromLine === gap.toLine) return `[… ${bytes} of line ${grouped(number(gap.fromLine))} held back …]`;
  return `[… ${bytes} from inside line ${grouped(number(gap.fromLine))} to line ${grouped(number(gap.toLine))} held back …]`;
}
