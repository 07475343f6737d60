import { boundaryAfter } from '../text/utf8.ts';

/** Nominal length of a page of a stored output, in bytes. */
export const PAGE_BYTES = 65_536;

/** Longest page: from a multiple of 64 KiB to almost two multiples further. */
export const LONGEST_PAGE = 2 * PAGE_BYTES;

const LF = 0x0a;

/** Where a page starts: its byte offset in the output, and the number of the line that it starts in. */
export interface PageStart {
  start: number;
  firstLine: number;
}

/**
 * Length of the page that starts at offset `start` of an output; `bytes` are the output from there on, at least 128 KiB of
 * them or all that there are. A page ends at the end of the line that crosses the next multiple of 64 KiB; where that line
 * goes on for more than a page, at the first whole UTF-8 character from the multiple on. So the pages joined are the
 * output, and each is a function of the bytes alone.
 */
export function pageLength(bytes: Buffer, start: number): number {
  const goal = PAGE_BYTES - (start % PAGE_BYTES);
  if (bytes.length <= goal) return bytes.length;
  const feed = bytes.indexOf(LF, goal - 1);
  if (feed !== -1 && feed < goal + PAGE_BYTES) return feed + 1;
  return bytes.length <= goal + PAGE_BYTES && bytes.length < LONGEST_PAGE ? bytes.length : boundaryAfter(bytes, goal);
}
