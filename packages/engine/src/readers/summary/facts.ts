import type { Excerpt } from '../cause/excerpt.ts';
import type { TriageReport } from '../line.ts';
import type { Ending, StreamLines } from './frame.ts';
import type { LineStore } from './line-store.ts';

/** All that the readers found in one output, for the parts of a summary to be written from. */
export interface OutputFacts {
  lines: LineStore;
  /** Bytes of the output. */
  bytes: number;
  ending: Ending;
  streams: readonly StreamLines[];
  report: TriageReport;
  /** Lines that may say why it failed, the most worthy first, whatever the exit status. */
  excerpts: readonly Excerpt[];
  /** Lines that begin or end a part of it. */
  outline: readonly { line: number; failed: boolean }[];
}

/** How the run ended in one word: the exit status wins over whatever the output says, for the worse as for the better. */
export type Outcome = 'failed' | 'succeeded' | 'unknown';

export function outcomeOf({ ending, report }: Pick<OutputFacts, 'ending' | 'report'>): Outcome {
  if (ending.words !== null) return ending.exitStatus === 0 ? 'succeeded' : 'failed';
  if (report.outcome === 'failed') return 'failed';
  return report.outcome === 'passed' ? 'succeeded' : 'unknown';
}
