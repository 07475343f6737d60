import { appendFile, open } from 'node:fs/promises';
import { join } from 'node:path';

/** The end of the file that is read, in bytes, and lines of it that are remembered. */
const MOST_BYTES = 1_048_576;
const MOST_LINES = 500;

/** A longer line is not kept for later, in characters. */
const LONGEST = 16_384;

/**
 * The lines that the person sent, one JSON string a line in `<home>/history.jsonl`, which the screen shares. What can not be
 * read or written is left: the lines of this conversation are in memory all the same.
 */
export class HistoryFile {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(home: string) {
    this.#path = join(home, 'history.jsonl');
  }

  /** The newest lines, the newest first, each once. */
  async read(): Promise<string[]> {
    const text = await endOf(this.#path).catch(() => '');
    const lines = text.split('\n').flatMap(lineOf).reverse();
    return [...new Set(lines)].slice(0, MOST_LINES);
  }

  /** Adds a line; lines are written in the order in which they came. */
  add(line: string): void {
    if (line.length > LONGEST) return;
    this.#writing = this.#writing
      .then(() => appendFile(this.#path, `${JSON.stringify(line)}\n`, { mode: 0o600 }))
      .catch(() => undefined);
  }

  /** Resolves when every line is written. */
  settled(): Promise<void> {
    return this.#writing;
  }
}

async function endOf(path: string): Promise<string> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const start = Math.max(0, size - MOST_BYTES);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
  return buffer.toString('utf8', 0, bytesRead);
}

function lineOf(json: string): string[] {
  try {
    const value: unknown = JSON.parse(json);
    // Readline has no line of more than one.
    return typeof value === 'string' && value !== '' && !value.includes('\n') ? [value] : [];
  } catch {
    // A torn line, or none.
    return [];
  }
}
