import type { EventOutput } from '@wisp/protocol';
import { EVENT_TEXT_BYTES } from '@wisp/protocol/limits';
import type { OutputRecord } from '../store/record.ts';
import { countLineFeeds, linesOf } from '../text/lines.ts';

/**
 * An output as a front end first sees it: at most 16 KiB of what the result shows, cut at a line end, with the counts of
 * the whole. `id` is the call's; `bytes` what the tool printed.
 */
export function eventOutput(id: string, shown: string, bytes: number, stored: OutputRecord | null): EventOutput {
  const whole = Buffer.from(shown);
  const cut =
    whole.length > EVENT_TEXT_BYTES
      ? whole.lastIndexOf(0x0a, EVENT_TEXT_BYTES - 1) + 1 || EVENT_TEXT_BYTES
      : whole.length;
  const text = whole.subarray(0, cut);
  const shownLines = linesOf(countLineFeeds(text), text.length, text.at(-1));
  return {
    id,
    text: text.toString('utf8'),
    lines: stored?.lines ?? shownLines,
    bytes,
    truncated: cut < whole.length || (stored !== null && stored.bytes > whole.length),
    shownLines,
    ...(stored ? { stored: { id: stored.id, bytes: stored.bytes, lines: stored.lines, cut: stored.cut } } : {}),
  };
}
