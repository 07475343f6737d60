import type { Pattern } from './pattern.ts';
import { SearchStopped, SearchWorker } from './search-worker.ts';

/** How long all of a search may take, so that its answer comes within two seconds. */
const MILLISECONDS = 1_200;

/**
 * Most work that one text may be on the engine's own thread: its characters times those of the pattern, each a nanosecond at
 * the most. A page of the store with the longest pattern is half of it.
 */
const MOST_WORK_HERE = 2 ** 26;

/**
 * Searches texts for one pattern. A simple pattern is searched here, where it is fastest; one that could backtrack, and a
 * very long line, in a thread that is stopped at the deadline. Close it when done.
 */
export class Search {
  readonly #pattern: Pattern;
  readonly #signal: AbortSignal;
  readonly #until: number;
  readonly #once: RegExp;
  readonly #again: RegExp;
  #worker: SearchWorker | null = null;

  constructor(pattern: Pattern, signal: AbortSignal, milliseconds = MILLISECONDS) {
    this.#pattern = pattern;
    this.#signal = signal;
    this.#until = performance.now() + milliseconds;
    this.#once = new RegExp(pattern.source, pattern.flags);
    this.#again = new RegExp(pattern.source, `${pattern.flags}g`);
  }

  /** The index, start and end of each line of `text` that matches, one after the other. Throws SearchStopped. */
  lines(text: string): Promise<number[]> | number[] {
    if (!this.#isHere(text)) return this.#there().search({ text, step: 0 });
    const found: number[] = [];
    let index = 0;
    let counted = 0;
    for (let at = 0; at < text.length; ) {
      this.#again.lastIndex = at;
      const match = this.#again.exec(text);
      if (!match || match.index === text.length) break;
      const start = match.index === 0 ? 0 : text.lastIndexOf('\n', match.index - 1) + 1;
      const feed = text.indexOf('\n', match.index);
      const end = feed === -1 ? text.length : feed;
      for (let f = text.indexOf('\n', counted); f !== -1 && f < start; f = text.indexOf('\n', f + 1)) index++;
      counted = start;
      // A class such as \s or [^x] takes a line feed too: the line must match by itself.
      if (this.#once.test(text.slice(start, end))) found.push(index, start, end);
      at = end + 1;
    }
    return found;
  }

  /** Where matches in a long line begin, at least `step` characters apart. Throws SearchStopped. */
  places(text: string, step: number): Promise<number[]> | number[] {
    if (!this.#isHere(text)) return this.#there().search({ text, step });
    const found: number[] = [];
    this.#again.lastIndex = 0;
    for (let match = this.#again.exec(text); match; match = this.#again.exec(text)) {
      found.push(match.index);
      this.#again.lastIndex = match.index + step;
    }
    return found;
  }

  close(): void {
    this.#worker?.close();
  }

  #isHere(text: string): boolean {
    if (performance.now() > this.#until) throw new SearchStopped('it takes too long');
    return this.#pattern.simple && text.length * this.#pattern.source.length <= MOST_WORK_HERE;
  }

  #there(): SearchWorker {
    this.#worker ??= new SearchWorker(this.#pattern, Math.max(1, this.#until - performance.now()), this.#signal);
    return this.#worker;
  }
}
