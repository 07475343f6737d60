import { count, seconds } from './numbers.ts';
import { scriptPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const TOOL = 'karma';
const BROWSER = /^([A-Za-z][\w -]{1,60} \d[\w.]{0,30} \([^()]{1,80}\)):? (.{1,2000})$/;
const EXECUTED = /Executed (\d+) of (\d+) ?(?:specs? )?(.{0,120})$/;
const PROGRESS_ONLY = /\(0 secs? \/ /;

interface Progress {
  line: number;
  done: number;
  failed: number;
  skipped: number;
  seconds: number | null;
  finished: boolean;
}

/** Karma's progress, dots and similar reporters: `<browser> <test> FAILED` blocks and `Executed N of M` lines. */
export const karma: RunnerFamily = { starts: '', ends: ')DSR.', create: (log) => new KarmaReader(log) };

class KarmaReader implements RunnerReader {
  #log: RunLog;
  #record: OpenRecord | null = null;
  /** The last progress of each browser's run that has not been counted. */
  #progress = new Map<string, Progress>();

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#record !== null;
  }

  push(line: RunnerLine): void {
    const { text, indent } = line;
    if (indent > 0 || text === '') {
      this.#body(line);
      return;
    }
    const at = text.indexOf('Executed ');
    const browser = at === 0 ? null : BROWSER.exec(text);
    if (browser === null && at !== 0) {
      this.#close();
      return;
    }
    this.#close();
    const rest = browser === null ? text : (browser[2] ?? '');
    const executed = rest.startsWith('Executed ') ? EXECUTED.exec(rest) : null;
    if (executed !== null) {
      this.#executed(line, browser?.[1] ?? '', executed);
      return;
    }
    if (browser === null) return;
    if (rest.endsWith(' FAILED')) this.#failed(line, rest.slice(0, -7));
    else if (rest === 'ERROR' || rest.startsWith('DISCONNECTED') || rest.startsWith('Disconnected')) {
      const message = rest === 'ERROR' ? '' : rest;
      this.#record = new OpenRecord(this.#log, { tool: TOOL, line: line.number, message }, scriptPlace);
      this.#log.verdict('failed', line.number);
    }
  }

  finish(): void {
    this.#close();
    for (const browser of this.#progress.keys()) this.#count(browser);
  }

  #failed(line: RunnerLine, test: string): void {
    this.#record = new OpenRecord(this.#log, { tool: TOOL, line: line.number, test }, scriptPlace);
  }

  #executed(line: RunnerLine, browser: string, match: RegExpExecArray): void {
    const done = count(match, 1);
    const rest = match[3] ?? '';
    const before = this.#progress.get(browser);
    if (before !== undefined && (done < before.done || (before.finished && done !== before.done))) this.#count(browser);
    const failed = /\((\d+) FAILED\)/.exec(rest);
    const skipped = /\(?skipped (\d+)\)?/.exec(rest);
    const time = /\(([^()/]{1,30}) \/ [^()]{1,30}\)|in ([\d.]+ \w+)/.exec(rest);
    this.#progress.set(browser, {
      line: line.number,
      done,
      failed: failed === null ? 0 : count(failed, 1),
      skipped: skipped === null ? 0 : count(skipped, 1),
      seconds: time === null ? null : seconds(time[1] ?? time[2] ?? ''),
      finished: time !== null && !PROGRESS_ONLY.test(rest),
    });
    if (/DISCONNECTED|\bERROR\b/.test(rest)) this.#log.verdict('failed', line.number);
  }

  #count(browser: string): void {
    const last = this.#progress.get(browser);
    if (last === undefined) return;
    this.#progress.delete(browser);
    const passed = last.done - last.failed - last.skipped;
    const { failed, skipped, seconds: time } = last;
    this.#log.tally(TOOL, last.line, { run: last.done - skipped, passed, failed, skipped, seconds: time });
    this.#log.endRun(TOOL);
  }

  #body(line: RunnerLine): void {
    const record = this.#record;
    if (record === null) return;
    const text = line.text.trim();
    if (text === '' || record.full) {
      this.#close();
      return;
    }
    const frame = /^at /.test(text);
    if (frame) record.endMessage();
    record.add(line, frame ? '' : text);
  }

  #close(): void {
    this.#record?.endMessage();
    this.#record = null;
  }
}
