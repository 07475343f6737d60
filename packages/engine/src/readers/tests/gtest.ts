import type { Tally } from '../line.ts';
import { count, seconds } from './numbers.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const TOOL = 'gtest';
const TOTAL = /^\[={10}\] (\d{1,7}) tests? from \d{1,6} test (?:suites?|cases?) ran\.(?: \((.{1,20}) total\))?$/;
const PASSED = /^\[ {2}PASSED {2}\] (\d{1,7}) tests?\.$/;
const SKIPPED = /^\[ {2}SKIPPED \] (\d{1,7}) tests?, listed below:$/;
const FAILED_COUNT = /^\[ {2}FAILED {2}\] (\d{1,7}) tests?, listed below:$/;
const FAILED = /^\[ {2}FAILED {2}\] ([\w/]{1,200}\.[\w/]{1,200})(?:, where .{1,300})?(?: \(\d{1,9} ms\))?$/;
const PLACE = /^(\S.{0,300}?)(?::(\d{1,7}): Failure|\((\d{1,7})\): error: ?(.*))$/;

/** GoogleTest: `file:row: Failure` before `[  FAILED  ] Suite.Test`, the counts after `[==========]`. */
export const gtest: RunnerFamily = { starts: '[', ends: 'e', create: (log) => new GtestReader(log) };

class GtestReader implements RunnerReader {
  readonly open = false;
  readonly #log: RunLog;
  #place: { file: string; row: number; line: number } | null = null;
  #tally: Tally | null = null;

  constructor(log: RunLog) {
    this.#log = log;
  }

  push(line: RunnerLine): void {
    const text = line.text.trimEnd();
    const place = text.endsWith('Failure') ? PLACE.exec(text) : null;
    if (place !== null) {
      this.#place ??= { file: place[1] ?? '', row: count(place, 2), line: line.number };
      return;
    }
    const failed = FAILED.exec(text);
    if (failed !== null) {
      this.#failed(line, failed[1] ?? '');
      return;
    }
    if (text.startsWith('[       OK ]') || text.startsWith('[ RUN      ]')) this.#place = null;
    this.#counts(line, text);
  }

  finish(): void {
    // Nothing is pending between lines.
  }

  #failed(line: RunnerLine, test: string): void {
    const { file = null, row = null } = this.#place ?? {};
    this.#log.fail({ tool: TOOL, line: this.#place?.line ?? line.number, test, file, row });
    this.#place = null;
    this.#log.verdict('failed', line.number);
  }

  #counts(line: RunnerLine, text: string): void {
    const total = TOTAL.exec(text);
    if (total !== null) {
      const run = count(total, 1);
      this.#tally = this.#log.tally(TOOL, line.number, {
        run,
        passed: run,
        failed: 0,
        skipped: 0,
        seconds: seconds(total[2] ?? ''),
      });
      return;
    }
    const tally = this.#tally;
    if (tally === null) return;
    const [passed, skipped, failed] = [PASSED.exec(text), SKIPPED.exec(text), FAILED_COUNT.exec(text)];
    if (passed !== null) tally.passed = count(passed, 1);
    if (skipped !== null) tally.skipped = count(skipped, 1);
    if (failed !== null) tally.failed = count(failed, 1);
  }
}
