import type { Failure, Tally } from '../line.ts';

/** Failures kept for one lane; the runners' own tallies still count the rest. */
const MAX_FAILURES = 2000;
const MAX_TALLIES = 5000;
const MAX_VERDICTS = 1000;
const MESSAGE_CHARACTERS = 400;
const NAME_CHARACTERS = 300;

/** That a run failed or passed, and the line that says so. */
export interface Verdict {
  outcome: 'failed' | 'passed';
  line: number;
}

/** What a reader states of one failure; what it leaves out is unknown. */
export interface FailureStart {
  tool: string;
  line: number;
  test?: string | null;
  message?: string;
  file?: string | null;
  row?: number | null;
  column?: number | null;
  /** What makes this the same failure when it is printed again; the test's name unless given. */
  key?: string;
}

/** Counts as the runner states them; what it leaves out is unknown. */
export type TallyCounts = Partial<Omit<Tally, 'tool' | 'line'>>;

/** What the readers of one lane have found so far: failures once each, tallies, and what decides the outcome. */
export class RunLog {
  #failures = new Set<Failure>();
  #named = new Map<string, Failure>();
  #tallies: Tally[] = [];
  #verdicts: Verdict[] = [];

  /** Adds a failure, or gives the one of this run that has the same tool and key, so that a repeat adds to it. */
  fail(start: FailureStart): Failure {
    const test = start.test == null ? null : cut(start.test, NAME_CHARACTERS);
    const key = start.key ?? test;
    const name = key === null ? null : `${start.tool}\n${cut(key, NAME_CHARACTERS)}`;
    const known = name === null ? undefined : this.#named.get(name);
    if (known !== undefined && this.#failures.has(known)) {
      describe(known, start);
      return known;
    }
    const failure: Failure = {
      line: start.line,
      endLine: start.line,
      tool: start.tool,
      severity: 'error',
      file: start.file ?? null,
      row: start.row ?? null,
      column: start.column ?? null,
      message: cut(start.message ?? '', MESSAGE_CHARACTERS),
      test,
      group: -1,
    };
    if (this.#failures.size < MAX_FAILURES) {
      this.#failures.add(failure);
      if (name !== null) this.#named.set(name, failure);
    }
    return failure;
  }

  /** The failure of this run with that tool and key, if there is one. */
  known(tool: string, key: string): Failure | undefined {
    const failure = this.#named.get(`${tool}\n${cut(key, NAME_CHARACTERS)}`);
    return failure !== undefined && this.#failures.has(failure) ? failure : undefined;
  }

  /** Takes a failure back: it turned out to be a consequence, or to pass when tried again. */
  drop(failure: Failure): void {
    this.#failures.delete(failure);
  }

  /** After this, a name that fails again is a failure of another run. */
  endRun(tool: string): void {
    for (const key of this.#named.keys()) if (key.startsWith(`${tool}\n`)) this.#named.delete(key);
  }

  /** Adds a tally; the reader may fill in what later lines say. The verdict follows from its counts at the end. */
  tally(tool: string, line: number, counts: TallyCounts): Tally {
    const tally: Tally = { tool, line, run: null, passed: null, failed: null, skipped: null, seconds: null, ...counts };
    if (this.#tallies.length < MAX_TALLIES) this.#tallies.push(tally);
    return tally;
  }

  /**
   * Adds a tally that already counts what the tools `inside` said since `tool` spoke last: those tallies go, so that
   * nothing is counted twice.
   */
  enclose(tool: string, line: number, counts: TallyCounts, inside: ReadonlySet<string>): Tally {
    let from = this.#tallies.length;
    while (from > 0 && this.#tallies[from - 1]?.tool !== tool) from--;
    this.#tallies = this.#tallies.filter((tally, index) => index < from || !inside.has(tally.tool));
    return this.tally(tool, line, counts);
  }

  /** Takes every tally of `tool` that stands on line `from` or later back. */
  retract(tool: string, from = 0): void {
    this.#tallies = this.#tallies.filter((tally) => tally.tool !== tool || tally.line < from);
  }

  /** The last tally of `tool`, if it stands on line `from` or later. */
  last(tool: string, from: number): Tally | undefined {
    const tally = this.#tallies.findLast((each) => each.tool === tool);
    return tally !== undefined && tally.line >= from ? tally : undefined;
  }

  has(tool: string): boolean {
    return this.#tallies.some((tally) => tally.tool === tool);
  }

  verdict(outcome: Verdict['outcome'], line: number): void {
    if (this.#verdicts.length < MAX_VERDICTS) this.#verdicts.push({ outcome, line });
  }

  /** What was found, in the order in which it was found. */
  get found(): { failures: Failure[]; tallies: Tally[]; verdicts: Verdict[] } {
    return { failures: [...this.#failures], tallies: this.#tallies, verdicts: this.#verdicts };
  }
}

/** Fills in what a failure does not say yet. */
export function describe(failure: Failure, more: Pick<FailureStart, 'message' | 'file' | 'row' | 'column'>): void {
  if (failure.message === '' && more.message !== undefined) failure.message = cut(more.message, MESSAGE_CHARACTERS);
  if (failure.file === null && more.file != null) {
    failure.file = more.file;
    failure.row = more.row ?? null;
    failure.column = more.column ?? null;
  }
}

function cut(text: string, length: number): string {
  const trimmed = text.trim();
  return trimmed.length > length ? trimmed.slice(0, length) : trimmed;
}
