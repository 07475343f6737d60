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
  #lineEnd: string | null;

  /**
   * `carriageReturns`: text whose first chunk has carriage returns and no line feed has lines that end so, as some logs on
   * the web are kept; without it only a line feed ends a line, as in the store.
   */
  constructor(onLine: (line: string) => void, { carriageReturns = false } = {}) {
    this.#onLine = onLine;
    this.#lineEnd = carriageReturns ? null : '\n';
  }

  push(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    this.#lineEnd ??= text.includes('\r') && !text.includes('\n') ? '\r' : '\n';
    const end = this.#lineEnd;
    let from = 0;
    for (let feed = text.indexOf(end); feed !== -1; feed = text.indexOf(end, from)) {
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
