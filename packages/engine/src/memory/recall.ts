import type { Place, RecallClauses } from '../budget/ways.ts';
import { grouped } from '../text/format.ts';
import { extentOf } from './extent.ts';
import type { Wrong } from './request.ts';
import { fillRows, type Row, rowText } from './rows.ts';
import { askFor, endOf, nameOf, type Reader, SMALLEST_ROOM, type Subject, scopeName } from './subject.ts';

/** One page of an output's lines, in order and without gaps. */
export interface RecallPage {
  rows: Row[];
  /** The first byte that it shows, and the last; null when the output is empty. */
  from: Place | null;
  to: Place | null;
  /** Byte offsets in the output: the pages of an output joined are the output. */
  start: number;
  end: number;
  next: Place | null;
  /** The answer as its reader sees it, within the room: header, rows, and the request for the next page. */
  text: string;
}

const BLANK = '[nothing of these lines can be seen: they are blank, or hold terminal control sequences alone]\n';

/**
 * A page of an output's lines (features E1, E3): from the place that `clauses` name, as many as fit the reader's room, each
 * numbered in the whole. Where there is nothing, what is wrong, and a request that gives something.
 */
export function recallPage(subject: Subject, clauses: RecallClauses, reader: Reader): RecallPage | Wrong {
  const { stored } = subject;
  const { bytes, lines, id } = stored.record;
  if (lines === 0) {
    const text = `[${nameOf(subject)} is empty: it has 0 bytes, and there is nothing to read]`;
    return { rows: [], from: null, to: null, start: 0, end: 0, next: null, text };
  }
  const extent = extentOf(stored, clauses);
  if ('problem' in extent) {
    const example = { action: 'recall', target: { output: id }, clauses: extent.instead } as const;
    return { problem: extent.problem, example };
  }
  const far: Place = { line: lines, byte: bytes };
  const footers = [footerOf(subject, clauses, reader, far), afterOf(subject, reader, far), endOf(subject)];
  const frame = Buffer.byteLength(headerOf(subject, clauses, far, far)) + BLANK.length;
  const room = Math.max(SMALLEST_ROOM, reader.room) - frame - Math.max(...footers.map((f) => Buffer.byteLength(f)));
  const { from, fromOffset } = extent;
  const filled = fillRows(stored, from, fromOffset, extent.end, room);
  const to = lastPlace(filled.rows, filled.next, from);
  const parts = [headerOf(subject, clauses, from, to), ...filled.rows.map(rowText)];
  if (filled.rows.every((row) => row.text.trim() === '')) parts.push(BLANK);
  const after: Place | null = extent.lastLine < lines ? { line: extent.lastLine + 1, byte: 1 } : null;
  parts.push(filled.next || !after ? footerOf(subject, clauses, reader, filled.next) : afterOf(subject, reader, after));
  return { ...filled, from, to, start: fromOffset, text: parts.join('') };
}

/** The last place that rows show: its byte is 0 where the line is shown to its end. */
function lastPlace(rows: readonly Row[], next: Place | null, from: Place): Place {
  const line = rows.at(-1)?.line ?? from.line;
  return { line, byte: next && next.line === line ? next.byte - 1 : 0 };
}

function headerOf(subject: Subject, { scope }: RecallClauses, from: Place, to: Place): string {
  const { lines } = subject.stored.record;
  const asked = scope ? `; asked for: ${scopeName(scope)}` : '';
  return `[${nameOf(subject)}; ${range(from, to)} of ${grouped(lines)}${asked}]\n`;
}

function range(from: Place, to: Place): string {
  const begins = from.byte > 1 ? ` from byte ${grouped(from.byte)}` : '';
  const ends = to.byte > 0 ? ` to byte ${grouped(to.byte)}` : '';
  if (from.line === to.line) return `line ${grouped(from.line)}${begins}${ends}`;
  if (begins === '' && ends === '') return `lines ${grouped(from.line)}–${grouped(to.line)}`;
  return `line ${grouped(from.line)}${begins} to line ${grouped(to.line)}${ends}`;
}

function footerOf(subject: Subject, clauses: RecallClauses, reader: Reader, next: Place | null): string {
  return next ? `[more: ${askFor(subject, { ...clauses, from: next }, reader)}]` : endOf(subject);
}

/** The end of a part of the output, with the request for what comes after it. */
function afterOf(subject: Subject, reader: Reader, after: Place): string {
  return `[end of what was asked for; after it: ${askFor(subject, { pattern: null, scope: null, from: after }, reader)}]`;
}
