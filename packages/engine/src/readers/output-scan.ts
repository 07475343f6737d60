import { CauseScan } from './cause/cause-scan.ts';
import { chooseExcerpts, type LineRange } from './cause/choose.ts';
import { KnownFailures } from './known-failures.ts';
import type { TriageReport } from './line.ts';

/** What one pass over an output found. */
export interface ScanResult {
  report: TriageReport;
  /** The runs of lines that show the cause within so many bytes; null when there is none to show. */
  excerpts: ((room: number) => LineRange[]) | null;
}

/** Reads one stream while it is printed: `push` each raw line without its line feed, then `finish` once. */
export class OutputScan {
  readonly #failures = new KnownFailures();
  readonly #cause = new CauseScan();

  push(line: string): void {
    this.#failures.push(line);
    this.#cause.push(line);
  }

  /** `exitStatus` is the command's, or null when a signal ended it or it is not known. */
  finish(exitStatus: number | null): ScanResult {
    const report = this.#failures.finish(exitStatus);
    const excerpts = this.#cause.finish(report, exitStatus);
    return { report, excerpts: excerpts.length === 0 ? null : (room) => chooseExcerpts(excerpts, room) };
  }
}
