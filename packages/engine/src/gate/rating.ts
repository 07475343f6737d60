/** How much a command may do: read, write something, write what is hard to undo; or what never runs. */
export type Level = 'safe' | 'moderate' | 'dangerous' | 'denied';

/** What one rule says of a command. */
export interface Finding {
  level: Level;
  reason: string;
  /** What an approval remembers of it; absent: this line alone. */
  pattern?: string;
}

/** The rating of a line: the highest of its findings, the reasons for it, and what an approval of it would remember. */
export interface Rating {
  level: Level;
  reasons: string[];
  /** Every one must be approved for the line to run unasked. */
  patterns: string[];
}

const ORDER: readonly Level[] = ['safe', 'moderate', 'dangerous', 'denied'];

export function isHigher(a: Level, b: Level): boolean {
  return ORDER.indexOf(a) > ORDER.indexOf(b);
}

export const safe = (reason = 'it only reads'): Finding => ({ level: 'safe', reason });
export const moderate = (reason: string, pattern?: string): Finding => ({
  level: 'moderate',
  reason,
  ...(pattern === undefined ? {} : { pattern }),
});
export const dangerous = (reason: string): Finding => ({ level: 'dangerous', reason });
export const denied = (reason: string): Finding => ({ level: 'denied', reason });

/** The rating that findings make together, for a line `line`. */
export function ratingOf(findings: readonly Finding[], line: string): Rating {
  let level: Level = 'safe';
  for (const finding of findings) if (isHigher(finding.level, level)) level = finding.level;
  const reasons = [...new Set(findings.filter((one) => one.level === level).map((one) => one.reason))].slice(0, 6);
  const asked = findings.filter((one) => one.level !== 'safe');
  // What can not be told apart by a pattern is remembered as it was written.
  const whole = level !== 'moderate' || asked.some((one) => one.pattern === undefined);
  const patterns = whole ? [line] : [...new Set(asked.flatMap((one) => one.pattern ?? []))];
  return {
    level,
    reasons: reasons.length === 0 ? ['it only reads'] : reasons,
    patterns: level === 'safe' ? [] : patterns,
  };
}
