import type { Tally } from '../line.ts';
import { count, seconds } from './numbers.ts';
import { javaPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const MAVEN = 'surefire';
const CLASSES = 'JUnit';

const COUNTS =
  /^\s*Tests run: (\d{1,7}), Failures: (\d{1,7}), Errors: (\d{1,7})(?:, Skipped: (\d{1,7}))?(?:, Flakes: \d{1,7})?(?:, Time elapsed: (\S{1,12}) ?(s|sec|ms|min))?(?:\s*(?:<<< (?:FAILURE|ERROR)!)?(?: (?:-|--) in .{1,300})?)$/;
const FAILED_TEST =
  /^\s*(?:(\S{1,200})\(([\w.$]{1,300})\)|([\w.$]{1,300})\.([\w$[\]{}, :]{1,200}?)(?:\(.{0,100}\))?)\s+(?:-- )?Time elapsed: .{1,20}<<< (FAILURE|ERROR)!/;
const LISTED_TEST =
  /^\s*(?:([\w$.]{1,200})[.:>»]{1,2}([\w$[\]-]{1,200}):(\d{1,7})|([\w$]{1,200})\((?:[\w.$]{1,300})\))[ :]?(.{0,400})$/;
const LIST = /^(?:Failed tests|Tests in error|Failures|Errors):\s*$|^Failed tests: |^Tests in error: /;
const GRADLE_TEST = /^([\w.$ -]{1,300}) > ([^>]{1,300}(?: > .{1,300})?) (PASSED|FAILED|SKIPPED)$/;
const GRADLE_TOTAL = /^(\d{1,7}) tests? completed(?:, (\d{1,7}) failed)?(?:, (\d{1,7}) skipped)?$/;
const TESTNG_TOTAL = /^Total tests run: (\d{1,7}), (?:Passes: \d{1,7}, )?Failures: (\d{1,7}), Skips: (\d{1,7})/;
const CLASSIC_TOTAL = /^(?:OK \((\d{1,7}) tests?\)|Tests run: (\d{1,7}), {2}Failures: (\d{1,7}))$/;
const CONSOLE = /^\[\s{1,20}(\d{1,7}) tests (found|skipped|successful|failed)\s{1,20}\]$/;

/**
 * JUnit and TestNG as Maven's surefire and failsafe, Gradle and Ant print them. Maven's total of a module counts its classes,
 * so only totals count there; Ant prints no total, so its classes are added up.
 */
export const junit: RunnerFamily = { starts: 'TtFO0123456789[•', ends: '!DS', create: (log) => new JunitReader(log) };

const BRACKET = 91;
/** The code after that of `9`. */
const AFTER_DIGITS = 58;

class JunitReader implements RunnerReader {
  readonly #log: RunLog;
  #record: OpenRecord | null = null;
  #classes: Tally | null = null;
  #gradle: Tally | null = null;
  #console: Partial<Record<string, number>> = {};
  #listing = false;
  /** Line of the last total: a tally after it adds up tests that the next total counts. */
  #gradleTotalLine = 0;

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#record !== null || this.#listing;
  }

  push(line: RunnerLine): void {
    const text = line.text.trimEnd();
    if (text.endsWith('!') && this.#failedTest(line, text)) return;
    if (text.includes('Tests run: ') && this.#counts(line, text)) return;
    if (text.includes(' > ') && this.#gradleTest(line, text)) return;
    if (line.indent === 0 && this.#total(line, text)) return;
    if (this.#listing) this.#listed(line, text);
    if (this.#record !== null) this.#body(line, this.#record);
  }

  finish(): void {
    this.#close();
    // A module whose total never came is not added to those that have one: the two are counted differently.
    if (this.#log.has(MAVEN)) this.#log.retract(CLASSES);
  }

  #counts(line: RunnerLine, text: string): boolean {
    const match = COUNTS.exec(text);
    if (match === null) return false;
    this.#close();
    this.#listing = false;
    const failed = count(match, 2) + count(match, 3);
    const [run, skipped] = [count(match, 1), count(match, 4)];
    const counts = { run, failed, skipped, passed: Math.max(0, run - failed - skipped) };
    if (match[5] !== undefined || /(?:--?) in \S/.test(text))
      this.#class(line, counts, seconds(`${match[5] ?? 0} ${match[6] ?? 's'}`) ?? 0);
    else {
      this.#classes = null;
      this.#log.enclose(MAVEN, line.number, counts, new Set([CLASSES]));
      this.#log.endRun(CLASSES);
    }
    return true;
  }

  #class(
    line: RunnerLine,
    counts: { run: number; failed: number; skipped: number; passed: number },
    took: number,
  ): void {
    const sum =
      this.#classes ?? this.#log.tally(CLASSES, line.number, { run: 0, passed: 0, failed: 0, skipped: 0, seconds: 0 });
    this.#classes = sum;
    sum.run = (sum.run ?? 0) + counts.run;
    sum.passed = (sum.passed ?? 0) + counts.passed;
    sum.failed = (sum.failed ?? 0) + counts.failed;
    sum.skipped = (sum.skipped ?? 0) + counts.skipped;
    sum.seconds = (sum.seconds ?? 0) + took;
  }

  #failedTest(line: RunnerLine, text: string): boolean {
    const match = FAILED_TEST.exec(text);
    if (match === null) return false;
    this.#close();
    const [, method, owner, owner2 = '', method2 = ''] = match;
    const test = method === undefined ? `${owner2}.${method2.trim()}` : `${owner}.${method}`;
    this.#record = new OpenRecord(
      this.#log,
      { tool: CLASSES, line: line.number, test, key: shortName(test) },
      javaPlace,
    );
    return true;
  }

  #gradleTest(line: RunnerLine, text: string): boolean {
    const match = GRADLE_TEST.exec(text);
    if (match === null) return false;
    this.#close();
    const [, owner = '', method = '', word] = match;
    const sum = this.#gradle ?? this.#log.tally('gradle', line.number, { run: 0, passed: 0, failed: 0, skipped: 0 });
    this.#gradle = sum;
    if (word === 'SKIPPED') sum.skipped = (sum.skipped ?? 0) + 1;
    else sum.run = (sum.run ?? 0) + 1;
    if (word === 'PASSED') sum.passed = (sum.passed ?? 0) + 1;
    if (word !== 'FAILED') return true;
    sum.failed = (sum.failed ?? 0) + 1;
    this.#record = new OpenRecord(
      this.#log,
      { tool: 'gradle', line: line.number, test: `${owner} > ${method}` },
      javaPlace,
    );
    return true;
  }

  #total(line: RunnerLine, text: string): boolean {
    if (LIST.test(text)) {
      this.#close();
      this.#listing = true;
      return true;
    }
    const first = text.charCodeAt(0);
    if (first === BRACKET) return text.endsWith(']') && this.#consoleCount(line, text);
    return first < AFTER_DIGITS ? this.#gradleTotal(line, text) : this.#otherTotal(line, text);
  }

  /** Gradle counts what it skipped among what it completed, and what is completed as run. */
  #gradleTotal(line: RunnerLine, text: string): boolean {
    const match = text.includes(' completed') ? GRADLE_TOTAL.exec(text) : null;
    if (match === null) return false;
    this.#close();
    this.#gradle = null;
    const [all, failed, skipped] = [count(match, 1), count(match, 2), count(match, 3)];
    const counts = { run: all, failed, skipped, passed: all - failed - skipped };
    const tally = this.#log.last('gradle', 0);
    if (tally !== undefined && tally.line > this.#gradleTotalLine) this.#log.retract('gradle', tally.line);
    this.#gradleTotalLine = line.number;
    this.#log.tally('gradle', line.number, counts);
    this.#log.endRun('gradle');
    return true;
  }

  #otherTotal(line: RunnerLine, text: string): boolean {
    const testng = TESTNG_TOTAL.exec(text);
    if (testng !== null) {
      const [all, failed, skipped] = [count(testng, 1), count(testng, 2), count(testng, 3)];
      this.#log.tally('TestNG', line.number, { run: all, failed, skipped, passed: all - failed - skipped });
      return true;
    }
    const classic = CLASSIC_TOTAL.exec(text);
    if (classic === null) return false;
    const run = count(classic, 1) + count(classic, 2);
    const failed = count(classic, 3);
    this.#log.tally(CLASSES, line.number, { run, failed, passed: run - failed, skipped: 0 });
    return true;
  }

  #consoleCount(line: RunnerLine, text: string): boolean {
    const match = CONSOLE.exec(text);
    if (match === null) return false;
    this.#console[match[2] ?? ''] = count(match, 1);
    if (match[2] !== 'failed') return true;
    const { found = 0, skipped = 0, successful = 0, failed = 0 } = this.#console;
    this.#log.tally(CLASSES, line.number, { run: found, passed: successful, failed, skipped });
    this.#console = {};
    return true;
  }

  /** `Failed tests:` and `Errors:` name each test once more, with its line. */
  #listed(line: RunnerLine, text: string): void {
    if (text === '') {
      this.#listing = false;
      return;
    }
    const match = LISTED_TEST.exec(text);
    if (match === null) return;
    const [, owner, method, row, plain, message = ''] = match;
    const test = plain ?? `${owner}.${method}`;
    const known = this.#log.known(CLASSES, shortName(test));
    if (known !== undefined) {
      if (known.row === null && row !== undefined) known.row = Number(row);
      return;
    }
    const file = owner === undefined ? null : `${owner.split(/[.$]/).at(-1)}.java`;
    const place = row === undefined ? {} : { file, row: Number(row) };
    this.#log.fail({ tool: CLASSES, line: line.number, test, message, key: shortName(test), ...place });
  }

  #body(line: RunnerLine, record: OpenRecord): void {
    const text = line.text.trim();
    if (text === '' || record.full) {
      this.#close();
      return;
    }
    const frame = text.startsWith('at ') || text.startsWith('...');
    if (frame) record.endMessage();
    record.add(line, frame ? '' : text);
  }

  #close(): void {
    this.#record?.endMessage();
    this.#record = null;
  }
}

/** Class and method without packages, by which the block and the list are one. */
function shortName(test: string): string {
  return test.split('.').slice(-2).join('.');
}
