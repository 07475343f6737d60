import type { Tally } from '../line.ts';
import { count } from './numbers.ts';
import { plainPlace, scriptPlace } from './places.ts';
import { OpenRecord } from './record.ts';
import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

const POINT = /^(not )?ok(?: (\d{1,7}))?(?: (?:- )?(.*))?$/;
const DIRECTIVE = /(?:^| )# *(SKIP|TODO|skip|todo)\b/;
const PLAN = /^1\.\.(\d{1,7})(?: *#.*)?$/;
const SUMMARY = /^[#ℹ] (tests|pass|fail|skipped|skip|todo|cancelled|failed|duration_ms) +(\d+(?:\.\d+)?)$/;
const BATS_PLACE = /^# \((?:in test file|from function .{1,200} in file) (.{1,300}), line (\d+)/;
const YAML_PLACE = /^(?:at|location): *['"]?(?:.*\()?([^'"()]{1,300}:\d+:\d+)\)?['"]?$/;
const EXPLAINS = /^(?:message|error|operator|expected|actual|wanted|found|failureType): *(?:[|>]-?)?/;
const QUOTED = /^['"](.*)['"]$/;

interface Counts {
  line: number;
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * The Test Anything Protocol, versions 12 to 14, whoever prints it: node:test, tape, ava --tap, bats, Perl's Test::More.
 * Points at the margin count; a summary in comments is quoted instead when there is one.
 */
export const tap: RunnerFamily = { starts: 'on1#TBℹ•', create: (log) => new TapReader(log) };

class TapReader implements RunnerReader {
  #log: RunLog;
  #tool = 'TAP';
  #points: Counts | null = null;
  /** A plan or a version was seen, so the points are TAP and not a sentence that starts alike. */
  #sure = false;
  #record: OpenRecord | null = null;
  #tally: Tally | null = null;

  constructor(log: RunLog) {
    this.#log = log;
  }

  get open(): boolean {
    return this.#record !== null;
  }

  push(line: RunnerLine): void {
    const { text, indent } = line;
    const first = text.charCodeAt(indent);
    if (first === 35 || first === 0x2139) this.#comment(line);
    else if (first === 49 && indent === 0 && PLAN.test(text.trimEnd())) this.#plan(line);
    else if (text.startsWith('TAP version ', indent)) this.#version(indent);
    else if (indent === 0 && text.startsWith('Bail out!')) {
      this.#log.fail({ tool: this.#tool, line: line.number, message: text });
      this.#log.verdict('failed', line.number);
    } else if (first === 111 || first === 110) this.#point(line);
    else if (this.#record !== null) this.#body(line, this.#record);
  }

  finish(): void {
    this.#endRun();
  }

  #version(indent: number): void {
    if (indent > 0) return;
    this.#endRun();
    this.#sure = true;
  }

  #plan(line: RunnerLine): void {
    this.#closeRecord();
    // A plan comes first or last: one before any point opens a run, and so does a second one.
    if (this.#points !== null && this.#sure && this.#tally === null && this.#planned) this.#endRun();
    this.#planned = true;
    this.#sure = true;
    this.#points ??= { line: line.number, passed: 0, failed: 0, skipped: 0 };
  }
  #planned = false;

  #point(line: RunnerLine): void {
    const match = POINT.exec(line.text.trim());
    if (match === null || (match[2] === undefined && !/^(?:not )?ok - /.test(line.text.trim()))) {
      if (this.#record !== null) this.#body(line, this.#record);
      return;
    }
    this.#closeRecord();
    const directive = DIRECTIVE.exec(match[3] ?? '')?.[1]?.toLowerCase();
    const failed = match[1] !== undefined && directive === undefined;
    if (line.indent === 0) this.#countPoint(line, match, failed, directive === 'skip');
    if (failed) this.#failed(line, (match[3] ?? '').replace(/ # time=.*$/, ''), count(match, 2));
  }

  #countPoint(line: RunnerLine, match: RegExpExecArray, failed: boolean, skipped: boolean): void {
    if (
      this.#tally !== null ||
      (count(match, 2) === 1 &&
        this.#points !== null &&
        this.#points.passed + this.#points.failed > 0 &&
        !this.#restarts())
    ) {
      this.#endRun();
    }
    this.#points ??= { line: line.number, passed: 0, failed: 0, skipped: 0 };
    this.#points.line = line.number;
    if (failed) this.#points.failed++;
    else if (skipped) this.#points.skipped++;
    else this.#points.passed++;
  }

  #restarts(): boolean {
    return false;
  }

  #failed(line: RunnerLine, name: string, number: number): void {
    const test = name === '' ? `test ${number}` : name;
    this.#record = new OpenRecord(
      this.#log,
      { tool: this.#tool, line: line.number, test, key: `${line.indent} ${number} ${test}` },
      place,
    );
  }

  #body(line: RunnerLine, record: OpenRecord): void {
    const text = line.text.trim();
    if ((line.indent === 0 && text !== '') || text === '...' || record.full) {
      this.#closeRecord();
      return;
    }
    const explained = EXPLAINS.exec(text);
    const said = explained === null ? '' : text.slice(explained[0].length).trim();
    record.add(line, QUOTED.exec(said)?.[1] ?? said);
  }

  #comment(line: RunnerLine): void {
    const text = line.text.trim();
    const summary = SUMMARY.exec(text);
    if (summary !== null && line.indent === 0) {
      this.#summary(line, summary[1] ?? '', Number(summary[2]));
      return;
    }
    const record = this.#record;
    if (record === null || text === '#') return;
    const bats = BATS_PLACE.exec(text);
    if (bats !== null) {
      this.#tool = 'bats';
      record.failure.tool = 'bats';
      record.failure.file ??= bats[1] ?? null;
      record.failure.row ??= count(bats, 2);
    }
    record.add(line, bats === null && !text.startsWith('# Subtest') ? text.slice(1).trim() : '');
  }

  #summary(line: RunnerLine, word: string, value: number): void {
    this.#closeRecord();
    if (this.#points === null && this.#tally === null && word !== 'tests') return;
    this.#tally ??= this.#log.tally(this.#tool, line.number, { run: 0, passed: 0, failed: 0, skipped: 0 });
    const tally = this.#tally;
    if (word === 'tests') tally.run = value;
    else if (word === 'pass') tally.passed = value;
    else if (word === 'fail' || word === 'failed' || word === 'cancelled') tally.failed = (tally.failed ?? 0) + value;
    else if (word === 'duration_ms') {
      tally.seconds = value / 1000;
      tally.tool = 'node:test';
    } else tally.skipped = (tally.skipped ?? 0) + value;
  }

  #endRun(): void {
    this.#closeRecord();
    const points = this.#points;
    if (this.#tally === null && points !== null && this.#sure && points.passed + points.failed + points.skipped > 0) {
      const { line, passed, failed, skipped } = points;
      this.#log.tally(this.#tool, line, { run: passed + failed, passed, failed, skipped });
    }
    this.#points = null;
    this.#tally = null;
    this.#planned = false;
    this.#sure = false;
    this.#log.endRun(this.#tool);
    this.#tool = 'TAP';
  }

  #closeRecord(): void {
    this.#record?.endMessage();
    this.#record = null;
  }
}

function place(text: string): ReturnType<typeof plainPlace> {
  const trimmed = text.trim();
  const yaml = YAML_PLACE.exec(trimmed);
  if (yaml !== null) return plainPlace(yaml[1] ?? '');
  return trimmed.startsWith('at ') ? scriptPlace(trimmed) : null;
}
