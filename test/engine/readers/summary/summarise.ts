import type { OutputFacts } from '../../../../packages/engine/src/readers/summary/facts.ts';
import { OutputSummary, type SummaryMode } from '../../../../packages/engine/src/readers/summary/output-summary.ts';

export interface Asked {
  mode?: SummaryMode;
  bytes?: number;
  exitStatus?: number | null;
}

/** The summary of these lines, pushed in one chunk. */
export function summarise(lines: readonly string[], asked: Asked = {}): string {
  return summariseBytes([Buffer.from(lines.map((line) => `${line}\n`).join(''))], asked).text;
}

export function summariseBytes(
  chunks: readonly Buffer[],
  { mode = 'notable', bytes = 4096, exitStatus = null }: Asked = {},
): { text: string; facts: OutputFacts } {
  const summary = new OutputSummary(exitStatus);
  for (const chunk of chunks) summary.push(chunk);
  return summary.finish(mode, bytes);
}

/** Lines of work that goes well. */
export function dull(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `Compiling part ${i + 1} of the list`);
}
