import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { countLineFeeds } from '../text/lines.ts';
import { errorCode } from './failure.ts';
import type { OutputRecord } from './record.ts';

/** One page of a stored output, as bytes. */
export interface Page {
  page: number;
  pages: number;
  bytes: Buffer;
  start: number;
  firstLine: number;
}

/** Why a stored output can not be read. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: 'no such output' | 'damaged';

  constructor(reason: 'no such output' | 'damaged', message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A stored output, opened for reading by position. Close it when done. */
export class StoredOutput {
  readonly record: OutputRecord;
  readonly #fd: number;

  private constructor(fd: number, record: OutputRecord) {
    this.#fd = fd;
    this.record = record;
  }

  /**
   * Opens the output that `record` describes. Throws StoreError when what is there is not what the record says: a link, a
   * directory, another size.
   */
  static of(directory: string, record: OutputRecord): StoredOutput {
    const { id } = record;
    const fd = openRegular(join(directory, id), id);
    const { size } = fstatSync(fd);
    if (size === record.bytes) return new StoredOutput(fd, record);
    closeSync(fd);
    throw new StoreError('damaged', `output ${id} has ${size} bytes where its record says ${record.bytes}`);
  }

  /** What tells this file, as it now is, from every other: its device, inode, size and modification time. */
  get identity(): string {
    const { dev, ino, size, mtimeMs } = fstatSync(this.#fd);
    return `${dev}:${ino}:${size}:${mtimeMs}`;
  }

  get pages(): number {
    return this.record.pages.length;
  }

  /** Page `page`, from 1; null when there is no such page. One read of at most 128 KiB. */
  page(page: number): Page | null {
    const place = this.record.pages[page - 1];
    if (!place) return null;
    const end = this.record.pages[page]?.start ?? this.record.bytes;
    return { page, pages: this.pages, bytes: this.read(place.start, end), ...place };
  }

  /** Bytes `start` to `end`. */
  read(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, this.record.bytes) - start));
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#fd, bytes, done, bytes.length - done, start + done);
      if (read === 0) throw new StoreError('damaged', `output ${this.record.id} ended at byte ${start + done}`);
      done += read;
    }
    return bytes;
  }

  /** Offset of the first byte of line `line`, from 1; the end of the output when it has fewer lines. */
  lineOffset(line: number): number {
    const index = this.record.pages.findLastIndex((p) => p.firstLine < line);
    const page = this.page(index + 1);
    if (!page) return 0;
    let at = 0;
    for (let left = line - page.firstLine; left > 0; left--) {
      const feed = page.bytes.indexOf(0x0a, at);
      if (feed === -1) return page.start + page.bytes.length;
      at = feed + 1;
    }
    return page.start + at;
  }

  /** Number of the line that byte `offset` lies in. */
  lineAt(offset: number): number {
    const index = this.record.pages.findLastIndex((p) => p.start <= offset);
    const place = this.record.pages[index];
    if (!place) return 1;
    return place.firstLine + countLineFeeds(this.read(place.start, offset));
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Opens a regular file and nothing else: no link is followed, and a pipe or device does not block. */
export function openRegular(path: string, id: string): number {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new StoreError('no such output', `there is no output ${id}`, { cause: error });
    throw new StoreError('damaged', `output ${id} can not be opened (${code ?? 'unknown'})`, { cause: error });
  }
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new StoreError('damaged', `output ${id} is not a regular file`);
}
