import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ASCII = /^[\x20-\x7e]*$/;

/** Widths of clusters outside the plain ranges. Bounded: cleared when full, since text repeats its characters. */
const widths = new Map<string, number>();
const MAX_WIDTHS = 8_192;

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
  const [first] = segmenter.segment(text.slice(at, at + 64));
  return at + Math.max(1, first?.segment.length ?? 1);
}

/** Where the cluster before offset `at` starts. `at` is a cluster boundary of the line that holds it. */
export function clusterStart(text: string, at: number): number {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 64, 0);
  if (at <= from) return Math.max(0, at - 1);
  let start = from;
  for (const { index } of segmenter.segment(text.slice(from, at))) start = from + index;
  return start;
}

/** Cells of the cluster text[at, end). */
export function clusterWidth(text: string, at: number, end: number): number {
  if (end - at === 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x300) return 1;
    if (isWideUnit(unit)) return 2;
  }
  const cluster = text.slice(at, end);
  let width = widths.get(cluster);
  if (width === undefined) {
    if (widths.size >= MAX_WIDTHS) widths.clear();
    width = stringWidth(cluster);
    widths.set(cluster, width);
  }
  return width;
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

/** Units that never join the one before or after: ASCII, Latin, box drawing, Han, kana, Hangul syllables. */
function standsAlone(unit: number): boolean {
  return (
    (unit >= 0x20 && unit < 0x7f) ||
    (unit >= 0xa0 && unit < 0x300) ||
    (unit >= 0x2500 && unit < 0x2580) ||
    isWideUnit(unit)
  );
}

function isWideUnit(unit: number): boolean {
  return (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3) || (unit >= 0x3041 && unit <= 0x3096);
}
