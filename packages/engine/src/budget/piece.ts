import { cleanOutput, disarm, pastEscape } from '../text/clean.ts';
import { countLineFeeds } from '../text/lines.ts';
import { boundaryAfter, boundaryBefore } from '../text/utf8.ts';

const LF = 0x0a;

/** Part of the room that a cut at a line end must fill; with less, the line is cut inside instead. */
const LINE_END_SHARE = 2 / 3;

/** Some bytes of a stream that the fit may show: `start` is their offset in the stream, `firstLine` the line they start in. */
export interface Window {
  bytes: Buffer;
  start: number;
  firstLine: number;
}

/**
 * A run of a stream as it is shown. Bytes `start` to `end` and lines `firstLine` to `lastLine` of the stream;
 * `opensLine` and `closesLine` are false where the run starts or ends inside a line; `openBytes` is how many bytes of a last
 * line that it does not close it holds.
 */
export interface Piece {
  text: string;
  start: number;
  end: number;
  firstLine: number;
  lastLine: number;
  opensLine: boolean;
  closesLine: boolean;
  openBytes: number;
}

const shown = (bytes: Buffer): string => disarm(cleanOutput(bytes.toString('utf8')));

/** The piece of `window` from offset `from` to `to` (offsets in its bytes). `atEnd`: it ends where the stream does. */
export function cutPiece(window: Window, from: number, to: number, atEnd = false): Piece {
  const { bytes } = window;
  const firstLine = window.firstLine + countLineFeeds(bytes.subarray(0, from));
  const closesLine = to === 0 || bytes[to - 1] === LF || atEnd;
  const feeds = countLineFeeds(bytes.subarray(from, to));
  return {
    text: shown(bytes.subarray(from, to)),
    start: window.start + from,
    end: window.start + to,
    firstLine,
    lastLine: firstLine + feeds - (bytes[to - 1] === LF && feeds > 0 ? 1 : 0),
    opensLine: from === 0 || bytes[from - 1] === LF,
    closesLine,
    openBytes: closesLine ? 0 : to - Math.max(from, bytes.lastIndexOf(LF, to - 1) + 1),
  };
}

/** Bytes that `bytes` take as they are shown. */
export function shownLength(bytes: Buffer): number {
  return Buffer.byteLength(shown(bytes));
}

/**
 * The first bytes of `window` that take at most `room` bytes as they are shown: cut at a line end when that fills most of
 * the room, else inside the line at a character's end. `atEnd`: the window ends where the stream does.
 */
export function headPiece(window: Window, room: number, atEnd: boolean): Piece {
  const { bytes } = window;
  let used = 0;
  let at = 0;
  while (at < bytes.length) {
    const feed = bytes.indexOf(LF, at);
    const next = feed === -1 ? bytes.length : feed + 1;
    // A line far longer than the room need not be shown whole to know that it does not fit.
    const length = next - at > room * 8 ? Number.POSITIVE_INFINITY : shownLength(bytes.subarray(at, next));
    if (used + length > room) {
      if (used < room * LINE_END_SHARE) at = longestPrefix(bytes, at, next, room - used);
      break;
    }
    used += length;
    at = next;
  }
  return cutPiece(window, 0, at, atEnd && at === bytes.length);
}

/** The last bytes of `window` that take at most `room` bytes as they are shown; the mirror image of `headPiece`. */
export function tailPiece(window: Window, room: number): Piece {
  const { bytes } = window;
  let used = 0;
  let at = bytes.length;
  while (at > 0) {
    const feed = bytes.lastIndexOf(LF, at - 2);
    const previous = at === 1 ? 0 : feed + 1;
    const length = at - previous > room * 8 ? Number.POSITIVE_INFINITY : shownLength(bytes.subarray(previous, at));
    if (used + length > room) {
      if (used < room * LINE_END_SHARE) at = longestSuffix(bytes, previous, at, room - used);
      break;
    }
    used += length;
    at = previous;
  }
  return cutPiece(window, at, bytes.length, true);
}

/** Largest `to` in (from, end] with bytes[from, to) shown in `room`. Shown length is not monotone where a line redraws itself, so the answer is tested. */
function longestPrefix(bytes: Buffer, from: number, end: number, room: number): number {
  let low = from;
  let high = Math.min(end, from + room * 8);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (shownLength(bytes.subarray(from, boundaryBefore(bytes, middle))) <= room) low = middle;
    else high = middle - 1;
  }
  let to = boundaryBefore(bytes, low);
  while (to > from && shownLength(bytes.subarray(from, to)) > room) to = boundaryBefore(bytes, to - 1);
  return to;
}

function longestSuffix(bytes: Buffer, from: number, end: number, room: number): number {
  let low = Math.max(from, end - room * 8);
  let high = end;
  const start = (at: number) => pastEscape(bytes, boundaryAfter(bytes, at));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (shownLength(bytes.subarray(start(middle), end)) <= room) high = middle;
    else low = middle + 1;
  }
  let at = start(high);
  while (at < end && shownLength(bytes.subarray(at, end)) > room) at = start(at + 1);
  return Math.min(at, end);
}
