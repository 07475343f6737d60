import { CauseScan } from '../../../../packages/engine/src/readers/cause/cause-scan.ts';
import type { Excerpt } from '../../../../packages/engine/src/readers/cause/excerpt.ts';
import type { TriageReport } from '../../../../packages/engine/src/readers/line.ts';

/** The excerpts that a scan of these lines gives. */
export function scan(
  lines: readonly string[],
  exitStatus: number | null = 1,
  report: TriageReport | null = null,
): Excerpt[] {
  const cause = new CauseScan();
  for (const line of lines) cause.push(line);
  return cause.finish(report, exitStatus);
}

/** Lines of work that goes well, each another. */
export function dull(count: number, from = 1): string[] {
  return Array.from({ length: count }, (_, i) => `Compiling part ${from + i} of the list`);
}
