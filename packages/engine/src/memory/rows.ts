import { headPiece } from '../budget/piece.ts';
import type { Place } from '../budget/ways.ts';
import type { StoredOutput } from '../store/stored-output.ts';
import { cleanOutput, disarm, pastEscape } from '../text/clean.ts';
import { boundaryAfter, boundaryBefore } from '../text/utf8.ts';

const LF = 0x0a;

/** Part of the room that whole lines must fill; with less, the next line is cut inside instead. */
const LINE_END_SHARE = 2 / 3;

/** Bytes of an output that are looked at for one byte of room: escape sequences take none of it. */
const BYTES_A_ROOM = 8;

const ESC = 0x1b;

/** Bytes of the longest character, and of an escape sequence that a cut is moved past. */
const LONGEST_CHARACTER = 4;
const LONGEST_ESCAPE = 64;

/** A line, or the part of it from byte `byte` on, as it is shown. `text` has neither its number nor its end. */
export interface Row {
  line: number;
  byte: number;
  text: string;
}

/** Some rows of an output: `next` is where those after them begin, null at the end of what was asked for. */
export interface Rows {
  rows: Row[];
  next: Place | null;
  /** Byte offset in the output just past the last row. */
  end: number;
}

/** A row as a reader sees it: `1204: text`, or `1204 byte 4097: text` where it begins inside its line. */
export function rowText({ line, byte, text }: Row): string {
  return `${line}${byte > 1 ? ` byte ${byte}` : ''}: ${text}\n`;
}

/**
 * A line, or a part of one, as a reader may be shown it after its number: no escape sequences, and no marker that could be
 * taken for wisp's own. The frames of a stored output (`stdout:`) are lines like any other.
 */
export function shownText(line: string): string {
  const text = cleanOutput(line);
  return /^\s*\[/.test(text) ? disarm(text) : text;
}

/**
 * The rows of bytes `start` to `end` of an output that take at most `room` bytes as they are shown; `from` is the place of
 * `start`. Always takes at least one character further. A line that is longer than the room, or would leave much of it
 * empty, is cut at a character's end.
 */
export function fillRows(stored: StoredOutput, from: Place, start: number, end: number, room: number): Rows {
  const window = windowOf(stored, start, end, room * BYTES_A_ROOM);
  const atEnd = start + window.length === end;
  const rows: Row[] = [];
  let place = from;
  let used = 0;
  for (let at = 0; at < window.length; ) {
    const feed = window.indexOf(LF, at);
    const line = window.subarray(at, feed === -1 ? window.length : feed);
    const row = { ...place, text: shownText(line.toString('utf8')) };
    const length = Buffer.byteLength(rowText(row));
    if (used + length <= room && (feed !== -1 || atEnd)) {
      rows.push(row);
      used += length;
      at += line.length + (feed === -1 ? 0 : 1);
      place = { line: place.line + 1, byte: 1 };
      continue;
    }
    if (used >= room * LINE_END_SHARE) return { rows, next: place, end: start + at };
    const part = cutRow(line, place, room - used);
    rows.push(part.row);
    const ends = feed !== -1 && part.bytes === line.length;
    const next = ends ? { line: place.line + 1, byte: 1 } : { line: place.line, byte: place.byte + part.bytes };
    const cut = start + at + part.bytes + (ends ? 1 : 0);
    return { rows, next: cut < end ? next : null, end: cut };
  }
  return { rows, next: start + window.length < end ? place : null, end: start + window.length };
}

/** Bytes `start` to `end`, at most `most` of them and whole characters. */
function windowOf(stored: StoredOutput, start: number, end: number, most: number): Buffer {
  const bytes = stored.read(start, Math.min(end, start + most + LONGEST_CHARACTER));
  return bytes.length > most ? bytes.subarray(0, boundaryBefore(bytes, most)) : bytes;
}

/** The beginning of a line that is shown in `room` bytes, and how many bytes of the line that is: at least one character. */
function cutRow(line: Buffer, place: Place, room: number): { row: Row; bytes: number } {
  const prefix = Buffer.byteLength(rowText({ ...place, text: '' }));
  const plain = boundaryBefore(line, Math.min(line.length, room - prefix));
  const fits = isPlain(line.subarray(0, plain))
    ? plain
    : headPiece({ bytes: line, start: 0, firstLine: 1 }, room - prefix, false).end;
  const bytes = outsideEscape(line, fits > 0 ? fits : boundaryAfter(line, 1));
  return { row: { ...place, text: shownText(line.subarray(0, bytes).toString('utf8')) }, bytes };
}

/** True when bytes are shown as they are: then their number is the room that they take. */
function isPlain(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  return shownText(text) === text && Buffer.byteLength(text) === bytes.length;
}

/** `at`, or the end of the escape sequence that a cut there would leave the second half of to the next page. */
function outsideEscape(line: Buffer, at: number): number {
  const begins = line.lastIndexOf(ESC, at - 1);
  if (begins < at - LONGEST_ESCAPE || at >= line.length || begins === -1) return at;
  const end = boundaryAfter(line, begins + pastEscape(line.subarray(begins), at - begins));
  const grows =
    shownText(line.subarray(0, end).toString('utf8')).length > shownText(line.subarray(0, at).toString('utf8')).length;
  return grows ? at : end;
}
