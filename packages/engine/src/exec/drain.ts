import type { Readable } from 'node:stream';
import type { Sink } from './pipes.ts';

/** How long a stream may stay silent after the command has ended before it is left to whoever still holds it. */
const QUIET_MS = 100;
/** Longest wait for output after the command has ended. */
const DRAIN_MS = 1_000;

/** Watches one stream of a command: whether it is busy, silent or ended. */
export class Drain {
  readonly #ended = Promise.withResolvers<false>();
  #stream: Readable | null = null;
  #lastChunk = 0;
  #busy: Promise<void> | null = null;

  /** The sink to read the stream into: `sink`, watched. */
  watched(sink: Sink): Sink {
    return (chunk) => {
      this.#lastChunk = performance.now();
      const wait = sink(chunk);
      if (!wait) return undefined;
      this.#busy = wait.then(() => {
        this.#busy = null;
        this.#lastChunk = performance.now();
      });
      return this.#busy;
    };
  }

  /** Names the stream whose end is waited for; null when there is none. */
  attach(stream: Readable | null): void {
    this.#stream = stream;
    if (!stream) this.#ended.resolve(false);
    for (const event of ['end', 'close', 'error']) stream?.once(event, () => this.#ended.resolve(false));
  }

  /**
   * Waits, once the command has ended, for the rest of its output: to the end, or until a survivor that holds the pipe has
   * been silent for a moment. Returns true when the stream was still open; it is closed then.
   */
  async finish(): Promise<boolean> {
    const since = performance.now();
    for (;;) {
      if (!(await Promise.race([this.#ended.promise, after(QUIET_MS / 4)]))) break;
      const now = performance.now();
      const silent = now - Math.max(since, this.#lastChunk) >= QUIET_MS;
      if (this.#busy || (!silent && now - since < DRAIN_MS)) continue;
      this.#stream?.destroy();
      return true;
    }
    await this.#busy;
    return false;
  }
}

async function after(ms: number): Promise<true> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return true;
}
