import type { RunLog } from './run-log.ts';
import type { RunnerFamily, RunnerLine, RunnerReader } from './runner.ts';

/**
 * One anchored shape of line and what it says. `first` are the visible characters that such a line can begin with ('' for
 * any, `•` for those past ASCII), `has` a text that every such line has: both are looked at before the pattern.
 */
export interface LineRule {
  first: string;
  has: string;
  pattern: RegExp;
  read(match: RegExpExecArray, line: RunnerLine, log: RunLog): void;
}

/** A family whose lines each stand alone: the first rule that matches a line reads it, nothing is remembered. */
export function lineFamily(starts: string, rules: readonly LineRule[], ends = ''): RunnerFamily {
  const table = byFirst(rules);
  return { starts, ends, create: (log) => new LineReader(log, table) };
}

/** The rules for lines by the code of their first visible character; every code past ASCII is one. */
const PAST_ASCII = 128;

class LineReader implements RunnerReader {
  readonly open = false;
  readonly #log: RunLog;
  readonly #byFirst: readonly (readonly LineRule[])[];

  constructor(log: RunLog, byFirst: readonly (readonly LineRule[])[]) {
    this.#log = log;
    this.#byFirst = byFirst;
  }

  push(line: RunnerLine): void {
    const { text, indent } = line;
    for (const rule of this.#byFirst[Math.min(text.charCodeAt(indent), PAST_ASCII)] ?? []) {
      const match = text.includes(rule.has) ? rule.pattern.exec(text) : null;
      if (match === null) continue;
      rule.read(match, line, this.#log);
      return;
    }
  }

  finish(): void {
    // Nothing is pending between lines.
  }
}

function byFirst(rules: readonly LineRule[]): LineRule[][] {
  return Array.from({ length: PAST_ASCII + 1 }, (_, code) => {
    const character = code === PAST_ASCII ? '•' : String.fromCharCode(code);
    return rules.filter(({ first }) => first === '' || first.includes(character));
  });
}
