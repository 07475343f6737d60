import { type HeldPage, pageRows, rowAt } from './page.ts';

/** Pages that the expanded view holds at once. */
export const MAX_PAGES = 4;

/** Pages that follow one another, and how many the output has. */
export interface PageWindow {
  readonly pages: readonly HeldPage[];
  readonly total: number;
}

/** A row: its page's number, and which of the page's rows. */
export interface Place {
  readonly page: number;
  readonly row: number;
}

/**
 * The window with one more page at its end or its beginning; the page furthest from it goes when there are more than four.
 * A page that does not follow the others replaces them.
 */
export function holdIn(window: PageWindow, page: HeldPage): PageWindow {
  const first = window.pages[0];
  const last = window.pages.at(-1);
  if (last && page.number === last.number + 1) {
    return { ...window, pages: [...window.pages, page].slice(-MAX_PAGES) };
  }
  if (first && page.number === first.number - 1) {
    return { ...window, pages: [page, ...window.pages].slice(0, MAX_PAGES) };
  }
  return { ...window, pages: [page] };
}

/** The page with that number, when it is held. */
export function heldPage(window: PageWindow, number: number): HeldPage | undefined {
  return window.pages.find((page) => page.number === number);
}

/** Rows from `from` on, at most `height`, as far as the pages that are held reach. */
export function placesFrom(window: PageWindow, from: Place, width: number, height: number): Place[] {
  const places: Place[] = [];
  for (const page of window.pages) {
    if (page.number < from.page) continue;
    const { count } = pageRows(page, width);
    for (let row = page.number === from.page ? from.row : 0; row < count && places.length < height; row++) {
      places.push({ page: page.number, row });
    }
  }
  return places;
}

/** The place `by` rows further, not past the last screen of what is held: the view stays full while a page is awaited. */
export function moveRows(window: PageWindow, from: Place, width: number, height: number, by: number): Place {
  const to = step(window, from, width, by);
  if (by <= 0) return to;
  const limit = lastTop(window, width, height);
  return limit && isAfter(to, limit) ? (isAfter(from, limit) ? from : limit) : to;
}

/** The top of the last screen, when the output's last page is held: the end stands at the bottom. */
export function endTop(window: PageWindow, width: number, height: number): Place {
  const last = window.pages.at(-1);
  if (!last) return { page: 1, row: 0 };
  return step(window, { page: last.number, row: pageRows(last, width).count - 1 }, width, 1 - height);
}

/**
 * The page to ask for next: the one after or before those held when less than a screen of rows is left in that direction.
 * A page in view is never given up for it. Null when nothing is needed.
 */
export function wantedPage(window: PageWindow, top: Place, width: number, height: number): number | null {
  const first = window.pages[0];
  const last = window.pages.at(-1);
  if (!first || !last) return null;
  const full = window.pages.length >= MAX_PAGES;
  const inView = placesFrom(window, top, width, 2 * height);
  const bottom = inView[Math.min(height, inView.length) - 1]?.page ?? top.page;
  if (inView.length < 2 * height && last.number < window.total && !(full && top.page === first.number)) {
    return last.number + 1;
  }
  const above = step(window, top, width, -height);
  const near = above.page === first.number && above.row === 0;
  if (near && first.number > 1 && !(full && bottom === last.number)) return first.number - 1;
  return null;
}

/** The place that shows the same text at another width. */
export function reflow(window: PageWindow, place: Place, from: number, to: number): Place {
  const page = heldPage(window, place.page);
  if (!page || from === to) return place;
  const offset = pageRows(page, from).starts[place.row] ?? 0;
  return { page: place.page, row: rowAt(pageRows(page, to), offset) };
}

/** Rows from one place to another: below zero when `to` comes first. Both are in pages that are held. */
export function rowsBetween(window: PageWindow, from: Place, to: Place, width: number): number {
  if (isAfter(from, to)) return -rowsBetween(window, to, from, width);
  const pages = window.pages.filter((page) => page.number >= from.page && page.number < to.page);
  return to.row - from.row + pages.reduce((sum, page) => sum + pageRows(page, width).count, 0);
}

function isAfter(a: Place, b: Place): boolean {
  return a.page > b.page || (a.page === b.page && a.row > b.row);
}

/** `by` rows on, stopping at the first and the last row that is held. */
function step(window: PageWindow, from: Place, width: number, by: number): Place {
  let index = window.pages.findIndex((page) => page.number === from.page);
  let row = from.row + by;
  for (;;) {
    const page = window.pages[index];
    if (!page) return from;
    const { count } = pageRows(page, width);
    if (row < 0) {
      const before = window.pages[index - 1];
      if (!before) return { page: page.number, row: 0 };
      index -= 1;
      row += pageRows(before, width).count;
    } else if (row >= count) {
      if (!window.pages[index + 1]) return { page: page.number, row: count - 1 };
      index += 1;
      row -= count;
    } else {
      return { page: page.number, row };
    }
  }
}

/**
 * The furthest place for the top. Where four pages together have less than a screen of rows, the first of them must be
 * scrolled out of view before the next can come: then any row will do.
 */
function lastTop(window: PageWindow, width: number, height: number): Place | null {
  const end = endTop(window, width, height);
  const stuck = window.pages.length >= MAX_PAGES && end.page === window.pages[0]?.number;
  return stuck && window.pages.at(-1)?.number !== window.total ? null : end;
}
