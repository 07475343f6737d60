import { LogDigest } from '../../../../packages/engine/src/readers/log-digest/log-digest.ts';
import type { LogDigestReport } from '../../../../packages/engine/src/readers/log-digest/report.ts';

/** The report on `lines`, and the template number of each line. */
export function digest(lines: readonly string[]): { report: LogDigestReport; numbers: number[] } {
  const reader = new LogDigest({ assign: true });
  for (const line of lines) reader.push(line);
  const report = reader.finish();
  return { report, numbers: [...reader.assign()] };
}

/** The message of each template with its count, in the order of their first lines. */
export function messages(lines: readonly string[]): string[] {
  const { templates } = digest(lines).report;
  return templates.sort((a, b) => a.id - b.id).map(({ count, text }) => `${count} ${text}`);
}

/** `count` lines, the i-th made by `make(i)`. */
export function repeat(count: number, make: (i: number) => string): string[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
