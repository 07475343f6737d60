import { KnownFailures } from '../../../../packages/engine/src/readers/known-failures.ts';
import type { Failure, TriageReport } from '../../../../packages/engine/src/readers/line.ts';

/** A log of one tool's own format, and what is to be read from it: `L<line> <severity> <tool> <place> <message>`. */
export interface Case {
  name: string;
  log: string;
  failures?: readonly string[];
  warnings?: readonly string[];
  /** The exit status of the run; 1 unless given. */
  exit?: number | null;
}

export function triage(log: string, exit: number | null = 1): TriageReport {
  const failures = new KnownFailures();
  for (const line of log.split('\n')) failures.push(line);
  return failures.finish(exit);
}

export function describeFailure(failure: Failure): string {
  const place = [failure.file, failure.row, failure.column].filter((part) => part !== null).join(':');
  return `L${failure.line} ${failure.severity} ${failure.tool} ${place === '' ? '-' : place} ${failure.message}`;
}
