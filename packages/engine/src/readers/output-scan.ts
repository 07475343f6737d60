import { KnownFailures } from './known-failures.ts';
import type { TriageReport } from './line.ts';

/** What one pass over a stream found: its failures, and the runs of lines that show the cause, the most worthy first. */
export interface ScanResult {
  report: TriageReport;
  excerpts: readonly { fromLine: number; toLine: number }[];
}

/** Lines before and after a failure that stand in its excerpt. */
const LINES_BEFORE = 2;
const LINES_AFTER = 6;

/** Most leads that get an excerpt. */
const EXCERPTS = 3;

/** Reads one stream while it is printed: `push` each raw line without its line feed, then `finish` once. */
export class OutputScan {
  readonly #failures = new KnownFailures();
  #lines = 0;

  push(line: string): void {
    this.#lines++;
    this.#failures.push(line);
  }

  /** `exitStatus` is the command's, or null when a signal ended it or it is not known. */
  finish(exitStatus: number | null): ScanResult {
    const report = this.#failures.finish(exitStatus);
    if (exitStatus === 0) return { report, excerpts: [] };
    const leads = report.groups.flatMap((group) => report.failures[group.lead] ?? []);
    const excerpts = leads.slice(0, EXCERPTS).map(({ line, endLine }) => ({
      fromLine: Math.max(1, line - LINES_BEFORE),
      toLine: Math.min(this.#lines, Math.max(endLine, line) + LINES_AFTER),
    }));
    return { report, excerpts };
  }
}
