import type { Cut } from '../budget/result.ts';
import { countLineFeeds } from '../text/lines.ts';
import { boundaryAfter, boundaryBefore } from '../text/utf8.ts';
import type { OutputBuffer } from './output-buffer.ts';

/** Room for the line that stands in the place of a cut. */
const CUT_LINE = 160;

/** How far back from the room's end a line's end is looked for, so that the cut falls between two lines. */
const LOOK_BACK = 65_536;

const LF = 0x0a;

/**
 * Where to cut a stream so that its head, the line that states the cut, and its end take `room` bytes: between two lines
 * where there are any, else between two characters. Null when it fits as it is.
 */
export function cutStream(buffer: OutputBuffer, room: number): Cut | null {
  if (buffer.bytes <= room || !buffer.spill) return null;
  const tail = buffer.tail();
  const feed = tail.indexOf(LF);
  const from = feed === -1 || feed === tail.length - 1 ? boundaryAfter(tail, 0) : feed + 1;
  const kept = tail.subarray(from);
  const limit = Math.min(buffer.spill.bytes, room - CUT_LINE - kept.length);
  const end = Buffer.concat([...buffer.spill.blocks(limit, limit - LOOK_BACK)]);
  const headBytes = limit - end.length + (end.lastIndexOf(LF) + 1 || boundaryBefore(end, end.length));
  const headFeeds = feedsOf(buffer.spill.blocks(headBytes));
  const endsLine = end[headBytes - (limit - end.length) - 1] === LF;
  const feeds = buffer.lines - (buffer.endsLine ? 0 : 1);
  return {
    headBytes,
    headLines: headFeeds + (endsLine ? 0 : 1),
    tailStart: buffer.bytes - kept.length,
    tailLine: feeds - countLineFeeds(kept) + 1,
  };
}

/** Lines of a cut stream in the stored output, the one that states the cut among them. */
export function keptLines(buffer: OutputBuffer, cut: Cut): number {
  return cut.headLines + 1 + buffer.lines - cut.tailLine + 1;
}

function feedsOf(blocks: Iterable<Buffer>): number {
  let feeds = 0;
  for (const block of blocks) feeds += countLineFeeds(block);
  return feeds;
}
