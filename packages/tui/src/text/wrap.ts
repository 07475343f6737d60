import { clusterEnd, clusterWidth, isAscii } from './width.ts';

/** A row's share of its line, as UTF-16 offsets. */
export interface Cut {
  start: number;
  end: number;
}

/**
 * Rows of one clean line at `width` cells, cut at the last cluster that fits; every character is in exactly one row. At
 * least one row, empty for an empty line. A character wider than the width has a row of its own.
 */
export function hardCuts(line: string, width: number): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  while (start < line.length) {
    const end = hardEnd(line, start, width);
    cuts.push({ start, end });
    start = end;
  }
  return cuts.length === 0 ? [{ start: 0, end: 0 }] : cuts;
}

/**
 * Rows of one clean line at `width` cells, broken at spaces; a word longer than a row is cut. The spaces at a break belong
 * to neither row.
 */
export function wordCuts(line: string, width: number): Cut[] {
  const cuts: Cut[] = [];
  let start = 0;
  while (start < line.length) {
    const end = hardEnd(line, start, width);
    if (end >= line.length) {
      cuts.push({ start, end: line.length });
      break;
    }
    const space = line[end] === ' ' ? end : line.lastIndexOf(' ', end - 1);
    const breaks = space > start && line.slice(start, space).trim() !== '';
    const cut = breaks ? space : end;
    cuts.push({ start, end: trimmedEnd(line, start, cut) });
    start = cut;
    while (breaks && line[start] === ' ') start += 1;
  }
  return cuts.length === 0 ? [{ start: 0, end: 0 }] : cuts;
}

/** The offset after the last cluster of `line` that fits a row from `start`; always further than `start`. */
export function hardEnd(line: string, start: number, width: number): number {
  const rough = line.slice(start, start + width);
  if (isAscii(rough)) {
    const end = start + rough.length;
    // A combining mark after the last cell belongs to it.
    if (end >= line.length || isAscii(line.charAt(end))) return end;
  }
  let cells = 0;
  let at = start;
  while (at < line.length) {
    const end = clusterEnd(line, at);
    cells += clusterWidth(line, at, end);
    if (cells > width && at > start) break;
    at = end;
  }
  return at;
}

function trimmedEnd(line: string, start: number, end: number): number {
  let at = end;
  while (at > start && line[at - 1] === ' ') at -= 1;
  return at;
}
