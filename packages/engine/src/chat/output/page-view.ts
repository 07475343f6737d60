import type { OutputPage, ViewError } from '@wisp/protocol';
import type { Conversation } from '../../session/conversation.ts';
import { type StoredOutput, StoreError } from '../../store/stored-output.ts';
import { countLineFeeds } from '../../text/lines.ts';
import { openCall } from './open-call.ts';

/** Answers an `output` request: one page of a stored output, or why there is none. Reads at most 128 KiB of the file. */
export function outputView(conversation: Conversation, asked: string, page: number): OutputPage | ViewError {
  const problem = (reason: ViewError['reason'], sentence: string): ViewError => ({
    type: 'view',
    kind: 'output',
    id: asked,
    page,
    error: `${reason}: ${sentence}`,
    reason,
  });
  const opened = openCall(conversation, asked);
  if (!('output' in opened)) return problem(opened.reason, opened.sentence);
  const { output } = opened;
  try {
    const view = pageView(output, page);
    const { id } = output.record;
    return view ?? problem('no such page', `output ${id} has ${output.pages} pages; there is no page ${page}`);
  } catch (error) {
    if (error instanceof StoreError) return problem('damaged', error.message);
    throw error;
  } finally {
    output.close();
  }
}

function pageView(output: StoredOutput, number: number): OutputPage | null {
  const page = output.page(number);
  if (!page) return null;
  const { bytes, start, firstLine, pages } = page;
  const { id, cut, bytes: totalBytes, lines: totalLines } = output.record;
  const text = bytes.toString('utf8');
  return {
    type: 'view',
    kind: 'output',
    id,
    page: number,
    pages,
    text,
    firstLine,
    lines: lineStarts(output, bytes, start),
    start,
    end: start + bytes.length,
    totalBytes,
    totalLines,
    cut,
    exact: !text.includes('\ufffd') || Buffer.from(text).equals(bytes),
    last: number === pages,
  };
}

/** Lines that begin in these bytes of an output: one that began before them does not count. */
function lineStarts(output: StoredOutput, bytes: Buffer, start: number): number {
  const beginsLine = start === 0 || output.read(start - 1, start)[0] === 0x0a;
  return countLineFeeds(bytes) - (bytes.at(-1) === 0x0a ? 1 : 0) + (beginsLine ? 1 : 0);
}
