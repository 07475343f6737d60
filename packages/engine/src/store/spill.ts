import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { whyNotKept } from './failure.ts';

/**
 * A file beside the store that takes a stream as it is printed, from the first byte that memory would drop, up to a
 * ceiling; bytes past it are counted by the caller and dropped. The first failure (a full disk, no permission) ends it:
 * the file goes and `failure` says why. Its name is no output's name, so a crash leaves nothing that looks kept.
 */
export class Spill {
  readonly path: string;
  readonly #ceiling: number;
  #file: FileHandle | null = null;
  #bytes = 0;
  #made = false;
  #failure: string | null;

  /** `failure` is set when the place for the file could not be made: then nothing is written. */
  constructor(path: string, ceiling: number, failure: string | null = null) {
    this.path = path;
    this.#ceiling = ceiling;
    this.#failure = failure;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** True while another byte would be written. */
  get open(): boolean {
    return this.#failure === null && this.#bytes < this.#ceiling;
  }

  /** Writes what fits under the ceiling; resolves when the file has it, so that a slow disk holds the reader back. */
  async write(chunk: Buffer): Promise<void> {
    if (!this.open) return;
    const part = chunk.subarray(0, this.#ceiling - this.#bytes);
    try {
      this.#file ??= await open(this.path, 'wx', 0o600);
      this.#made = true;
      let done = 0;
      while (done < part.length) done += (await this.#file.write(part, done)).bytesWritten;
      this.#bytes += part.length;
    } catch (error) {
      this.#failure = whyNotKept(error);
      await this.remove();
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }

  /** Removes the file, if it was made. */
  async remove(): Promise<void> {
    try {
      await this.close();
    } finally {
      if (this.#made) rmSync(this.path, { force: true });
      this.#made = false;
    }
  }

  /** Bytes `from` to `limit`, a block at a time. */
  *blocks(limit: number, from = 0): Generator<Buffer> {
    yield* fileBlocks(this.path, Math.max(0, from), limit);
  }
}

const BLOCK = 262_144;

function* fileBlocks(path: string, from: number, limit: number): Generator<Buffer> {
  const fd = openSync(path, 'r');
  try {
    for (let at = from; at < limit; ) {
      const block = Buffer.allocUnsafe(Math.min(BLOCK, limit - at));
      const read = readSync(fd, block, 0, block.length, at);
      if (read === 0) return;
      at += read;
      yield block.subarray(0, read);
    }
  } finally {
    closeSync(fd);
  }
}

/** Writes all of `bytes`, however many calls that takes. */
export function writeWhole(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}
