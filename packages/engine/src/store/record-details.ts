import type { EventDetails } from '../audit/events.ts';
import type { OutputRecord } from './record.ts';

/** What the log says of a kept output: its size and hash, never its content. */
export function keptDetails(
  tool: string,
  { bytes, lines, sha256, cut, totalBytes }: OutputRecord,
): EventDetails<'output.kept'> {
  return { tool, bytes, lines, sha256, cut, totalBytes };
}
