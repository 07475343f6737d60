import type { Tally } from '../line.ts';
import { count, seconds } from './numbers.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const TOOL = 'XCTest';
const EXECUTED =
  /^\s*Executed (\d{1,7}) tests?, with (?:(\d{1,7}) tests? skipped and )?(\d{1,7}) failures? \((\d{1,7}) unexpected\) in (\d[\d.]*)/;
const SUITE = /^Test Suite '(.{1,300})' (started|passed|failed)/;
const SWIFT_FAILED =
  /^. Test run with (\d{1,7}) tests?(?: in \d{1,6} suites?)? failed after (.{1,20}) with (\d{1,7}) issues?\.?$/;
const SWIFT_ISSUE = /^. Test (.{1,300}?) recorded an issue at (\S{1,300}):(\d{1,7}):(\d{1,6}): (.{1,400})$/;
const CASE_FAILED = /^Test Case '(-?\[?.{1,300}?\]?)' failed \(/;

/** XCTest prints its count once a suite level: the outermost says all. Swift Testing counts its own. */
export const xctest: RunnerFamily = { starts: 'ET✘•', create: (log) => new XctestReader(log) };

class XctestReader implements RunnerReader {
  readonly open = false;
  readonly #log: RunLog;
  #depth = 0;
  #pending: Tally | null = null;

  constructor(log: RunLog) {
    this.#log = log;
  }

  push(line: RunnerLine): void {
    const text = line.text.trimEnd();
    const suite = SUITE.exec(text);
    if (suite !== null) {
      this.#depth = Math.max(0, this.#depth + (suite[2] === 'started' ? 1 : -1));
      return;
    }
    const executed = EXECUTED.exec(text);
    if (executed !== null) {
      // The count of a suite follows the line that ends it.
      if (this.#depth === 0) this.#tally(line, executed);
      return;
    }
    const failed = CASE_FAILED.exec(text);
    if (failed !== null) this.#log.fail({ tool: TOOL, line: line.number, test: failed[1] ?? '' });
    this.#swift(line, text);
  }

  finish(): void {
    this.#pending = null;
  }

  #tally(line: RunnerLine, match: RegExpExecArray): void {
    const [run, skipped, failed] = [count(match, 1), count(match, 2), count(match, 3)];
    if (run === 0 && this.#pending !== null) return;
    const counts = {
      run,
      skipped,
      failed,
      passed: Math.max(0, run - failed - skipped),
      seconds: seconds(`${match[5]} s`),
    };
    this.#pending = this.#log.tally(TOOL, line.number, counts);
    this.#log.endRun(TOOL);
  }

  #swift(line: RunnerLine, text: string): void {
    const issue = SWIFT_ISSUE.exec(text);
    if (issue !== null) {
      const [, test = '', file = '', row, column, message = ''] = issue;
      this.#log.fail({
        tool: 'Swift Testing',
        line: line.number,
        test,
        file,
        row: Number(row),
        column: Number(column),
        message,
      });
    }
    const total = SWIFT_FAILED.exec(text);
    if (total === null) return;
    const [run, failed] = [count(total, 1), count(total, 3)];
    this.#log.tally('Swift Testing', line.number, {
      run,
      failed,
      passed: Math.max(0, run - failed),
      skipped: 0,
      seconds: seconds(total[2] ?? ''),
    });
  }
}
