import type { OutputPage } from '@wisp/protocol';
import type { Look, LookRun } from '../text/look.ts';
import { lineLooks } from '../text/looks.ts';
import { cleanLines } from '../text/sanitise.ts';
import { isAscii } from '../text/width.ts';
import { hardEnd } from '../text/wrap.ts';

/** One page of an output as the expanded view holds it: its clean text alone, and where it stands in the whole. */
export interface HeldPage {
  readonly number: number;
  readonly text: string;
  /** How its program coloured it, in offsets of the text, ascending. Colours do not reach over from the page before. */
  readonly looks: readonly LookRun[];
  /** Number of the line that the page begins in, from 1. */
  readonly firstLine: number;
  /** The page begins inside that line: the line's own beginning is on an earlier page. */
  readonly inside: boolean;
  /** Bytes of the output before the page's beginning and before its end. */
  readonly start: number;
  readonly end: number;
}

/** Rows of a page at a width, as offsets: rows of a 64 KiB page of empty lines must not be 65,536 objects. */
export interface PageRows {
  readonly count: number;
  /** UTF-16 offset at which each row starts; one more entry than rows, past the last row's line end. */
  readonly starts: Uint32Array;
  /** Line number of each row. */
  readonly lines: Uint32Array;
}

/** A page as it came from the engine, made ready to draw. */
export function holdPage(view: OutputPage): HeldPage {
  const ends = countLineEnds(view.text);
  const lineStarts = ends + (view.text === '' || view.text.endsWith('\n') ? 0 : 1);
  const lines = cleanLines(view.text);
  return {
    number: view.page,
    text: lines.join('\n'),
    looks: pageLooks(view.text, lines),
    firstLine: Math.max(1, view.firstLine),
    inside: view.start > 0 && view.lines < lineStarts,
    start: view.start,
    end: view.end,
  };
}

/** Most changes of colour that a page keeps: a page of nothing but colours is not worth more. */
const MAX_RUNS = 20_000;

function pageLooks(raw: string, clean: readonly string[]): LookRun[] {
  const runs: LookRun[] = [];
  if (!raw.includes('\x1b') && !raw.includes('\x9b')) return runs;
  let look: Look | null = null;
  let offset = 0;
  const lines = raw.split('\n');
  for (const [index, text] of clean.entries()) {
    if (runs.length > MAX_RUNS) break;
    const found = lineLooks(lines[index] ?? '', text, look);
    runs.push({ at: offset, look: null }, ...found.runs.map((run) => ({ at: offset + run.at, look: run.look })));
    look = found.after;
    offset += text.length + 1;
  }
  return runs;
}

/** The text [start, end) of a page in pieces of one look each. */
export function lookPieces(page: HeldPage, start: number, end: number): { text: string; look: Look | null }[] {
  const { looks, text } = page;
  if (looks.length === 0) return [{ text: text.slice(start, end), look: null }];
  const pieces: { text: string; look: Look | null }[] = [];
  let index = lastAt(looks, start);
  for (let at = start; at < end; index++) {
    const next = Math.min(end, looks[index + 1]?.at ?? end);
    if (next > at) pieces.push({ text: text.slice(at, next), look: looks[index]?.look ?? null });
    at = Math.max(at, next);
  }
  return pieces;
}

/** Index of the last run that begins at `offset` or before it; -1 when there is none. */
function lastAt(runs: readonly LookRun[], offset: number): number {
  let low = -1;
  let high = runs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((runs[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const kept = new WeakMap<HeldPage, { width: number; rows: PageRows }>();

/** Rows of a page at `width` cells; made once a page and width. */
export function pageRows(page: HeldPage, width: number): PageRows {
  const known = kept.get(page);
  if (known?.width === width) return known.rows;
  const rows = layOut(page, width);
  kept.set(page, { width, rows });
  return rows;
}

/** Where the text of row `index` stands in its page; it is at most as wide as the width that the rows were made for. */
export function rowRange(rows: PageRows, index: number): { start: number; end: number } {
  const start = rows.starts[index] ?? 0;
  const next = rows.starts[index + 1] ?? start;
  const ended = index + 1 >= rows.count || rows.lines[index + 1] !== rows.lines[index];
  return { start, end: ended ? next - 1 : next };
}

/** True when row `index` is where its line begins. */
export function startsLine(page: HeldPage, rows: PageRows, index: number): boolean {
  return index === 0 ? !page.inside : rows.lines[index] !== rows.lines[index - 1];
}

/** The row that holds the UTF-16 offset `offset` of the page's text. */
export function rowAt(rows: PageRows, offset: number): number {
  let low = 0;
  let high = rows.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The row where line `line` begins, or the nearest that the page has. */
export function rowOfLine(rows: PageRows, line: number): number {
  const index = rows.lines.findIndex((number) => number >= line);
  return index === -1 ? rows.count - 1 : index;
}

function layOut(page: HeldPage, width: number): PageRows {
  const starts: number[] = [];
  const lines: number[] = [];
  const { text } = page;
  let line = page.firstLine;
  let from = 0;
  while (from <= text.length) {
    const feed = text.indexOf('\n', from);
    const end = feed === -1 ? text.length : feed;
    starts.push(from);
    lines.push(line);
    if (end - from > width || !isAscii(text.slice(from, end))) {
      const content = text.slice(from, end);
      for (let at = hardEnd(content, 0, width); at < content.length; at = hardEnd(content, at, width)) {
        starts.push(from + at);
        lines.push(line);
      }
    }
    line += 1;
    from = end + 1;
  }
  starts.push(text.length + 1);
  return { count: lines.length, starts: Uint32Array.from(starts), lines: Uint32Array.from(lines) };
}

function countLineEnds(text: string): number {
  let ends = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends += 1;
  return ends;
}
