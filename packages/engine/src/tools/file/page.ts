import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { cleanOutput } from '../../text/clean.ts';
import { boundaryBefore } from '../../text/utf8.ts';

const BLOCK = 65_536;
const LF = 0x0a;

/** Blocks between two looks at what else is to be done: a late line of a large file takes seconds. */
const BLOCKS_A_GO = 64;

export interface PageRequest {
  /** Line to begin with, and byte inside it, both from 1. */
  line: number;
  byte: number;
  /** Bytes that the page may have. */
  room: number;
  signal: AbortSignal;
}

export interface FilePage {
  /** Lines as `number TAB text`, each ended. */
  text: string;
  /** Where the next page begins; null at the end of the file. */
  next: { line: number; byte: number } | null;
  /** Lines that were seen, to the end of the file when the page lies past it. */
  lines: number;
  /** Whether all that is shown is UTF-8. */
  isUtf8: boolean;
}

/**
 * One page of an open file, in bounded memory whatever the length of its lines: blocks are read until the page is full. A
 * line longer than a page goes on at `byte` of the next. Throws the system's error, and the signal's reason.
 */
export async function readPage(fd: number, { line, byte, room, signal }: PageRequest): Promise<FilePage> {
  const page = new PageBuilder(line, byte, room);
  const block = Buffer.allocUnsafe(BLOCK);
  for (let blocks = 1, at = 0; !page.full; blocks++) {
    const read = readSync(fd, block, 0, BLOCK, at);
    if (read === 0) break;
    page.push(block.subarray(0, read));
    at += read;
    if (blocks % BLOCKS_A_GO !== 0) continue;
    await setImmediate();
    signal.throwIfAborted();
  }
  return page.finish();
}

class PageBuilder {
  readonly #room: number;
  readonly #from: { line: number; byte: number };
  #line = 1;
  /** Bytes of the open line that have passed. */
  #column = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #text = '';
  #bytes = 0;
  #next: { line: number; byte: number } | null = null;
  #isUtf8 = true;

  constructor(line: number, byte: number, room: number) {
    this.#from = { line, byte };
    this.#room = room;
  }

  get full(): boolean {
    return this.#next !== null;
  }

  push(block: Buffer): void {
    for (let at = 0; at < block.length && !this.full; ) {
      const feed = block.indexOf(LF, at);
      const end = feed === -1 ? block.length : feed;
      if (this.#line >= this.#from.line) this.#hold(block.subarray(at, end));
      this.#column += end - at;
      at = feed === -1 ? end : end + 1;
      if (feed !== -1 && !this.full) this.#endLine();
    }
  }

  finish(): FilePage {
    if (!this.full && this.#column > 0) this.#endLine();
    return { text: this.#text, next: this.#next, lines: this.#line - 1, isUtf8: this.#isUtf8 };
  }

  /** Keeps what the page may show of the open line: never more than the page has room for. */
  #hold(part: Buffer): void {
    const skip = this.#line === this.#from.line ? Math.max(0, this.#from.byte - 1 - this.#column) : 0;
    const wanted = part.subarray(skip);
    this.#held.push(Buffer.from(wanted.subarray(0, this.#room + 4 - this.#heldBytes)));
    this.#heldBytes += wanted.length;
    if (this.#heldBytes > this.#room) this.#cutLine();
  }

  #endLine(): void {
    if (this.#line >= this.#from.line) {
      const held = Buffer.concat(this.#held);
      const shown = `${this.#line}\t${cleanOutput(held.toString('utf8'))}\n`;
      const length = Buffer.byteLength(shown);
      if (this.#bytes + length > this.#room) {
        this.#cutLine();
        return;
      }
      this.#text += shown;
      this.#bytes += length;
      this.#isUtf8 &&= isUtf8(held);
    }
    this.#held = [];
    this.#heldBytes = 0;
    this.#line++;
    this.#column = 0;
  }

  /** The open line does not fit: it waits for the next page, or is shown in part when the page has nothing else. */
  #cutLine(): void {
    const start = this.#line === this.#from.line ? this.#from.byte : 1;
    if (this.#text !== '') {
      this.#next = { line: this.#line, byte: start };
      return;
    }
    const held = Buffer.concat(this.#held);
    let to = boundaryBefore(held, Math.min(held.length, this.#room));
    let shown = '';
    do {
      shown = `${this.#line}\t${cleanOutput(held.subarray(0, to).toString('utf8'))}\n`;
      if (Buffer.byteLength(shown) <= this.#room) break;
      to = boundaryBefore(held, to - Math.max(1, Math.ceil((Buffer.byteLength(shown) - this.#room) / 3)));
    } while (to > 0);
    this.#text = shown;
    this.#isUtf8 = isUtf8(held.subarray(0, to));
    this.#next = { line: this.#line, byte: start + to };
  }
}
