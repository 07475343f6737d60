import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { countLineFeeds, linesOf } from '../text/lines.ts';
import { LONGEST_PAGE, type PageStart, pageLength } from './pages.ts';
import type { OutputRecord } from './record.ts';
import { writeWhole } from './spill.ts';

/** A part of an output: bytes at hand, or blocks read as they are needed. */
export type Part = Buffer | Iterable<Buffer>;

/** What is known of an output besides its bytes. */
export interface OutputFacts {
  id: string;
  tool: string;
  time: string;
  cut: boolean;
  /** Bytes of the whole with nothing cut out; null when the parts are the whole. */
  totalBytes: number | null;
}

/**
 * Writes an output page by page, in bounded memory, to a file that gets its name only when it is whole; then its record,
 * likewise. Throws the system's error, and leaves nothing, when either can not be written.
 */
export function composeOutput(path: string, parts: Iterable<Part>, facts: OutputFacts): OutputRecord {
  const partial = `${path}.part`;
  const partialRecord = `${path}.json.part`;
  try {
    const record = writePages(partial, parts, facts);
    writeFileSync(partialRecord, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(partial, path);
    renameSync(partialRecord, `${path}.json`);
    return record;
  } catch (error) {
    for (const left of [partial, partialRecord, path]) rmSync(left, { force: true });
    throw error;
  }
}

function writePages(path: string, parts: Iterable<Part>, facts: OutputFacts): OutputRecord {
  const fd = openSync(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const pages: PageStart[] = [];
    let bytes = 0;
    let feeds = 0;
    let lastByte: number | undefined;
    for (const page of cutPages(parts)) {
      pages.push({ start: bytes, firstLine: feeds + 1 });
      writeWhole(fd, page);
      hash.update(page);
      bytes += page.length;
      feeds += countLineFeeds(page);
      lastByte = page.at(-1);
    }
    // The rename that follows must never name a file whose bytes are still on their way.
    fsyncSync(fd);
    const { id, tool, time, cut, totalBytes } = facts;
    const lines = linesOf(feeds, bytes, lastByte);
    return {
      schema: 1,
      id,
      tool,
      time,
      bytes,
      lines,
      sha256: hash.digest('hex'),
      cut,
      totalBytes: totalBytes ?? bytes,
      pages,
    };
  } finally {
    closeSync(fd);
  }
}

function* cutPages(parts: Iterable<Part>): Generator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let start = 0;
  const cut = (enough: number): Buffer[] => {
    const pages: Buffer[] = [];
    let bytes = Buffer.concat(held, heldBytes);
    while (bytes.length > 0 && bytes.length >= enough) {
      const length = pageLength(bytes, start);
      pages.push(bytes.subarray(0, length));
      bytes = bytes.subarray(length);
      start += length;
    }
    held = [bytes];
    heldBytes = bytes.length;
    return pages;
  };
  for (const part of parts) {
    for (const block of Buffer.isBuffer(part) ? [part] : part) {
      held.push(block);
      heldBytes += block.length;
      if (heldBytes >= LONGEST_PAGE) yield* cut(LONGEST_PAGE);
    }
  }
  yield* cut(0);
}
