import type { Row } from '../text/row.ts';
import type { Item } from './items.ts';
import { at, type Log } from './log.ts';
import { itemRows } from './rows.ts';

/** A row of the transcript: the item that holds it, and which of the item's rows it is. */
interface Anchor {
  readonly item: number;
  readonly row: number;
}

/** The first row in view; null while the view follows the end. */
export type Scroll = Anchor | null;

/**
 * The rows in view, at most `height`; those of item `chosen` are set off. Costs the rows in view, whatever the length of the
 * transcript.
 */
export function visibleRows(
  log: Log<Item>,
  scroll: Scroll,
  width: number,
  height: number,
  chosen: number | null = null,
): Row[] {
  const top = scroll ? clamp(log, scroll, width) : endAnchor(log, width, height);
  const rows: Row[] = [];
  for (let index = top.item; index < log.end && rows.length < height; index++) {
    const item = at(log, index);
    if (!item) continue;
    const all = index === chosen ? setOff(itemRows(item, width)) : itemRows(item, width);
    rows.push(...all.slice(index === top.item ? top.row : 0));
  }
  return rows.slice(0, height);
}

/** An item's rows, its title set off: what Enter would open. */
function setOff(rows: readonly Row[]): readonly Row[] {
  const title = rows.findIndex((cells) => cells.length > 0);
  return rows.map((cells, index) =>
    index === title ? cells.map((part) => ({ ...part, tone: 'selected' as const })) : cells,
  );
}

/** Whether the first row of an item is in view. */
export function isInView(log: Log<Item>, scroll: Scroll, width: number, height: number, item: number): boolean {
  const top = scroll ? clamp(log, scroll, width) : endAnchor(log, width, height);
  const last = forward(log, top, width, height - 1);
  return compare({ item, row: 0 }, top) >= 0 && compare({ item, row: 1 }, last) <= 0;
}

/** The view moved by `by` rows (negative: up). It follows again once the end is in view. */
export function scrollRows(log: Log<Item>, scroll: Scroll, width: number, height: number, by: number): Scroll {
  const from = scroll ? clamp(log, scroll, width) : endAnchor(log, width, height);
  const end = endAnchor(log, width, height);
  const to = by < 0 ? back(log, from, width, -by) : forward(log, from, width, by);
  return compare(to, end) >= 0 ? null : to;
}

/** The view at the first row; following when everything fits. */
export function scrollHome(log: Log<Item>, width: number, height: number): Scroll {
  const home = { item: log.first, row: 0 };
  return compare(home, endAnchor(log, width, height)) >= 0 ? null : home;
}

/** Index of the last item that is at least partly in view. */
export function lastVisible(log: Log<Item>, scroll: Scroll, width: number, height: number): number {
  if (!scroll) return log.end - 1;
  return Math.min(log.end - 1, forward(log, clamp(log, scroll, width), width, height - 1).item);
}

/** The first row in view when the last one is at the bottom. */
function endAnchor(log: Log<Item>, width: number, height: number): Anchor {
  return back(log, { item: log.end, row: 0 }, width, height);
}

function back(log: Log<Item>, from: Anchor, width: number, rows: number): Anchor {
  let { item, row } = from;
  let left = rows;
  while (left > row && item > log.first) {
    left -= row;
    item -= 1;
    row = count(log, item, width);
  }
  return { item, row: Math.max(0, row - left) };
}

function forward(log: Log<Item>, from: Anchor, width: number, rows: number): Anchor {
  let { item, row } = from;
  let left = rows;
  while (item < log.end && row + left >= count(log, item, width)) {
    left -= count(log, item, width) - row;
    item += 1;
    row = 0;
  }
  return { item, row: item < log.end ? row + left : 0 };
}

/** An anchor made at another width, or of an item that is gone, brought to a row that exists. */
function clamp(log: Log<Item>, anchor: Anchor, width: number): Anchor {
  if (anchor.item < log.first) return { item: log.first, row: 0 };
  if (anchor.item >= log.end) return { item: Math.max(log.first, log.end - 1), row: 0 };
  return { item: anchor.item, row: Math.min(anchor.row, Math.max(0, count(log, anchor.item, width) - 1)) };
}

function count(log: Log<Item>, index: number, width: number): number {
  const item = at(log, index);
  return item ? itemRows(item, width).length : 0;
}

function compare(a: Anchor, b: Anchor): number {
  return a.item - b.item || a.row - b.row;
}
