import { NumberedList, type NumberedStyle } from './numbered.ts';
import { count, countedWords, seconds } from './numbers.ts';
import { type Place, plainPlace, scriptPlace } from './places.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const LISTED = 'rspec';
const EXAMPLES =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) (errors?)( occurred outside of examples)?)?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/;
const SPECS = /^(?:Incomplete: )?(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?\.?$/;
const SCENARIOS = /^(\d+) scenarios?(?: \((.{1,200})\))?$/;
const OUTSIDE = /^An error occurred (?:while loading|in a(?:n)? [`'(\w:]{1,20})/;
const GEM = /\/(?:gems|rubygems|ruby|bundler)\//;

const STYLE: NumberedStyle = {
  tool: LISTED,
  place: (text) => {
    const place = text.trimStart().startsWith('# ') ? plainPlace(text) : scriptPlace(text);
    return place === null || GEM.test(place.file) ? null : place;
  },
  name: (title) => {
    const [name = title, where] = title.split(/ # (?=\S+:\d+$)/);
    return { test: name.replace(/^Scenario: /, ''), ...(where === undefined ? {} : (plainPlace(where) ?? {})) };
  },
  says: (text) => {
    if (/^(?:# |at |Stack:|\(compared using|Diff:|To rerun use)/.test(text)) return null;
    return text === 'Message:' ? '' : text.replace(/^Failure\/Error: /, '');
  },
  ends: (line) => line.indent === 0,
};

/** Runners that list `Failures:` by number and close with `N examples`, `N specs` or `N scenarios`: RSpec, Hspec, Jasmine, Cucumber. */
export const examples: RunnerFamily = { starts: 'FIARc0123456789', create: (log) => new ExamplesReader(log) };

class ExamplesReader implements RunnerReader {
  #log: RunLog;
  #list: NumberedList;
  #above: Place | null = null;
  #seconds: number | null = null;
  #outside = 0;

  constructor(log: RunLog) {
    this.#log = log;
    this.#list = new NumberedList(log, STYLE);
  }

  get open(): boolean {
    return this.#list.open;
  }

  push(line: RunnerLine): void {
    if (line.indent > 0) {
      this.#list.push(line, this.#above);
      if (line.text.trim() !== '') this.#above = line.text.trimEnd().endsWith(':') ? plainPlace(line.text) : null;
      return;
    }
    const text = line.text.trimEnd();
    if (text === 'Failures:') {
      this.#list.begin();
      return;
    }
    if (text.startsWith('Finished in ')) {
      this.#finished(line, text);
      return;
    }
    if (OUTSIDE.test(text)) {
      this.#outside++;
      this.#log.fail({ tool: LISTED, line: line.number, message: text.replace(/\.$/, '') });
    } else if (!this.#examples(line, text) && !this.#specs(line, text) && !this.#scenarios(line, text)) {
      this.#list.push(line);
    }
  }

  finish(): void {
    this.#list.end();
  }

  /** RSpec says how long before the total, Jasmine after it. */
  #finished(line: RunnerLine, text: string): void {
    const time = seconds(text.replace(/ \(.*/, ''));
    const tally = this.#log.last('jasmine', line.number - 3);
    if (tally === undefined) this.#seconds = time;
    else tally.seconds = time;
  }

  #examples(line: RunnerLine, text: string): boolean {
    const match = EXAMPLES.exec(text);
    if (match === null) return false;
    const [run, failures, skipped] = [count(match, 1), count(match, 2), count(match, 6)];
    const outside = match[5] === undefined ? count(match, 7) : count(match, 3);
    const errors = match[5] === undefined ? count(match, 3) : 0;
    const failed = failures + errors;
    const tool = this.#name(
      (file) => {
        if (file.endsWith('.hs')) return 'hspec';
        return file.endsWith('.cr') ? 'crystal spec' : null;
      },
      match[4] === 'error' && match[5] === undefined ? 'specs2' : LISTED,
    );
    this.#log.tally(tool, line.number, {
      run,
      passed: run - failed - skipped,
      failed,
      skipped,
      seconds: this.#seconds,
    });
    if (outside > 0) this.#log.verdict('failed', line.number);
    if (outside > this.#outside) this.#log.fail({ tool, line: line.number, message: text });
    this.#endRun();
    return true;
  }

  #specs(line: RunnerLine, text: string): boolean {
    const match = SPECS.exec(text);
    if (match === null) return false;
    const [all, failed, skipped] = [count(match, 1), count(match, 2), count(match, 3)];
    const tool = this.#name(() => null, 'jasmine');
    this.#log.tally(tool, line.number, { run: all - skipped, passed: all - failed - skipped, failed, skipped });
    if (text.startsWith('Incomplete')) this.#log.verdict('failed', line.number);
    this.#endRun();
    return true;
  }

  #scenarios(line: RunnerLine, text: string): boolean {
    const match = SCENARIOS.exec(text);
    const counts = match === null ? null : countedWords(match[2] ?? '0 passed');
    if (match === null || counts === null) return false;
    const [run, passed] = [count(match, 1), counts.get('passed') ?? 0];
    const failed = (counts.get('failed') ?? 0) + (counts.get('undefined') ?? 0) + (counts.get('ambiguous') ?? 0);
    const tool = this.#name(() => null, 'cucumber');
    this.#log.tally(tool, line.number, { run, passed, failed, skipped: run - passed - failed });
    this.#endRun();
    return true;
  }

  /** The tool that the listed files tell, for the failures as well. */
  #name(byFile: (file: string) => string | null, otherwise: string): string {
    const failures = this.#list.end();
    const tool = failures.map((failure) => byFile(failure.file ?? '')).find((name) => name !== null) ?? otherwise;
    for (const failure of failures) failure.tool = tool;
    return tool;
  }

  #endRun(): void {
    this.#seconds = null;
    this.#outside = 0;
    this.#log.endRun(LISTED);
  }
}
