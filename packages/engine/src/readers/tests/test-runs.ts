import type { Failure, ReaderLine, Tally } from '../line.ts';
import { FAMILIES } from './families.ts';
import { indentOf, lastVisible, RunnerGate } from './gate.ts';
import { RunLog, type Verdict } from './run-log.ts';
import type { RunnerLine, RunnerReader } from './runner.ts';
import { untag } from './untag.ts';
import { overallVerdict } from './verdict.ts';

/** Past this many lanes the rest share one: the names of lanes come from the output. */
const MAX_LANES = 64;
const OVERFLOW = '\n';
const MAX_TEXT = 16_384;
const BRACKET = 91;
const HASH = 35;

/** What the readers of test runners found in one output. */
export interface TestRunsReport {
  tallies: Tally[];
  failures: Failure[];
  verdict: Verdict | null;
}

const gate = new RunnerGate(FAMILIES);

/**
 * Reads what test runners say in one output: every failing test, every run's own count, and the verdict that follows.
 * Feed it the output's normalised lines in order, then `finish` once. Memory is bounded and no line is kept.
 */
export class TestRuns {
  #lanes = new Map<string, Lane>();
  #lastLane: Lane | null = null;
  #lastName = '';

  push(line: ReaderLine): void {
    const whole = line.text.length > MAX_TEXT ? line.text.slice(0, MAX_TEXT) : line.text;
    const indent = indentOf(whole);
    const first = whole.charCodeAt(indent);
    const lane = this.#lastName === line.lane && this.#lastLane !== null ? this.#lastLane : this.#lane(line.lane);
    if (first === BRACKET || first === HASH) {
      const { text, tag } = untag(whole);
      const at = indentOf(text);
      lane.push({ number: line.number, text, indent: at, tag }, text.charCodeAt(at));
    } else lane.push({ number: line.number, text: whole, indent, tag: '' }, first);
  }

  /** Ends every lane and gives the findings in the order of their lines. */
  finish(): TestRunsReport {
    const tallies: Tally[] = [];
    const failures: Failure[] = [];
    const verdicts: Verdict[] = [];
    for (const lane of this.#lanes.values()) {
      const found = lane.finish();
      tallies.push(...found.tallies);
      failures.push(...found.failures);
      verdicts.push(...found.verdicts);
    }
    tallies.sort((a, b) => a.line - b.line);
    failures.sort((a, b) => a.line - b.line);
    return { tallies, failures, verdict: overallVerdict(verdicts, tallies, failures) };
  }

  #lane(name: string): Lane {
    const kept = this.#lanes.has(name) || this.#lanes.size < MAX_LANES ? name : OVERFLOW;
    const lane = this.#lanes.get(kept) ?? new Lane();
    this.#lanes.set(kept, lane);
    this.#lastLane = lane;
    this.#lastName = name;
    return lane;
  }
}

/** The readers of one lane: records of several lines are put together from the lines of one task only. */
class Lane {
  #log = new RunLog();
  #readers: readonly RunnerReader[] = FAMILIES.map((family) => family.create(this.#log));
  #open: readonly number[] = [];

  push(line: RunnerLine, first: number): void {
    const open = this.#open;
    const wanted = gate.wanted(first, lastVisible(line.text));
    if (wanted.length === 0 && open.length === 0) return;
    let changed = false;
    for (const index of open) changed = !this.#read(index, line) || changed;
    for (const index of wanted) if (!open.includes(index)) changed = this.#read(index, line) || changed;
    if (changed) this.#open = this.#readers.flatMap((reader, index) => (reader.open ? [index] : []));
  }

  finish(): RunLog['found'] {
    for (const reader of this.#readers) reader.finish();
    return this.#log.found;
  }

  /** Whether the reader has a record open after the line. */
  #read(index: number, line: RunnerLine): boolean {
    const reader = this.#readers[index];
    if (reader === undefined) return false;
    reader.push(line);
    return reader.open;
  }
}
