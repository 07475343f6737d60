import type { Failure } from '../line.ts';
import { count, countedWords, seconds } from './numbers.ts';
import { plainPlace, pythonPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const PYTEST = 'pytest';
const UNITTEST = 'unittest';

/** `== 2 failed, 9 passed in 3.21s ==`, and the same without rules under `-q`; old versions say `seconds`. */
const TOTAL = /^=* ?((?:\d{1,7} [a-z]{4,12}(?:, )?){1,9}) in (\d[\d.]* ?s(?:econds)?)(?: \([\d:]{1,20}\))? ?=*$/;
const NOTHING_RAN = /^=* ?(?:no tests ran|collected 0 items)\b.{0,80}$/;
const BLOCK = /^_{3,} (?:(ERROR) (?:collecting|at (?:setup|teardown) of) )?(\S.{0,300}?) _{3,}$/;
const SUMMARY = /^(FAILED|ERROR) ([^\s:]{1,300}\.\w{1,6})(?:::(\S.{0,300}?))?(?: - (.*))?$/;
const INTERRUPTED = /^!+ (?:Interrupted: .{1,100}|_pytest\.outcomes\.Exit: .{1,100}) !+$/;
const SECTION = /^=+ (?:FAILURES|ERRORS|short test summary info|warnings summary|slowest .{1,40}|PASSES) =+$/;
const RAISED = /^(\S{1,300}\.py):(\d{1,7}): ?([\w.]*)$/;

const BETWEEN = /^={60,}$/;
const TITLE = /^(?:FAIL|ERROR): (\S.{0,300}?)(?: \[.{0,60}\])?$/;
const RAN = /^Ran (\d{1,7}) tests? in (\d.{0,20})$/;
const ENDED = /^(OK|FAILED)(?: \(([\w =,]{1,120})\))?$/;
const LINES_TO_END = 4;

/** Words of a pytest total that count as run, as its own users count: an expected failure ran as well. */
const RUN_WORDS = ['passed', 'failed', 'xfailed', 'xpassed', 'error', 'errors'];

/** pytest: blocks under `FAILURES`, the short summary, the closing total. unittest, nose and Django: blocks between rules, `Ran N tests`. */
export const python: RunnerFamily = { starts: '_=0123456789FE!ROn', create: (log) => new PythonReader(log) };

class PythonReader implements RunnerReader {
  readonly #log: RunLog;
  #record: OpenRecord | null = null;
  #tool = PYTEST;
  /** Line of the last rule of equal signs. */
  #ruled = 0;
  #ran: { line: number; run: number; seconds: number | null } | null = null;

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#record !== null || this.#ran !== null;
  }

  push(line: RunnerLine): void {
    const text = line.text.trimEnd();
    if (line.indent === 0 && text !== '' && this.#margin(line, text)) return;
    if (this.#record !== null) this.#body(line, this.#record);
  }

  finish(): void {
    this.#close();
    if (this.#ran !== null) this.#unittestTotal(this.#ran.line, 'OK', '');
  }

  #margin(line: RunnerLine, text: string): boolean {
    switch (text[0]) {
      case '_':
        return this.#block(line, text);
      case '=':
        return this.#rule(line, text);
      case '!':
        if (!INTERRUPTED.test(text)) return false;
        this.#close();
        this.#log.verdict('failed', line.number);
        return true;
      case 'R':
        return this.#unittestRan(line, text);
      case 'F':
      case 'E':
      case 'O':
        return this.#summary(line, text) || this.#unittestTitle(line, text) || this.#unittestEnd(line, text);
      default:
        return this.#pytestTotal(line, text);
    }
  }

  #block(line: RunnerLine, text: string): boolean {
    const match = BLOCK.exec(text);
    if (match === null) return false;
    this.#close();
    this.#tool = PYTEST;
    const name = match[2] ?? '';
    const collecting = match[1] !== undefined && name.includes('.py');
    const start = collecting
      ? { test: null, file: name }
      : { test: name.replaceAll('.', '::').replaceAll('::py', '.py') };
    this.#record = new OpenRecord(
      this.#log,
      { tool: PYTEST, line: line.number, ...start, key: lastPart(name) },
      raised,
    );
    return true;
  }

  #rule(line: RunnerLine, text: string): boolean {
    if (this.#pytestTotal(line, text)) return true;
    if (NOTHING_RAN.test(text)) {
      this.#close();
      return true;
    }
    if (SECTION.test(text)) {
      this.#close();
      return true;
    }
    if (BETWEEN.test(text)) {
      // The rule of equal signs between unittest's blocks ends the one before, and the next line is a title.
      this.#ruled = line.number;
      if (this.#tool === UNITTEST) this.#close();
    }
    return false;
  }

  #pytestTotal(line: RunnerLine, text: string): boolean {
    const match = TOTAL.exec(text);
    const counts = match === null ? null : countedWords(match[1] ?? '');
    if (match === null || counts === null) return false;
    const sum = (...words: string[]) => words.reduce((n, word) => n + (counts.get(word) ?? 0), 0);
    const run = sum(...RUN_WORDS);
    if (run === 0 && sum('skipped', 'deselected', 'warnings', 'warning') === 0) return false;
    this.#close();
    const failed = sum('failed', 'error', 'errors');
    this.#log.tally(PYTEST, line.number, {
      run,
      failed,
      passed: sum('passed', 'xfailed', 'xpassed'),
      skipped: sum('skipped'),
      seconds: seconds(match[2] ?? ''),
    });
    this.#log.endRun(PYTEST);
    return true;
  }

  #summary(line: RunnerLine, text: string): boolean {
    const match = SUMMARY.exec(text);
    if (match === null) return false;
    this.#close();
    const [, , file = '', test, message = ''] = match;
    const known = test === undefined ? undefined : this.#log.known(PYTEST, lastPart(test));
    if (known !== undefined) known.test = `${file}::${test}`;
    else {
      const name = test === undefined ? null : `${file}::${test}`;
      this.#log.fail({
        tool: PYTEST,
        line: line.number,
        test: name,
        file,
        message,
        key: test === undefined ? file : lastPart(test),
      });
    }
    return true;
  }

  #unittestTitle(line: RunnerLine, text: string): boolean {
    const match = TITLE.exec(text);
    if (match === null || line.number !== this.#ruled + 1) return false;
    this.#close();
    this.#tool = UNITTEST;
    this.#record = new OpenRecord(this.#log, { tool: UNITTEST, line: line.number, test: match[1] ?? '' }, pythonPlace);
    return true;
  }

  #unittestRan(line: RunnerLine, text: string): boolean {
    const match = RAN.exec(text);
    if (match === null) return false;
    this.#close();
    this.#ran = { line: line.number, run: count(match, 1), seconds: seconds(match[2] ?? '') };
    return true;
  }

  #unittestEnd(line: RunnerLine, text: string): boolean {
    const match = ENDED.exec(text);
    if (match === null || this.#ran === null || line.number > this.#ran.line + LINES_TO_END) return false;
    this.#unittestTotal(line.number, match[1] ?? '', match[2] ?? '');
    return true;
  }

  #unittestTotal(line: number, word: string, list: string): void {
    const ran = this.#ran;
    this.#ran = null;
    if (ran === null) return;
    const counts = new Map(
      list
        .split(',')
        .map((part) => part.trim().split('='))
        .map(([key = '', n = '0']) => [key.toLowerCase(), Number(n)]),
    );
    const of = (key: string) => counts.get(key) ?? 0;
    const failed = of('failures') + of('errors') + of('unexpected successes');
    const skipped = of('skipped') + of('skip');
    const passed = Math.max(0, ran.run - failed - skipped);
    this.#log.tally(UNITTEST, ran.line, { run: ran.run, failed, skipped, passed, seconds: ran.seconds });
    if (word === 'FAILED') this.#log.verdict('failed', line);
    this.#log.endRun(UNITTEST);
  }

  #body(line: RunnerLine, record: OpenRecord): void {
    if (record.full) {
      this.#close();
      return;
    }
    const { failure } = record;
    if (this.#tool === PYTEST) this.#pytestBody(line, record, failure);
    else this.#unittestBody(line, record);
  }

  #pytestBody(line: RunnerLine, record: OpenRecord, failure: Failure): void {
    const explains = /^E {3,}(\S.*)$/.exec(line.text);
    const place = RAISED.exec(line.text.trimEnd());
    if (place !== null && !/site-packages/.test(place[1] ?? '')) {
      failure.file = place[1] ?? null;
      failure.row = count(place, 2);
    }
    record.add(line, explains?.[1] ?? '');
  }

  /** The last line of a traceback, at the margin, is what was raised. */
  #unittestBody(line: RunnerLine, record: OpenRecord): void {
    const text = line.text.trim();
    const raisedHere =
      line.indent === 0 &&
      /^[\w.]+(?:Error|Exception|Failure|Exit|Warning|Timeout)?(?::|$)/.test(text) &&
      !/^-+$/.test(text);
    const place = pythonPlace(line.text);
    if (place !== null) {
      record.failure.file = place.file;
      record.failure.row = place.row;
    }
    record.add(line, raisedHere && !text.startsWith('Traceback ') ? text : '');
  }

  #close(): void {
    this.#record?.endMessage();
    this.#record = null;
  }
}

const raised = (text: string) => {
  const match = RAISED.exec(text.trimEnd());
  return match === null || match[3] === '' ? null : plainPlace(text);
};

/** The test's own name, by which the block and the summary line are one: `TestA.test_x[1]` and `TestA::test_x[1]`. */
function lastPart(name: string): string {
  return name.split(/::|\.(?=test)/).at(-1) ?? name;
}
