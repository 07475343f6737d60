import type { Tally } from '../line.ts';
import { countedWords, seconds } from './numbers.ts';
import { scriptPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const TOOL = 'jest';
const SUITE = /^(FAIL|PASS) {1,2}(?:.{0,80} )?([\w@.()[\]$+~/\\:-]{1,300}\.[A-Za-z]{1,8})(?: \(.{0,60}\))?$/;
/** Lines between `Tests:` and `Time:`, with room for a `Snapshots:` line and noise. */
const CLOSING_LINES = 8;
const NOT_A_TEST = /^(?:Console|Deprecation Warning|Validation Warning|Cannot log after|Multiple |Pending)/;
const SUITE_FAILED = /^(?:Test suite failed to run|process\.exit called|Validation Error)/;
const OLD_TOTAL =
  /^(?:(\d+) tests? failed, )?(?:(\d+) tests? skipped, )?(\d+) tests? passed \((\d+) total in \d+ test suites?, run time (.+)\)$/;

/** Jest's default reporters: `FAIL file`, `● suite › test` blocks, and the `Test Suites:` … `Time:` closing lines. */
export const jest: RunnerFamily = { starts: 'FPRTNS0123456789•', create: (log) => new JestReader(log) };

class JestReader implements RunnerReader {
  #log: RunLog;
  #file: string | null = null;
  #record: OpenRecord | null = null;
  #tally: Tally | null = null;
  #suitesFailed = 0;

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#record !== null || this.#tally !== null;
  }

  push(line: RunnerLine): void {
    const { text, indent } = line;
    if (this.#tally !== null && line.number > this.#tally.line + CLOSING_LINES) this.#endRun();
    if (indent <= 1 && (text.startsWith('FAIL', indent) || text.startsWith('PASS', indent))) {
      this.#suite(line);
      return;
    }
    if (text.startsWith('● ', indent) && indent <= 4) {
      this.#bullet(line, text.slice(indent + 2).trim());
      return;
    }
    if (indent === 0 && text.charCodeAt(0) < 128) this.#closing(line);
    if (this.#record !== null) this.#body(line, this.#record);
  }

  finish(): void {
    this.#close();
  }

  #suite(line: RunnerLine): void {
    const match = SUITE.exec(line.text.trim());
    if (match === null) return;
    this.#close();
    this.#file = match[1] === 'FAIL' ? (match[2] ?? null) : null;
    if (this.#file !== null) this.#log.verdict('failed', line.number);
  }

  #bullet(line: RunnerLine, title: string): void {
    this.#close();
    if (NOT_A_TEST.test(title)) return;
    const file = this.#file;
    const failedSuite = SUITE_FAILED.test(title);
    if (file === null && !failedSuite) return;
    const known = `${file}\n${title}`;
    if (failedSuite) this.#log.verdict('failed', line.number);
    this.#record = new OpenRecord(
      this.#log,
      { tool: TOOL, line: line.number, test: failedSuite ? null : title, key: known },
      scriptPlace,
    );
    if (failedSuite && title !== 'Test suite failed to run') this.#record.add(line, title);
  }

  #body(line: RunnerLine, record: OpenRecord): void {
    const text = line.text.trim();
    if (text === '') return;
    if (line.indent === 0 || record.full) {
      this.#close();
      return;
    }
    const picture = /^(?:>? ?\d+ \||\||at )/.test(text);
    if (picture) record.endMessage();
    record.add(line, picture ? '' : text);
  }

  #close(): void {
    const record = this.#record;
    if (record === null) return;
    record.endMessage();
    if (record.failure.file === null) record.failure.file = this.#file;
    this.#record = null;
  }

  #closing(line: RunnerLine): void {
    const { text } = line;
    if (text.startsWith('Test Suites: ') && text.endsWith(' total')) {
      this.#close();
      this.#suitesFailed = countedWords(text.slice(13).replace(/ of \d+ total$/, ' total'))?.get('failed') ?? 0;
      if (this.#suitesFailed > 0) this.#log.verdict('failed', line.number);
    } else if (text.startsWith('Tests: ') && text.endsWith(' total')) this.#tests(line);
    else if (text.startsWith('Time: ') && this.#tally !== null) {
      this.#tally.seconds = seconds(text.slice(6).replace(/, estimated.*/, ''));
      this.#endRun();
    } else if (text.startsWith('Ran all test suites') && this.#tally !== null) this.#endRun();
    else if (text.startsWith('No tests found, exiting with code 1')) {
      this.#log.fail({ tool: TOOL, line: line.number, message: text });
    } else if (text.includes(' total in ')) this.#oldTotal(line);
  }

  #tests(line: RunnerLine): void {
    this.#close();
    const counts = countedWords(line.text.slice(6));
    if (counts === null) return;
    const passed = counts.get('passed') ?? 0;
    const failed = counts.get('failed') ?? 0;
    const skipped = (counts.get('skipped') ?? 0) + (counts.get('todo') ?? 0) + (counts.get('pending') ?? 0);
    this.#tally = this.#log.tally(TOOL, line.number, { run: passed + failed, passed, failed, skipped });
  }

  #oldTotal(line: RunnerLine): void {
    const match = OLD_TOTAL.exec(line.text);
    if (match === null) return;
    const [failed, skipped, passed] = [Number(match[1] ?? 0), Number(match[2] ?? 0), Number(match[3])];
    const time = seconds(match[5] ?? '');
    this.#log.tally(TOOL, line.number, { run: passed + failed, passed, failed, skipped, seconds: time });
    this.#log.endRun(TOOL);
  }

  #endRun(): void {
    this.#tally = null;
    this.#file = null;
    this.#log.endRun(TOOL);
  }
}
