import type { Look } from './look.ts';
import { cutToWidth, textWidth } from './width.ts';

/** How a stretch of text is meant; the view decides on colours. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'accent'
  | 'good'
  | 'warn'
  | 'bad'
  | 'code'
  | 'key'
  | 'hidden'
  | 'selected';

/** A stretch of text of one tone; `look` is how the program that printed it coloured it. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
  readonly look?: Look;
}

/** One row of the screen: what it holds, never wider than the screen it was made for. */
export type Row = readonly Span[];

const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;

/** A span. The last guard: no control character reaches the terminal, whatever came before. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text: text.replace(CONTROL, ''), tone };
}

/** A row of one span. */
export function row(text: string, tone: Tone = 'plain'): Row {
  return text === '' ? BLANK : [span(text, tone)];
}

/** The row with nothing in it. */
export const BLANK: Row = [];

/** Cells that a row takes. */
export function rowWidth(cells: Row): number {
  return cells.reduce((sum, part) => sum + textWidth(part.text), 0);
}

/** A row cut to `width` cells. Every row passes here before Ink sees it. */
export function fitRow(cells: Row, width: number): Row {
  if (rowWidth(cells) <= width) return cells;
  const fitted: Span[] = [];
  let room = width;
  for (const part of cells) {
    const cut = cutToWidth(part.text, room);
    if (cut.text !== '') fitted.push({ ...part, text: cut.text });
    room -= cut.width;
    if (cut.text.length < part.text.length) break;
  }
  return fitted;
}

/** The text of a row without its tones. */
export function rowText(cells: Row): string {
  return cells.map((part) => part.text).join('');
}

/** Spans of a longer text, cut to the UTF-16 range [start, end). */
export function sliceSpans(spans: readonly Span[], start: number, end: number): Span[] {
  const taken: Span[] = [];
  let at = 0;
  for (const part of spans) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, part.text.length);
    if (from < to) taken.push({ ...part, text: part.text.slice(from, to) });
    at += part.text.length;
    if (at >= end) break;
  }
  return taken;
}
