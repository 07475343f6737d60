import type { Failure } from '../line.ts';
import type { Place } from './places.ts';
import { describe, type FailureStart, type RunLog } from './run-log.ts';
import type { RunnerLine } from './runner.ts';

/** A block longer than this ends its record: something else was taken for its body. */
const MAX_LINES = 400;
/** Lines of an explanation that go into a message: a matcher's text, then what was expected and what came. */
const MESSAGE_LINES = 3;

/**
 * A failure whose block is still being printed. Lines go in one by one: the first ones that say something make the
 * message, the first place that `find` sees is where it failed, and the block ends at its last line with text.
 */
export class OpenRecord {
  readonly failure: Failure;
  #find: (text: string) => Place | null;
  #said: string[] = [];
  #complete: boolean;
  #lines = 0;

  constructor(log: RunLog, start: FailureStart, find: (text: string) => Place | null) {
    this.failure = log.fail(start);
    this.#find = find;
    this.#complete = this.failure.message !== '';
  }

  get full(): boolean {
    return this.#lines >= MAX_LINES;
  }

  /** Takes a line of the block. `says` is what it adds to the message, '' for a frame or a picture of the source. */
  add(line: RunnerLine, says: string = line.text.trim()): void {
    this.#lines++;
    if (line.text.trim() === '') {
      if (this.#said.length > 0) this.endMessage();
      return;
    }
    this.failure.endLine = Math.max(this.failure.endLine, line.number);
    if (this.failure.file === null) {
      const place = this.#find(line.text);
      if (place !== null) describe(this.failure, place);
    }
    if (says !== '' && !this.#complete) {
      this.#said.push(says);
      if (this.#said.length === MESSAGE_LINES) this.endMessage();
    }
  }

  /** What follows explains no further. */
  endMessage(): void {
    if (!this.#complete) describe(this.failure, { message: this.#said.join(' ') });
    this.#complete = this.failure.message !== '';
    this.#said = [];
  }
}
