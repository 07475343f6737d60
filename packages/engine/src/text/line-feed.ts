import { StringDecoder } from 'node:string_decoder';

/** Longest part of one line that is handed on, in characters; no format says anything past it. */
const LONGEST_LINE = 65_536;

/**
 * Splits a stream of bytes into lines of text, without their line feeds. Bytes that are no UTF-8 become U+FFFD; a
 * character cut by a chunk's end is put together again.
 */
export class LineFeed {
  readonly #onLine: (line: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  #open = '';

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    let from = 0;
    for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', from)) {
      this.#onLine(this.#take(text.slice(from, feed)));
      from = feed + 1;
    }
    this.#hold(text.slice(from));
  }

  /** Hands on the last line, when the stream did not end it. */
  finish(): void {
    this.#hold(this.#decoder.end());
    if (this.#open !== '') this.#onLine(this.#take(''));
  }

  #take(end: string): string {
    const line = this.#open === '' ? end : this.#open + end.slice(0, LONGEST_LINE - this.#open.length);
    this.#open = '';
    return line;
  }

  #hold(part: string): void {
    if (this.#open.length < LONGEST_LINE) this.#open += part.slice(0, LONGEST_LINE - this.#open.length);
  }
}
