/** What `string-width` is asked: the cells of a text. */
type Measure = (text: string) => number;

/** Widths that were measured before. Bounded: cleared when full, since text repeats its characters. */
const widths = new Map<string, number>();
const MAX_WIDTHS = 8_192;

let measure: Measure | null = null;

/**
 * Loads the full rules of width. They take a fifth of the time to the first frame (a regular expression of every emoji), and
 * that frame holds none of what they are for; before they are there, clusters are measured by their block alone.
 */
export async function loadWidths(): Promise<void> {
  const { default: stringWidth } = await import('string-width');
  measure = stringWidth;
  widths.clear();
}

/** Cells of one grapheme cluster. */
export function clusterCells(cluster: string): number {
  let width = widths.get(cluster);
  if (width === undefined) {
    if (widths.size >= MAX_WIDTHS) widths.clear();
    width = measure ? measure(cluster) : cellsByBlock(cluster.codePointAt(0) ?? 0);
    widths.set(cluster, width);
  }
  return width;
}

function cellsByBlock(code: number): number {
  const wide = (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xd7ff) || code >= 0x1f300;
  return wide || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff00 && code <= 0xff60) ? 2 : 1;
}
