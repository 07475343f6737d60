import type { OutputPage } from '@wisp/protocol';
import { cleanLines } from '../text/sanitise.ts';
import { isAscii } from '../text/width.ts';
import { hardEnd } from '../text/wrap.ts';

/** One page of an output as the expanded view holds it: its clean text alone, and where it stands in the whole. */
export interface HeldPage {
  readonly number: number;
  readonly text: string;
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
  return {
    number: view.page,
    text: cleanLines(view.text).join('\n'),
    firstLine: Math.max(1, view.firstLine),
    inside: view.start > 0 && view.lines < lineStarts,
    start: view.start,
    end: view.end,
  };
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

/** Text of row `index`, at most as wide as the width that the rows were made for. */
export function rowOf(page: HeldPage, rows: PageRows, index: number): string {
  const start = rows.starts[index] ?? 0;
  const next = rows.starts[index + 1] ?? start;
  const ended = index + 1 >= rows.count || rows.lines[index + 1] !== rows.lines[index];
  return page.text.slice(start, ended ? next - 1 : next);
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
