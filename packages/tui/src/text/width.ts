import { clusterCells } from './clusters.ts';

const ASCII = /^[\x20-\x7e]*$/;

let segmenter: Intl.Segmenter | null = null;

/** Clusters of `text`. The segmenter is made when it is first needed: its tables take a tenth of the start to load. */
function clusters(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** True when each UTF-16 unit of `text` is one cell: printable ASCII alone. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Cells that clean text takes in a terminal, by grapheme cluster. */
export function textWidth(text: string): number {
  if (isAscii(text)) return text.length;
  let width = 0;
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at);
    width += clusterWidth(text, at, end);
    at = end;
  }
  return width;
}

/** Where the grapheme cluster that starts at UTF-16 offset `at` ends. */
export function clusterEnd(text: string, at: number): number {
  const next = at + 1;
  if (standsAlone(text.charCodeAt(at)) && (next >= text.length || standsAlone(text.charCodeAt(next)))) return next;
  // The segmenter sees no further than a cluster can reasonably reach: its cost grows with the string that it is given.
  const [first] = clusters(text.slice(at, at + 64));
  return at + Math.max(1, first?.segment.length ?? 1);
}

/** Where the cluster before offset `at` starts. `at` is a cluster boundary of the line that holds it. */
export function clusterStart(text: string, at: number): number {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 64, 0);
  if (at <= from) return Math.max(0, at - 1);
  let start = from;
  for (const { index } of clusters(text.slice(from, at))) start = from + index;
  return start;
}

/** Cells of the cluster text[at, end). */
export function clusterWidth(text: string, at: number, end: number): number {
  if (end - at === 1) {
    const unit = text.charCodeAt(at);
    if (isNarrowUnit(unit)) return 1;
    if (isWideUnit(unit)) return 2;
  }
  return clusterCells(text.slice(at, end));
}

/**
 * The longest start of `text` that fits `cells`, with the cells that it takes. A wide character at the edge is left out,
 * never split.
 */
export function cutToWidth(text: string, cells: number): { text: string; width: number } {
  if (isAscii(text)) return { text: text.slice(0, cells), width: Math.min(text.length, cells) };
  let width = 0;
  let at = 0;
  while (at < text.length) {
    const end = clusterEnd(text, at);
    const more = clusterWidth(text, at, end);
    if (width + more > cells) break;
    width += more;
    at = end;
  }
  return { text: text.slice(0, at), width };
}

/** `text` within `cells`; what does not fit is replaced by `…`. */
export function truncate(text: string, cells: number): string {
  if (text.length <= cells && isAscii(text)) return text;
  if (textWidth(text) <= cells) return text;
  return cells <= 0 ? '' : `${cutToWidth(text, cells - 1).text}…`;
}

/** As `truncate`, but the end is kept: for paths. */
export function truncateStart(text: string, cells: number): string {
  if (textWidth(text) <= cells) return text;
  if (cells <= 0) return '';
  let at = text.length;
  let width = 1;
  while (at > 0) {
    const start = clusterStart(text, at);
    const more = clusterWidth(text, start, at);
    if (width + more > cells) break;
    width += more;
    at = start;
  }
  return `…${text.slice(at)}`;
}

/** `text` cut and filled with spaces to exactly `cells`. */
export function padTo(text: string, cells: number): string {
  const cut = cutToWidth(text, cells);
  return cut.text + ' '.repeat(cells - cut.width);
}

/** Units that never join the one before or after. */
function standsAlone(unit: number): boolean {
  return isNarrowUnit(unit) || isWideUnit(unit);
}

/** One cell: ASCII, Latin, dashes, quotes and dots, arrows, signs, box drawing and shapes, as far as no emoji is among them. */
function isNarrowUnit(unit: number): boolean {
  if (unit < 0x7f) return unit >= 0x20;
  if (unit < 0x300) return unit >= 0xa0 && unit !== 0xa9 && unit !== 0xad && unit !== 0xae;
  if (unit >= 0x2010 && unit <= 0x2027) return true;
  if (unit >= 0x2030 && unit <= 0x203b) return true;
  if (unit >= 0x2200 && unit <= 0x22ff) return true;
  if (unit >= 0x2500 && unit <= 0x259f) return true;
  return NARROW_SIGNS.has(unit);
}

/** Signs of the screen's own that stand in a block with emoji. */
const NARROW_SIGNS: ReadonlySet<number> = new Set(Array.from('←↑→↓■□▰▱●○✗', (sign) => sign.charCodeAt(0)));

/** Two cells: Han, kana, Hangul syllables. */
function isWideUnit(unit: number): boolean {
  return (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3) || (unit >= 0x3041 && unit <= 0x3096);
}
