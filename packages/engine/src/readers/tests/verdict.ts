import type { Failure, Tally } from '../line.ts';
import type { Verdict } from './run-log.ts';

/** Whether a tally says that its run failed or passed; null when it counts nothing. */
function tallyVerdict(tally: Tally): Verdict | null {
  if ((tally.failed ?? 0) > 0) return { outcome: 'failed', line: tally.line };
  return (tally.passed ?? tally.run ?? 0) > 0 ? { outcome: 'passed', line: tally.line } : null;
}

/**
 * One verdict for all runs of an output: failed as soon as anything failed, at the first line that says so; passed
 * when a runner says so and nothing failed; null when nothing is said.
 */
export function overallVerdict(
  stated: readonly Verdict[],
  tallies: readonly Tally[],
  failures: readonly Failure[],
): Verdict | null {
  const all = [...stated, ...tallies.flatMap((tally) => tallyVerdict(tally) ?? [])].sort((a, b) => a.line - b.line);
  const failed = all.find((verdict) => verdict.outcome === 'failed');
  if (failed !== undefined) return failed;
  const failure = failures[0];
  if (failure !== undefined) return { outcome: 'failed', line: failure.line };
  return all.at(-1) ?? null;
}
