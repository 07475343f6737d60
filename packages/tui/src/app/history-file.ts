import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file larger than this, in bytes, is written anew with its newest lines alone. */
const MOST_BYTES = 1_048_576;
const MOST_LINES = 500;

/** A longer line is not kept for later, in characters. */
const LONGEST = 16_384;

/**
 * The lines that the person sent, one JSON string a line in `<home>/history.jsonl`, private to the user. What cannot be read
 * or written is left: the history of this conversation is in memory all the same.
 */
export class HistoryFile {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(home: string) {
    this.#path = join(home, 'history.jsonl');
  }

  /** The newest lines, oldest first. */
  async read(): Promise<string[]> {
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const lines = text.split('\n').flatMap(lineOf).slice(-MOST_LINES);
    if (Buffer.byteLength(text) > MOST_BYTES) await this.#shorten(lines);
    return lines;
  }

  /** Adds a line; lines are written in the order in which they came. */
  add(line: string): void {
    if (line.length > LONGEST) return;
    this.#writing = this.#writing
      .then(() => appendFile(this.#path, `${JSON.stringify(line)}\n`, { mode: 0o600 }))
      .catch(() => {});
  }

  /** Resolves when every line is written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  async #shorten(lines: readonly string[]): Promise<void> {
    const part = `${this.#path}.${process.pid}`;
    try {
      await writeFile(part, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
      await rename(part, this.#path);
    } catch {
      // The longer file serves as well.
    }
  }
}

function lineOf(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' && value !== '' ? [value.toWellFormed()] : [];
  } catch {
    // A torn line, or none.
    return [];
  }
}
