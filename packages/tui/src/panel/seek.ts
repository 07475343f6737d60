import { type HeldPage, pageRows, rowAt, rowOfLine, startsLine } from './page.ts';
import { addPage, jumpTo, type Panel, type Purpose, type Room } from './panel.ts';
import { heldPage } from './window.ts';

/** A search for a text: the text as typed, and which way it goes. */
export interface Search {
  readonly text: string;
  readonly forward: boolean;
}

/** Rows that are shown above a line that was looked for. */
const CONTEXT = 3;

/** Goes to line `line` (from 1): by halving, a page at a time, since a page says which line it begins in. */
export function seekLine(panel: Panel, line: number, room: Room): Panel {
  const held = panel.window.pages.find((page) => hasLine(panel, page, line));
  if (held) return showLine(panel, held, line, room);
  const { total } = panel.window;
  const lines = panel.whole?.lines ?? 1;
  const guess = Math.min(total, Math.max(1, Math.ceil((line / Math.max(1, lines)) * total)));
  return ask(panel, guess, { kind: 'line', line, low: 1, high: total });
}

/** A page that was asked for to find a line: shows the line, or asks for the half that has it. */
export function lineArrived(
  panel: Panel,
  page: HeldPage,
  purpose: Extract<Purpose, { kind: 'line' }>,
  room: Room,
): Panel {
  const { line } = purpose;
  if (hasLine(panel, page, line)) return showLine(jumpTo(panel, page, 0), page, line, room);
  const before = line < page.firstLine || (line === page.firstLine && page.inside);
  const low = before ? purpose.low : page.number + 1;
  const high = before ? page.number - 1 : purpose.high;
  if (low > high) return showLine(jumpTo(panel, page, 0), page, line, room);
  return ask(panel, (low + high) >> 1, { kind: 'line', line, low, high });
}

/** The next match after (or before) the row at the top of the view; what is not held is asked for page by page. */
export function seekText(panel: Panel, search: Search, room: Room): Panel {
  const page = heldPage(panel.window, panel.top.page);
  if (!page || search.text === '') return { ...panel, search: null };
  const rows = pageRows(page, panel.width);
  const shown = matchNear(panel, page, search, room);
  const from = shown ?? rows.starts[panel.top.row] ?? 0;
  const start = search.forward ? (shown === null ? from : from + 1) : from;
  return lookIn({ ...panel, search, problem: null }, page, search, start, room);
}

/** A page that was asked for to be searched. */
export function searchArrived(panel: Panel, page: HeldPage, search: Search, room: Room): Panel {
  return lookIn(panel, page, search, search.forward ? 0 : page.text.length, room);
}

/** UTF-16 offsets at which `text` stands in `row`, the case ignored unless the text has capitals. */
export function matchesIn(row: string, text: string): number[] {
  const [hay, needle] = folded(row, text);
  const found: number[] = [];
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) found.push(at);
  return found;
}

/**
 * Offset of the match that the last search stopped at: it stands a few rows under the top. Without it a repeated search
 * would stop there again.
 */
function matchNear(panel: Panel, page: HeldPage, search: Search, room: Room): number | null {
  if (panel.search?.text !== search.text || panel.found?.page !== page.number) return null;
  const rows = pageRows(page, panel.width);
  const row = rowAt(rows, panel.found.offset);
  return row >= panel.top.row && row < panel.top.row + room.height ? panel.found.offset : null;
}

function lookIn(panel: Panel, page: HeldPage, search: Search, start: number, room: Room): Panel {
  const [hay, needle] = folded(page.text, search.text);
  const offset = search.forward ? hay.indexOf(needle, start) : start === 0 ? -1 : hay.lastIndexOf(needle, start - 1);
  if (offset !== -1) return showMatch(panel, page, offset, room);
  const next = page.number + (search.forward ? 1 : -1);
  if (next < 1 || next > panel.window.total) {
    const where = search.forward ? 'below; N looks above' : 'above; n looks below';
    return { ...panel, pending: null, problem: `“${search.text}” is not found further ${where}` };
  }
  const held = heldPage(panel.window, next);
  if (held) return lookIn(panel, held, search, search.forward ? 0 : held.text.length, room);
  return ask({ ...panel, search }, next, { kind: 'search', search });
}

function showMatch(panel: Panel, page: HeldPage, offset: number, room: Room): Panel {
  const row = rowAt(pageRows(page, panel.width), offset);
  return { ...show(panel, page, row, room), found: { page: page.number, offset } };
}

function showLine(panel: Panel, page: HeldPage, line: number, room: Room): Panel {
  return show(panel, page, rowOfLine(pageRows(page, panel.width), line), room);
}

/** `row` of `page` a few rows under the top, the page held beside the others where it follows them. */
function show(panel: Panel, page: HeldPage, row: number, room: Room): Panel {
  const top = Math.max(0, row - Math.min(CONTEXT, room.height - 1));
  const near = heldPage(panel.window, page.number) ? panel : addPage(panel, page, room);
  return { ...near, top: { page: page.number, row: top }, atEnd: false, pending: null, problem: null };
}

function ask(panel: Panel, page: number, purpose: Purpose): Panel {
  return { ...panel, pending: { page, purpose } };
}

/** True when line `line` begins on the page, or past the last page's end when there is no such line. */
function hasLine(panel: Panel, page: HeldPage, line: number): boolean {
  const rows = pageRows(page, panel.width);
  const last = rows.lines[rows.count - 1] ?? page.firstLine;
  const first = startsLine(page, rows, 0) ? page.firstLine : page.firstLine + 1;
  return (line >= first || page.number === 1) && (line <= last || page.number === panel.window.total);
}

function folded(hay: string, needle: string): [string, string] {
  if (needle !== needle.toLowerCase()) return [hay, needle];
  const lower = hay.toLowerCase();
  // Some capitals change length in lower case; offsets would shift.
  return lower.length === hay.length ? [lower, needle] : [hay, needle];
}
