import type { Spill } from '../store/spill.ts';
import { countLineFeeds, linesOf } from '../text/lines.ts';

export interface OutputBufferOptions {
  /** Bytes of the start, and of the end, that memory holds. */
  bound: number;
  /** Opens the spill when the first byte would be dropped; null when there is no store. */
  openSpill: () => Spill | null;
}

/**
 * One stream of a command: its first and last `bound` bytes in memory, everything counted. The moment a byte would be
 * dropped a spill opens, takes what memory holds, and then every later chunk (features D1).
 */
export class OutputBuffer {
  readonly #options: OutputBufferOptions;
  readonly #head: Ring;
  readonly #tail: Ring;
  #bytes = 0;
  #feeds = 0;
  #lastByte: number | undefined;
  #spill: Spill | null = null;
  #spilling = false;

  constructor(options: OutputBufferOptions) {
    this.#options = options;
    this.#head = new Ring(options.bound);
    this.#tail = new Ring(options.bound);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get lines(): number {
    return linesOf(this.#feeds, this.#bytes, this.#lastByte);
  }

  get endsLine(): boolean {
    return this.#lastByte === 0x0a;
  }

  /** The spill, when more was printed than memory holds and there is a store. */
  get spill(): Spill | null {
    return this.#spill;
  }

  /**
   * Takes the next chunk, which may change after the call unless a promise is returned: then the disk is behind, and the
   * chunk must stand, and nothing more be read, until it resolves.
   */
  push(chunk: Buffer): Promise<void> | undefined {
    this.#bytes += chunk.length;
    this.#feeds += countLineFeeds(chunk);
    this.#lastByte = chunk.at(-1) ?? this.#lastByte;
    const rest = chunk.subarray(this.#head.fill(chunk));
    if (rest.length === 0) return undefined;
    const writing = this.#spilled(rest);
    this.#tail.push(rest);
    return writing;
  }

  /** The first bytes: all of them when the stream is no longer than the bound. */
  head(): Buffer {
    return this.#head.bytes();
  }

  /** The last bytes, at most `bound` of them. */
  tail(): Buffer {
    const tail = this.#tail.bytes();
    const missing = this.#options.bound - tail.length;
    return missing === 0 ? tail : Buffer.concat([this.#head.bytes().subarray(-missing), tail]);
  }

  /** Everything, or null when memory has dropped some of it. */
  whole(): Buffer | null {
    const parts = [this.#head.bytes(), this.#tail.bytes()];
    const bytes = parts.reduce((n, part) => n + part.length, 0);
    return bytes === this.#bytes ? Buffer.concat(parts) : null;
  }

  #spilled(rest: Buffer): Promise<void> | undefined {
    if (this.#spilling) return this.#spill?.open ? this.#spill.write(rest) : undefined;
    if (this.#tail.length + rest.length <= this.#options.bound) return undefined;
    this.#spilling = true;
    this.#spill = this.#options.openSpill();
    return this.#spill?.write(Buffer.concat([this.#head.bytes(), this.#tail.bytes(), rest]));
  }
}

/** A fixed number of bytes, allocated with the first. */
class Ring {
  readonly #bound: number;
  #buffer: Buffer | null = null;
  #written = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get length(): number {
    return Math.min(this.#written, this.#bound);
  }

  /** Takes bytes until it is full; returns how many it took. */
  fill(bytes: Buffer): number {
    const part = bytes.subarray(0, this.#bound - this.length);
    if (part.length > 0) this.push(part);
    return part.length;
  }

  /** Takes all of `bytes`, over the oldest. */
  push(bytes: Buffer): void {
    this.#buffer ??= Buffer.allocUnsafe(this.#bound);
    const part = bytes.subarray(-this.#bound);
    const at = (this.#written + bytes.length - part.length) % this.#bound;
    const first = part.copy(this.#buffer, at);
    part.copy(this.#buffer, 0, first);
    this.#written += bytes.length;
  }

  /** A copy of what it holds, the oldest first. */
  bytes(): Buffer {
    if (!this.#buffer) return Buffer.alloc(0);
    if (this.#written <= this.#bound) return Buffer.from(this.#buffer.subarray(0, this.#written));
    const at = this.#written % this.#bound;
    return Buffer.concat([this.#buffer.subarray(at), this.#buffer.subarray(0, at)]);
  }
}
