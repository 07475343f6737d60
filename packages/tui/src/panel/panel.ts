import type { OutputPage, ViewError } from '@wisp/protocol';
import { cleanInline } from '../text/sanitise.ts';
import type { Openable } from '../transcript/items.ts';
import { type HeldPage, holdPage, pageRows } from './page.ts';
import type { Point, Question } from './questions.ts';
import { endTop, heldPage, holdIn, type PageWindow, type Place, reflow, wantedPage } from './window.ts';

/** What an output is as a whole, as the engine said with each page. */
interface Whole {
  readonly id: string;
  readonly bytes: number;
  readonly lines: number;
  readonly cut: boolean;
  readonly exact: boolean;
}

/** What the next page is asked for. */
export type Purpose =
  | { readonly kind: 'open' }
  | { readonly kind: 'edge' }
  | { readonly kind: 'end' }
  | { readonly kind: 'line'; readonly line: number; readonly low: number; readonly high: number };

/** What is looked for: as it was typed, and what sets it off in the rows; see `matcherOf`. */
interface Search {
  readonly pattern: string;
  readonly matcher: RegExp | null;
}

/** What is typed in the footer: a line number, a pattern, the path of a file to save to. */
interface Prompt {
  readonly kind: 'line' | 'search' | 'save';
  readonly text: string;
}

/** The expanded view (features H3). Its pages are the only part of an output that this process holds. */
export interface Panel {
  readonly openable: Openable;
  readonly window: PageWindow;
  readonly whole: Whole | null;
  /** First row in view. */
  readonly top: Place;
  /** Stays at the end while a page is added above it. */
  readonly atEnd: boolean;
  /** The one page that is asked for. An answer that is not this one is late, and dropped. */
  readonly pending: { readonly page: number; readonly purpose: Purpose } | null;
  /** Rows that were scrolled past those that are held: made up for when the page comes. */
  readonly owed: number;
  /** Said in the footer: why there is nothing, what was not found, what was done. */
  readonly message: { readonly text: string; readonly warns: boolean } | null;
  readonly search: Search | null;
  /** What the engine is asked of the whole, and the id of that request once it was sent. */
  readonly question: Question | null;
  readonly questionId: string | null;
  /** The line that was last looked for. */
  readonly mark: number | null;
  /** What the summary names, in the order of their lines; null before it is asked for. */
  readonly points: readonly Point[] | null;
  /** The summary beside the text: whether keys are meant for it, and the point that is selected. */
  readonly side: { readonly inHand: boolean; readonly selected: number } | null;
  readonly prompt: Prompt | null;
  readonly numbers: boolean;
  /** Long lines go on in the next row; else they are cut, and `left` cells of each are scrolled out. */
  readonly wrap: boolean;
  readonly left: number;
  /** Colours as the program printed them. */
  readonly colours: boolean;
  /** Cells that text has. `top.row` counts rows at this width. */
  readonly width: number;
}

/** The screen that the panel is drawn on. */
export interface Room {
  readonly columns: number;
  /** Rows of text. */
  readonly height: number;
}

/** An output opened: its first page is asked for, or its event's text is shown when nothing is stored. */
export function openPanel(openable: Openable, room: Room): Panel {
  const panel: Panel = {
    openable,
    window: { pages: [], total: 0 },
    whole: null,
    top: { page: 1, row: 0 },
    atEnd: false,
    pending: { page: 1, purpose: { kind: 'open' } },
    owed: 0,
    message: null,
    search: null,
    question: null,
    questionId: null,
    mark: null,
    points: null,
    side: null,
    prompt: null,
    numbers: true,
    wrap: true,
    left: 0,
    colours: true,
    width: room.columns,
  };
  return openable.stored || openable.named ? panel : showText({ ...panel, pending: null }, room);
}

/** The id that pages are asked for with. */
export function outputId(panel: Panel): string {
  return panel.openable.stored?.id ?? panel.openable.id;
}

/** True for a page that this panel waits for. */
export function isAwaited(panel: Panel, line: { id: string; page?: number | undefined }): boolean {
  if (!panel.pending || (line.page !== undefined && line.page !== panel.pending.page)) return false;
  return line.id === outputId(panel) || line.id === panel.openable.id || panel.whole === null;
}

/** The panel with what a page says of the whole, the page not yet held. */
export function learn(panel: Panel, view: OutputPage, room: Room): Panel {
  const whole = { id: view.id, bytes: view.totalBytes, lines: view.totalLines, cut: view.cut, exact: view.exact };
  return fitWidth({ ...panel, whole, window: { ...panel.window, total: view.pages }, pending: null }, room);
}

/** A page added beside those held; the rows in view stay where they are. */
export function addPage(panel: Panel, page: HeldPage, room: Room): Panel {
  const window = holdIn(panel.window, page);
  const top = panel.atEnd ? endTop(window, panel.width, room.height) : panel.top;
  return { ...panel, window, top };
}

/** The panel with no page but this one, shown from `row`. */
export function jumpTo(panel: Panel, page: HeldPage, row: number): Panel {
  return {
    ...panel,
    window: { ...panel.window, pages: [page] },
    top: { page: page.number, row },
    atEnd: false,
    owed: 0,
    message: null,
  };
}

/** The reason that the engine gave, and what the tool returned in the output's place. */
export function refuse(panel: Panel, error: ViewError, room: Room): Panel {
  const next = { ...panel, pending: null, message: { text: cleanInline(error.error), warns: true } };
  return panel.window.pages.length === 0 ? showText(next, room) : next;
}

/** The next page to ask for, as the place in view needs it. */
export function askForEdge(panel: Panel, room: Room): Panel {
  if (panel.pending || !panel.whole) return panel;
  const page = wantedPage(panel.window, panel.top, panel.width, room.height);
  return page === null ? panel : { ...panel, pending: { page, purpose: { kind: 'edge' } } };
}

/** Width of rows that are not wrapped: more than a page has. */
const UNWRAPPED = 1_000_000;

/** The same text in view at the width that the room and the line numbers leave. */
export function fitWidth(panel: Panel, room: Room): Panel {
  const width = panel.wrap ? Math.max(1, room.columns - gutter(panel)) : UNWRAPPED;
  const top = reflow(panel.window, panel.top, panel.width, width);
  const fitted = { ...panel, top, width };
  return panel.atEnd ? { ...fitted, top: endTop(panel.window, width, room.height) } : fitted;
}

/** Cells that line numbers take, the gap after them included. */
export function gutter(panel: Panel): number {
  if (!panel.numbers) return 0;
  const last = panel.window.pages.at(-1);
  const lines = panel.whole?.lines ?? (last ? last.text.split('\n').length : 0);
  return String(Math.max(1, lines)).length + 2;
}

/** Number of the line at the top of the view, from 1. */
export function lineInView(panel: Panel): number {
  const page = heldPage(panel.window, panel.top.page);
  return page ? (pageRows(page, panel.width).lines[panel.top.row] ?? 1) : 1;
}

/** What the event carried, as a page of its own. */
function showText(panel: Panel, room: Room): Panel {
  const { text } = panel.openable;
  const bytes = Buffer.byteLength(text);
  const page = holdPage({
    type: 'view',
    kind: 'output',
    id: panel.openable.id,
    page: 1,
    pages: 1,
    text,
    firstLine: 1,
    lines: 0,
    start: 0,
    end: bytes,
    totalBytes: bytes,
    totalLines: 0,
    cut: false,
    exact: true,
    last: true,
  });
  return fitWidth({ ...panel, window: { pages: [page], total: 1 }, top: { page: 1, row: 0 } }, room);
}
