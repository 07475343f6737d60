import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

/** One anchored shape of line and what it says. */
export interface LineRule {
  pattern: RegExp;
  read(match: RegExpExecArray, line: RunnerLine, log: RunLog): void;
}

/** A family whose lines each stand alone: the first rule that matches a line reads it, nothing is remembered. */
export function lineFamily(starts: string, rules: readonly LineRule[], ends = ''): RunnerFamily {
  return { starts, ends, create: (log) => new LineReader(log, rules) };
}

class LineReader implements RunnerReader {
  readonly open = false;
  #log: RunLog;
  #rules: readonly LineRule[];

  constructor(log: RunLog, rules: readonly LineRule[]) {
    this.#log = log;
    this.#rules = rules;
  }

  push(line: RunnerLine): void {
    for (const rule of this.#rules) {
      const match = rule.pattern.exec(line.text);
      if (match === null) continue;
      rule.read(match, line, this.#log);
      return;
    }
  }

  finish(): void {
    // Nothing is pending between lines.
  }
}
