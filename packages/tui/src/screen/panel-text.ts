import { matchesIn, type Range } from '../panel/matcher.ts';
import { type HeldPage, lookPieces, pageRows, rowRange, startsLine } from '../panel/page.ts';
import { gutter, type Panel, type Room } from '../panel/panel.ts';
import { heldPage, placesFrom } from '../panel/window.ts';
import { BLANK, fitRow, type Row, type Span, span } from '../text/row.ts';
import { clusterEnd, clusterWidth, isAscii } from '../text/width.ts';

/** The rows of the text in view, with their line numbers; exactly as many as the room has. */
export function textRows(panel: Panel, room: Room): Row[] {
  const cells = gutter(panel);
  const rows = placesFrom(panel.window, panel.top, panel.width, room.height).map((place): Row => {
    const page = heldPage(panel.window, place.page);
    if (!page) return BLANK;
    const laidOut = pageRows(page, panel.width);
    const line = laidOut.lines[place.row] ?? 0;
    const range = inView(page, rowRange(laidOut, place.row), panel, room.columns - cells);
    const text = coloured(page, range, panel);
    if (cells === 0) return text;
    const number = startsLine(page, laidOut, place.row) ? String(line) : '';
    const marked = line === panel.mark;
    return [
      span(
        `${marked && number !== '' ? `▸${number}`.padStart(cells - 1) : number.padStart(cells - 1)} `,
        marked ? 'accent' : 'dim',
      ),
      ...text,
    ];
  });
  while (rows.length < room.height) rows.push(BLANK);
  return rows.map((row) => fitRow(row, room.columns));
}

/** The text of the rows in view, as it is copied: a line that is wrapped over several is one line. */
export function textInView(panel: Panel, room: Room): string {
  let text = '';
  for (const place of placesFrom(panel.window, panel.top, panel.width, room.height)) {
    const page = heldPage(panel.window, place.page);
    if (!page) continue;
    const laidOut = pageRows(page, panel.width);
    const { start, end } = inView(page, rowRange(laidOut, place.row), panel, room.columns);
    text += `${text !== '' && startsLine(page, laidOut, place.row) ? '\n' : ''}${page.text.slice(start, end)}`;
  }
  return text;
}

/** The part of a row that is on the screen: all of it where lines are wrapped. */
function inView(page: HeldPage, { start, end }: Range, panel: Panel, columns: number): Range {
  if (panel.wrap) return { start, end };
  const from = offsetOfCell(page.text, start, end, panel.left);
  return { start: from, end: offsetOfCell(page.text, from, end, Math.max(0, columns)) };
}

/** The offset in text[start, end) that stands `cells` cells further, at most. */
function offsetOfCell(text: string, start: number, end: number, cells: number): number {
  const direct = Math.min(end, start + cells);
  if (isAscii(text.slice(start, direct))) return direct;
  let width = 0;
  let at = start;
  while (at < end) {
    const next = clusterEnd(text, at);
    width += clusterWidth(text, at, next);
    if (width > cells) break;
    at = next;
  }
  return Math.min(at, end);
}

/** Text as its program coloured it, with what is searched for set off. */
function coloured(page: HeldPage, range: Range, panel: Panel): Row {
  const matcher = panel.search?.matcher;
  const found = matcher ? matchesIn(page.text, range, matcher) : [];
  const spans: Span[] = [];
  let at = range.start;
  for (const match of found) {
    spans.push(...pieces(page, at, match.start, panel), span(page.text.slice(match.start, match.end), 'selected'));
    at = match.end;
  }
  spans.push(...pieces(page, at, range.end, panel));
  return spans;
}

function pieces(page: HeldPage, start: number, end: number, panel: Panel): Span[] {
  if (start >= end) return [];
  if (!panel.colours) return [span(page.text.slice(start, end))];
  return lookPieces(page, start, end).map(({ text, look }) => (look ? { ...span(text), look } : span(text)));
}
