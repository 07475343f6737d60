import type { OutputPage, ViewError } from '@wisp/protocol';
import { cleanInline } from '../text/sanitise.ts';
import type { Openable } from '../transcript/items.ts';
import { type HeldPage, holdPage } from './page.ts';
import type { Search } from './seek.ts';
import { endTop, holdIn, type PageWindow, type Place, reflow, wantedPage } from './window.ts';

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
  | { readonly kind: 'line'; readonly line: number; readonly low: number; readonly high: number }
  | { readonly kind: 'search'; readonly search: Search };

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
  /** Said in the footer: why there is nothing, or what was not found. */
  readonly problem: string | null;
  readonly search: Search | null;
  /** Where the last search stopped: a page, and a UTF-16 offset of its text. */
  readonly found: { readonly page: number; readonly offset: number } | null;
  /** What is typed after `:` or `/`. */
  readonly prompt: { readonly kind: 'line' | 'search'; readonly text: string } | null;
  readonly numbers: boolean;
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
    problem: null,
    search: null,
    found: null,
    prompt: null,
    numbers: true,
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
    problem: null,
  };
}

/** The reason that the engine gave, and what the tool returned in the output's place. */
export function refuse(panel: Panel, error: ViewError, room: Room): Panel {
  const problem = cleanInline(error.error);
  const next = { ...panel, pending: null, problem };
  return panel.window.pages.length === 0 ? showText(next, room) : next;
}

/** The next page to ask for, as the place in view needs it. */
export function askForEdge(panel: Panel, room: Room): Panel {
  if (panel.pending || !panel.whole) return panel;
  const page = wantedPage(panel.window, panel.top, panel.width, room.height);
  return page === null ? panel : { ...panel, pending: { page, purpose: { kind: 'edge' } } };
}

/** The same text in view at the width that the room and the line numbers leave. */
export function fitWidth(panel: Panel, room: Room): Panel {
  const width = Math.max(1, room.columns - gutter(panel));
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
