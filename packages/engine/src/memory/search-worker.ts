import { Worker } from 'node:worker_threads';
import type { Pattern } from './pattern.ts';

/** Why a search was given up: its pattern takes too long, or more memory than an expression may have. */
export class SearchStopped extends Error {
  override readonly name = 'SearchStopped';
}

/** What is searched: the lines of a text, or with `step` above 0 one long line, its places at least `step` apart. */
interface Query {
  text: string;
  step: number;
}

/**
 * The other thread's program, as text: whatever bundles or transforms this module leaves it alone, and it needs no file of
 * its own beside the bundle. It answers each query, in order, with numbers: for lines the index, start and end of each
 * match's line; for a long line where each match begins.
 */
const PROGRAM = `
const { parentPort, workerData: { source, flags } } = require('node:worker_threads');
const once = new RegExp(source, flags);
const again = new RegExp(source, flags + 'g');
parentPort.on('message', ({ text, step }) => {
  const found = [];
  if (step > 0) {
    again.lastIndex = 0;
    for (let match = again.exec(text); match; match = again.exec(text)) {
      found.push(match.index);
      again.lastIndex = match.index + step;
    }
  } else {
    for (let start = 0, index = 0; start < text.length; index++) {
      const feed = text.indexOf('\\n', start);
      const end = feed === -1 ? text.length : feed;
      if (once.test(text.slice(start, end))) found.push(index, start, end);
      start = end + 1;
    }
  }
  parentPort.postMessage(found);
});
`;

/** Memory that an expression may take, in MiB; the text itself is some dozens. */
const HEAP_MIB = 192;

/**
 * Searches in a thread of its own, which ends at the deadline whatever the expression is doing: a pattern that backtracks
 * for ever stops itself and nothing else. One query at a time.
 */
export class SearchWorker {
  readonly #worker: Worker;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal;
  readonly #abort = () => this.#end(this.#signal.reason);
  #failure: { error: unknown } | null = null;
  #waiting: { resolve: (found: number[]) => void; reject: (error: unknown) => void } | null = null;

  /** `milliseconds` until it is stopped. */
  constructor({ source, flags }: Pattern, milliseconds: number, signal: AbortSignal) {
    this.#worker = new Worker(PROGRAM, {
      eval: true,
      workerData: { source, flags },
      // Nothing of the command line is meant for it, a loader or an inspector least.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    this.#signal = signal;
    this.#timer = setTimeout(() => this.#end(new SearchStopped('it takes too long')), milliseconds);
    this.#worker.on('message', (found: number[]) => this.#answer(found));
    this.#worker.on('error', (error) => this.#end(new SearchStopped('it takes too much memory', { cause: error })));
    signal.addEventListener('abort', this.#abort, { once: true });
  }

  /** Throws SearchStopped when the expression had to be stopped, and the signal's reason when that was raised. */
  search(query: Query): Promise<number[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure.error);
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(query);
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#abort);
    void this.#worker.terminate();
  }

  #answer(found: number[]): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(found);
  }

  #end(error: unknown): void {
    this.#failure ??= { error };
    this.close();
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}
