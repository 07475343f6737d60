import { grouped, size } from '../text/format.ts';
import { excerptPieces, type LineNumber } from './excerpts.ts';
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
interface Gap {
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

/** The runs of lines that deserve a room of so many bytes in the middle, none overlapping. */
export type ExcerptChoice = (room: number) => readonly LineRange[];

/** Room for one marker line, whatever its numbers. */
const MARKER_ROOM = 72;

/** How a room is shared when excerpts are shown too: head, excerpts, tail. */
export interface Split {
  head: number;
  excerpts: number;
}

/** Parts of its room that the excerpts are asked for in turn, until what they take fits. */
const ASKED_SHARES = [1.6, 1.4, 1.25, 1.1, 1, 0.9, 0.75, 0.5, 0.25];

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
  excerpts: ExcerptChoice = () => [],
  split: Split = EVEN,
  number: LineNumber = (line) => line,
): FittedStream {
  const wholeWindow: Window = { bytes: sample.head, start: 0, firstLine: 1 };
  if (fitsWhole(sample, room)) return { text: headPiece(wholeWindow, room, true).text, gaps: [] };

  const usable = room - MARKER_ROOM;
  const tail = tailPiece(sample.tail, Math.floor(usable * (1 - split.head - split.excerpts)));
  const middleRoom = Math.floor(usable * split.excerpts);
  const middle = middleRoom === 0 ? [] : middlePieces(sample, tail, middleRoom, excerpts, number);
  const used = bytesOf(middle, number) + Buffer.byteLength(tail.text);
  const limit = Math.min(sample.head.length, middle[0]?.start ?? tail.start);
  const head = headPiece({ ...wholeWindow, bytes: sample.head.subarray(0, limit) }, usable - used, false);
  return join([head, ...middle, tail], number);
}

/**
 * Pieces of the excerpts, in the order of the stream. What a choice of excerpts takes is known only when it is rendered, so
 * the excerpts are asked for more than the room first, and for less until what they take fits.
 */
function middlePieces(
  sample: StreamSample,
  tail: Piece,
  room: number,
  excerpts: ExcerptChoice,
  number: LineNumber,
): Piece[] {
  for (const share of ASKED_SHARES) {
    const pieces = piecesOf(sample, tail, excerpts(Math.floor(room * share)), number);
    if (bytesOf(pieces, number) <= room) return pieces;
  }
  return [];
}

function piecesOf(sample: StreamSample, tail: Piece, ranges: readonly LineRange[], number: LineNumber): Piece[] {
  const pieces: Piece[] = [];
  for (const range of [...ranges].sort((a, b) => a.fromLine - b.fromLine)) {
    const window = sample.read?.(range);
    if (!window || window.start >= tail.start || window.start < (pieces.at(-1)?.end ?? 0)) continue;
    pieces.push(...excerptPieces(window, tail.start, number));
  }
  return pieces;
}

/** Bytes that pieces take with the markers between them, and one more before or after. */
function bytesOf(pieces: readonly Piece[], number: LineNumber): number {
  const last = pieces.at(-1);
  if (last === undefined) return 0;
  const text = join(pieces, number).text;
  return Buffer.byteLength(text) + MARKER_ROOM;
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
      // A line that is shown in part says so in its own place; other gaps have a line of their own.
      const inLine = gap.fromLine === gap.toLine && gap.fromByte > 1 && next.opensLine;
      text += inLine ? ' ' : text === '' || text.endsWith('\n') ? '' : '\n';
      text += `${marker(gap, number)}\n`;
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
