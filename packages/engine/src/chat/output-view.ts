import type { OutputPage, ViewError } from '@wisp/protocol';
import { openOutput } from '../store/open-output.ts';
import { type StoredOutput, StoreError } from '../store/stored-output.ts';
import { countLineFeeds } from '../text/lines.ts';

/** Where stored outputs of this conversation are, and what became of each call. */
export interface OutputShelf {
  directory: string;
  /** Full id of the call that `id` (an id or an unambiguous prefix of 4 or more characters) names; null for none. */
  find: (id: string) => string | null;
  /** Ids whose outputs were kept in this conversation. */
  kept: ReadonlySet<string>;
}

/** Answers an `output` request: one page of a stored output, or why there is none. Reads at most 128 KiB of the file. */
export function outputView(shelf: OutputShelf, asked: string, page: number): OutputPage | ViewError {
  const problem = (reason: ViewError['reason'], sentence: string): ViewError => ({
    type: 'view',
    kind: 'output',
    id: asked,
    page,
    error: `${reason}: ${sentence}`,
    reason,
  });
  const id = shelf.find(asked);
  if (id === null) return problem('no such output', `there is no output ${asked.slice(0, 40)} in this conversation`);
  let output: StoredOutput;
  try {
    output = openOutput(shelf.directory, id);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.reason === 'damaged') return problem('damaged', error.message);
    return shelf.kept.has(id)
      ? problem('swept', `output ${id} was kept and is there no more`)
      : problem('never kept', `nothing of ${id} was held back, so nothing was kept: its result is the whole`);
  }
  try {
    const view = pageView(output, page);
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
