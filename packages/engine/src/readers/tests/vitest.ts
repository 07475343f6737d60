import type { Tally } from '../line.ts';
import { count, countedWords, seconds } from './numbers.ts';
import { scriptPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const TOOL = 'vitest';
const HEADER = /^ ?FAIL {1,2}(?:\|?[\w@/.-]{1,80}\|? )?(\S{1,300})(?: > (.{1,600})| \[ .{1,300} \])$/;
const RULE = /^⎯{3,}(?: (.{1,60}) ⎯{3,}|\[\d+\/\d+\]⎯*)?$/;
const CLOSING = /^\s{1,12}(Test Files|Tests|Errors|Type Errors|Duration) {2,}(.{1,200})$/;
/** Lines between `Tests` and `Duration`. */
const CLOSING_LINES = 8;

/** Vitest's reporters: ` FAIL  file > suite > test` blocks, the unhandled errors, and the closing table. */
export const vitest: RunnerFamily = { starts: 'FTEDN•', create: (log) => new VitestReader(log) };

class VitestReader implements RunnerReader {
  #log: RunLog;
  /** Headers above one explanation: tests that failed alike share it. */
  #records: OpenRecord[] = [];
  #explained = false;
  #unhandled = false;
  #tally: Tally | null = null;

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#records.length > 0 || this.#unhandled || this.#tally !== null;
  }

  push(line: RunnerLine): void {
    const { text, indent } = line;
    if (this.#tally !== null && line.number > this.#tally.line + CLOSING_LINES) this.#endRun();
    if (text.charCodeAt(indent) === 0x23af) {
      this.#rule(line);
      return;
    }
    if (indent <= 1 && text.startsWith('FAIL ', indent) && this.#header(line)) return;
    if (indent > 0 && this.#closing(line)) return;
    if (indent === 0 && text.startsWith('No test files found, exiting with code 1')) {
      this.#log.fail({ tool: TOOL, line: line.number, message: text });
    } else this.#body(line);
  }

  finish(): void {
    this.#close();
  }

  #header(line: RunnerLine): boolean {
    const match = HEADER.exec(line.text.trimEnd());
    if (match === null) return false;
    if (this.#explained) this.#close();
    const [, file = '', test = null] = match;
    const start = { tool: TOOL, line: line.number, test, file, key: `${file} > ${test}` };
    const record = new OpenRecord(this.#log, { ...start, file: null }, scriptPlace);
    if (record.failure.file === null && test === null) record.failure.file = file;
    this.#records.push(record);
    this.#log.verdict('failed', line.number);
    return true;
  }

  #rule(line: RunnerLine): void {
    const match = RULE.exec(line.text.trim());
    if (match === null) return;
    this.#close();
    this.#unhandled = (match[1] ?? '').startsWith('Unhandled') || match[1] === 'Uncaught Exception';
  }

  #body(line: RunnerLine): void {
    const text = line.text.trim();
    if (this.#unhandled) {
      if (!/^(?:\w*Error\b.*|Unknown Error|Serialized Error)(?::|$)/.test(text)) return;
      this.#records = [new OpenRecord(this.#log, { tool: TOOL, line: line.number, message: text }, scriptPlace)];
      this.#log.verdict('failed', line.number);
      this.#unhandled = false;
      return;
    }
    if (this.#records.length === 0 || text === '') return;
    this.#explained = true;
    const picture = /^(?:❯ |\d{1,6}\||\||at |[-+] (?:Expected|Received)$)/.test(text);
    for (const record of this.#records) {
      if (picture) record.endMessage();
      record.add(line, picture ? '' : text);
    }
    if (this.#records.some((record) => record.full)) this.#close();
  }

  #close(): void {
    for (const record of this.#records) record.endMessage();
    this.#records = [];
    this.#explained = false;
    this.#unhandled = false;
  }

  #closing(line: RunnerLine): boolean {
    const match = CLOSING.exec(line.text);
    if (match === null) return false;
    const [, label, rest = ''] = match;
    const total = /\((\d+)\)$/.exec(rest.trim());
    if (label === 'Tests' || label === 'Test Files') {
      const counts = countedWords(rest.replace(/\s*\(\d+\)\s*$/, '').trim(), '|');
      if (counts === null && !/^no tests/.test(rest)) return false;
      this.#close();
      const failed = counts?.get('failed') ?? 0;
      if (label === 'Test Files') {
        if (failed > 0) this.#log.verdict('failed', line.number);
        return true;
      }
      const passed = (counts?.get('passed') ?? 0) + (counts?.get('expected fail') ?? 0);
      const skipped = (counts?.get('skipped') ?? 0) + (counts?.get('todo') ?? 0);
      const run = counts === null || total === null ? passed + failed : count(total, 1) - skipped;
      this.#tally = this.#log.tally(TOOL, line.number, { run, passed, failed, skipped });
    } else if (label === 'Duration') {
      if (this.#tally !== null) this.#tally.seconds = seconds(rest.replace(/ \(.*/, ''));
      this.#endRun();
    } else if (/^\d+ errors?$/.test(rest.trim())) this.#log.verdict('failed', line.number);
    else return false;
    return true;
  }

  #endRun(): void {
    this.#tally = null;
    this.#log.endRun(TOOL);
  }
}
