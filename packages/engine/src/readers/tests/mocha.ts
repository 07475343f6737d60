import type { Tally } from '../line.ts';
import { count, seconds } from './numbers.ts';
import { scriptPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const TOOL = 'mocha';
const PASSING = /^\s{0,8}(?:[✔✓√] )?(\d+) (?:passing|tests? complete[d]?)(?: \((.{1,30})\))?$/;
const PENDING = /^\s{0,8}(?:[ℹ•-] )?(\d+) (?:pending|tests? (?:skipped|pending))$/;
const FAILING = /^\s{0,8}(?:[✖✗×] )?(\d+) (?:failing|(?:of \d+ )?tests? failed:?)$/;
const ITEM = /^\s{0,8}(\d{1,5})\) (.*)$/;
const FRAME = /^(?:at |[-+] (?:expected|actual)|[-+] ?$|\(?(?:http|file|webpack):\/\/)/;
/** From the `passing` line to the `failing` one there are a `pending` line and blanks only. */
const CLOSING_LINES = 4;

/** Mocha's spec-like reporters: the `passing`, `pending`, `failing` lines and the numbered list of failures after them. */
export const mocha: RunnerFamily = { starts: '0123456789✔✓√✖✗×ℹ•', create: (log) => new MochaReader(log) };

class MochaReader implements RunnerReader {
  #log: RunLog;
  #tally: Tally | null = null;
  /** Failures of the numbered list still to come; the next has number `#next`. */
  #left = 0;
  #next = 1;
  #title: string[] | null = null;
  #titleLine = 0;
  #record: OpenRecord | null = null;
  #idle = 0;

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#left > 0 || this.#title !== null || this.#record !== null;
  }

  push(line: RunnerLine): void {
    if (this.#closing(line)) return;
    if (!this.open) return;
    const item = line.indent <= 8 ? ITEM.exec(line.text) : null;
    if (item !== null && this.#left > 0 && count(item, 1) === this.#next) {
      this.#item(line, item[2] ?? '');
      return;
    }
    if (this.#title !== null) this.#inTitle(line, this.#title);
    else if (this.#record !== null) this.#body(line, this.#record);
    else if (line.text.trim() !== '' && ++this.#idle > 40) this.#left = 0;
  }

  finish(): void {
    this.#close();
  }

  #closing(line: RunnerLine): boolean {
    const { text } = line;
    const passing = PASSING.exec(text);
    if (passing !== null) {
      this.#close();
      this.#left = 0;
      const passed = count(passing, 1);
      const counts = { run: passed, passed, failed: 0, skipped: 0, seconds: seconds(passing[2] ?? '') };
      this.#tally = this.#log.tally(TOOL, line.number, counts);
      return true;
    }
    const tally = this.#tally;
    if (tally === null || line.number > tally.line + CLOSING_LINES) return false;
    const pending = PENDING.exec(text);
    if (pending !== null) tally.skipped = count(pending, 1);
    const failing = pending === null ? FAILING.exec(text) : null;
    if (failing !== null) {
      tally.failed = count(failing, 1);
      tally.run = (tally.passed ?? 0) + tally.failed;
      this.#left = tally.failed;
      this.#next = 1;
      this.#idle = 0;
      this.#tally = null;
      this.#log.endRun(TOOL);
    }
    return pending !== null || failing !== null;
  }

  #item(line: RunnerLine, title: string): void {
    this.#close();
    this.#left--;
    this.#next++;
    this.#idle = 0;
    this.#title = [];
    this.#titleLine = line.number;
    this.#inTitle({ ...line, text: title }, this.#title);
  }

  /** The title runs over lines, one a suite, up to the one that ends with a colon. */
  #inTitle(line: RunnerLine, title: string[]): void {
    const part = line.text.trim();
    const ends = part.endsWith(':');
    const over = part === '' || title.length >= 12;
    if (part !== '') title.push(ends ? part.slice(0, -1) : part);
    if (!ends && !over) return;
    const test = title.join(' ');
    const start = { tool: TOOL, line: this.#titleLine, test, key: `${test} ${this.#next}` };
    this.#record = new OpenRecord(this.#log, start, scriptPlace);
    this.#title = null;
  }

  #body(line: RunnerLine, record: OpenRecord): void {
    const text = line.text.trim();
    if ((text !== '' && line.indent === 0) || record.full) {
      this.#close();
      return;
    }
    const frame = FRAME.test(text);
    if (frame) record.endMessage();
    record.add(line, frame ? '' : text);
  }

  #close(): void {
    this.#record?.endMessage();
    this.#record = null;
    if (this.#title !== null) this.#log.fail({ tool: TOOL, line: this.#titleLine, test: this.#title.join(' ') });
    this.#title = null;
  }
}
