import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { MAX_LINE_BYTES } from './limits.ts';

const LF = 0x0a;

/** A whole line, or the account of one that was too long to hold. */
export type Frame = { kind: 'line'; text: string } | { kind: 'oversize'; bytes: number };

/**
 * Splits bytes into lines at 0x0A alone: U+2028 is legal inside a JSON string, and readers that split on it break such
 * lines. Chunks are kept in a list and joined once a line, so an unfinished line costs no more than its length.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes = MAX_LINE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Takes the next chunk; returns the frames that it completes, in order. */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#keep(chunk.subarray(start, end));
      frames.push(this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return frames;
  }

  /** The line that had no line end when the stream closed, or null. */
  flush(): Frame | null {
    return this.#bytes === 0 ? null : this.#take();
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take(): Frame {
    const bytes = this.#bytes;
    const text = bytes > this.#maxBytes ? null : Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#bytes = 0;
    if (text === null) return { kind: 'oversize', bytes };
    return { kind: 'line', text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }
}

/** Reads frames from a stream until it ends. The stream is read no faster than the caller takes frames. */
export async function* readFrames(stream: Readable, maxBytes = MAX_LINE_BYTES): AsyncGenerator<Frame> {
  const splitter = new LineSplitter(maxBytes);
  for await (const chunk of stream) yield* splitter.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
  const rest = splitter.flush();
  if (rest) yield rest;
}

/** One JSON object as a line. U+2028 and U+2029 are escaped for readers that would split on them. */
export function encodeLine(value: object): string {
  return `${JSON.stringify(value).replace(/[\u2028\u2029]/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;
}

/**
 * Writes lines to a stream in order. `send` resolves when the stream wants more, so that a caller that awaits it never
 * fills memory for a reader that has stopped; `closed` is true once the reader is gone, after which lines are dropped.
 */
export class LineWriter {
  readonly #stream: Writable;
  #draining: Promise<void> | null = null;
  #closed = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    const close = () => {
      this.#closed = true;
    };
    stream.on('error', close);
    stream.on('close', close);
  }

  get closed(): boolean {
    return this.#closed;
  }

  async send(value: object): Promise<void> {
    if (this.#closed) return;
    if (!this.#stream.write(encodeLine(value))) this.#draining ??= this.#drained();
    await this.#draining;
  }

  async #drained(): Promise<void> {
    const done = new AbortController();
    const { signal } = done;
    try {
      await Promise.race([once(this.#stream, 'drain', { signal }), once(this.#stream, 'close', { signal })]);
    } catch {
      // The stream failed while it was waited for; its error handler has marked it closed.
    } finally {
      done.abort();
      this.#draining = null;
    }
  }
}
