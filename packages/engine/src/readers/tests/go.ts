import type { Tally } from '../line.ts';
import { seconds } from './numbers.ts';
import { plainPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const TOOL = 'go test';
/** The marker may be glued to what the test printed without a line end. */
const MARK = /--- (FAIL|PASS|SKIP|BENCH): (\S{1,300}) \((\d[\d.]*)s(?:econds)?\)$/;
const PACKAGE =
  /^(ok|FAIL|---)\s+(\S{1,300})\s+(?:\(cached\)|(\d[\d.]*)s|\[(build failed|setup failed)\]|\[no test files\])/;
const ONLY = /^FAIL\t(\S{1,300})(?: \[(.{1,40})\])?$/;
const PANIC = /^panic: (.{1,400})$/;

/** `go test` and `go test -v`: `--- FAIL:` lines, package lines, panics. Where tests are named one by one, they are counted. */
export const go: RunnerFamily = { starts: '-okFpP?=', ends: ')]s', create: (log) => new GoReader(log) };

class GoReader implements RunnerReader {
  readonly #log: RunLog;
  #record: OpenRecord | null = null;
  #tally: Tally | null = null;
  #failed: string[] = [];
  #panic: { line: number; message: string } | null = null;

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#record !== null;
  }

  push(line: RunnerLine): void {
    const text = line.text.trimEnd();
    const mark = text.includes('--- ') ? MARK.exec(text) : null;
    if (mark !== null) this.#mark(line, mark);
    else if (line.indent === 0 && this.#margin(line, text)) return;
    else if (this.#record !== null) this.#body(line, this.#record);
  }

  finish(): void {
    this.#close();
  }

  #mark(line: RunnerLine, match: RegExpExecArray): void {
    this.#close();
    const [, word, name = ''] = match;
    if (word === 'BENCH') return;
    const counts =
      this.#tally ?? this.#log.tally(TOOL, line.number, { run: 0, passed: 0, failed: 0, skipped: 0, seconds: 0 });
    this.#tally = counts;
    // A parent fails because a subtest did: the subtest is what is named, both are counted as go counts them.
    counts.run = (counts.run ?? 0) + (word === 'SKIP' ? 0 : 1);
    if (word === 'PASS') counts.passed = (counts.passed ?? 0) + 1;
    if (word === 'SKIP') counts.skipped = (counts.skipped ?? 0) + 1;
    if (word !== 'FAIL') return;
    counts.failed = (counts.failed ?? 0) + 1;
    const parent = this.#failed.findLast((known) => name.startsWith(`${known}/`));
    const known = parent === undefined ? undefined : this.#log.known(TOOL, parent);
    if (known !== undefined && known.message === '') this.#log.drop(known);
    this.#failed.push(name);
    this.#record = new OpenRecord(this.#log, { tool: TOOL, line: line.number, test: name }, plainPlace);
    this.#log.verdict('failed', line.number);
  }

  #margin(line: RunnerLine, text: string): boolean {
    const panic = PANIC.exec(text);
    if (panic !== null) {
      this.#close();
      this.#panic = { line: line.number, message: text };
      return true;
    }
    const match = PACKAGE.exec(text) ?? ONLY.exec(text);
    if (match === null) return false;
    this.#close();
    const failed = text.startsWith('FAIL');
    if (failed) this.#failedPackage(line, match[4] ?? '', text);
    if (this.#tally !== null) this.#tally.seconds = (this.#tally.seconds ?? 0) + (seconds(`${match[3] ?? 0}s`) ?? 0);
    else if (!failed && text.startsWith('ok')) this.#log.verdict('passed', line.number);
    this.#tally = null;
    this.#failed = [];
    this.#panic = null;
    this.#log.endRun(TOOL);
    return true;
  }

  #failedPackage(line: RunnerLine, why: string, text: string): void {
    this.#log.verdict('failed', line.number);
    if (this.#panic !== null) {
      this.#log.fail({
        tool: TOOL,
        line: this.#panic.line,
        message: this.#panic.message,
        key: `panic ${this.#panic.line}`,
      });
    } else if (why !== '') this.#log.fail({ tool: TOOL, line: line.number, message: text, key: text });
  }

  #body(line: RunnerLine, record: OpenRecord): void {
    if ((line.indent === 0 && line.text.trim() !== '') || record.full) {
      this.#close();
      return;
    }
    const text = line.text.trim();
    const says = /^\S{1,200}\.go:\d{1,7}: ?(.*)$/.exec(text)?.[1] ?? text;
    record.add(line, says);
  }

  #close(): void {
    this.#record?.endMessage();
    this.#record = null;
  }
}
