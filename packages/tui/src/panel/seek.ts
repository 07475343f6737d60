import { type HeldPage, pageRows, rowOfLine, startsLine } from './page.ts';
import { addPage, jumpTo, type Panel, type Purpose, type Room } from './panel.ts';
import { heldPage } from './window.ts';

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

function showLine(panel: Panel, page: HeldPage, line: number, room: Room): Panel {
  return show(panel, page, rowOfLine(pageRows(page, panel.width), line), room);
}

/** `row` of `page` a few rows under the top, the page held beside the others where it follows them. */
function show(panel: Panel, page: HeldPage, row: number, room: Room): Panel {
  const top = Math.max(0, row - Math.min(CONTEXT, room.height - 1));
  const near = heldPage(panel.window, page.number) ? panel : addPage(panel, page, room);
  return { ...near, top: { page: page.number, row: top }, atEnd: false, pending: null, message: null };
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
