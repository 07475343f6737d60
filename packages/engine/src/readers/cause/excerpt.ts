/**
 * Lines of an output that may show why it failed. The lines `fromLine` to `toLine` are what it may grow to; it is cut to
 * the room around its anchor. Line numbers count from 1.
 */
export interface Excerpt {
  fromLine: number;
  toLine: number;
  anchorLine: number;
  /** Why it was chosen, in a few words. */
  why: string;
  /** Bytes of its lines, line feeds included, each line clipped to `CLIPPED_LINE`. */
  bytes: number;
  /** Bytes of each of its lines as they are, the first that of `fromLine`. */
  lineBytes: readonly number[];
  /** The heading or the first line of the block that the anchor stands in, when that is further up, and what follows it. */
  heading: { line: number; bytes: readonly number[] } | null;
  /** `around`: the lines below the anchor and one or two above explain it. `above`: those above it do. */
  grows: 'around' | 'above';
  /** True when the anchor only announces what follows: a heading, a numbered failure. */
  announces: boolean;
  /** True when the anchor's words are those of a failure, rather than that it stands where one may. */
  mentions: boolean;
}

/** Bytes that a line of an excerpt takes at the most: what is longer is shown clipped. */
export const CLIPPED_LINE = 200;

/** Bytes that lines of these lengths take in an excerpt, line feeds included. */
export function shownBytes(lineBytes: readonly number[]): number {
  return lineBytes.reduce((sum, bytes) => sum + Math.min(bytes, CLIPPED_LINE) + 1, 0);
}
