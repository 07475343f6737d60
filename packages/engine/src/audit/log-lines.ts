import { readSync } from 'node:fs';
import { setImmediate as others } from 'node:timers/promises';

/** Longest line that is read, in bytes; one that wisp writes is far shorter. */
const LONGEST_LINE = 1_048_576;

const BLOCK = 65_536;
const LF = 0x0a;

/** A line without its line feed, or null in place of one that is too long to be an event. */
export type LogLine = Buffer | null;

/** Cuts what it is given into lines, holding one open line of bounded length at most. */
export class LineCutter {
  #open: Buffer[] = [];
  #bytes = 0;

  /** The lines that `chunk` ends. The chunk may be kept: it must not change afterwards. */
  *lines(chunk: Buffer): Generator<LogLine> {
    let from = 0;
    for (let feed = chunk.indexOf(LF); feed !== -1; feed = chunk.indexOf(LF, from)) {
      this.#take(chunk.subarray(from, feed));
      yield this.rest();
      from = feed + 1;
    }
    this.#take(chunk.subarray(from));
  }

  /** The open line as far as it has come, which is open no more. */
  rest(): LogLine {
    const line = this.#bytes > LONGEST_LINE ? null : Buffer.concat(this.#open);
    this.#open = [];
    this.#bytes = 0;
    return line;
  }

  #take(part: Buffer): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > LONGEST_LINE) this.#open = [];
    else this.#open.push(part);
  }
}

/** The lines of a file in order, in bounded memory; a last one that nothing ends too. */
export async function* linesForward(fd: number): AsyncGenerator<LogLine> {
  const cutter = new LineCutter();
  let at = 0;
  for (let block = blockAt(fd, at); block.length > 0; block = blockAt(fd, at)) {
    at += block.length;
    yield* cutter.lines(block);
    // A log may be large, and who reads it may have a person waiting.
    await others();
  }
  yield cutter.rest();
}

/** The lines of the first `end` bytes of a file, the last first, reading no further back than is asked for. */
export async function* linesBackward(fd: number, end: number): AsyncGenerator<LogLine> {
  let open: Buffer[] = [];
  let bytes = 0;
  const take = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > LONGEST_LINE) open = [];
    else open.unshift(part);
  };
  const line = (): LogLine => {
    const whole = bytes > LONGEST_LINE ? null : Buffer.concat(open);
    open = [];
    bytes = 0;
    return whole;
  };
  for (let to = end; to > 0; ) {
    const from = Math.max(0, to - BLOCK);
    const block = blockAt(fd, from, to - from);
    let until = block.length;
    for (let feed = block.lastIndexOf(LF); feed !== -1; feed = feed === 0 ? -1 : block.lastIndexOf(LF, feed - 1)) {
      take(block.subarray(feed + 1, until));
      yield line();
      until = feed;
    }
    take(block.subarray(0, until));
    to = from;
    await others();
  }
  yield line();
}

/** Up to `length` bytes of a file from `from` on, in memory of their own. */
export function blockAt(fd: number, from: number, length = BLOCK): Buffer {
  const block = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readSync(fd, block, done, length - done, from + done);
    if (read === 0) break;
    done += read;
  }
  return block.subarray(0, done);
}
