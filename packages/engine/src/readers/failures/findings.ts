import type { Finding } from './family.ts';

const KEPT = 2000;
const KEPT_WRAPPERS = 500;
const KEPT_WEAK = 100;

/**
 * Keeps the findings of one output: the first 2,000 failures and as many warnings, each once, with the number of times it
 * came again; the number of further ones; the wrappers and the last weak lines for when nothing else explains the run.
 */
export class Findings {
  readonly failures: Finding[] = [];
  readonly warnings: Finding[] = [];
  readonly wrappers: Finding[] = [];
  readonly weak: Finding[] = [];
  /** Failures that came after the 2,000 that are kept. */
  failuresBeyond = 0;
  private readonly seen = new Map<string, Finding>();

  add(finding: Finding): void {
    if (finding.kind === 'wrapper') {
      if (this.wrappers.length < KEPT_WRAPPERS) this.wrappers.push(finding);
    } else if (finding.kind === 'weak') {
      this.weak.push(finding);
      if (this.weak.length > KEPT_WEAK) this.weak.shift();
    } else this.count(finding);
  }

  private count(finding: Finding): void {
    const key = keyOf(finding);
    const known = this.seen.get(key);
    if (known !== undefined) {
      known.repeats++;
      return;
    }
    const list = finding.severity === 'warning' ? this.warnings : this.failures;
    if (list.length >= KEPT) {
      if (list === this.failures) this.failuresBeyond++;
      return;
    }
    // V8 keeps the whole chunk that a slice was cut from: what is kept for long is copied.
    finding.message = copyOf(finding.message);
    if (finding.file !== null) finding.file = copyOf(finding.file);
    list.push(finding);
    this.seen.set(copyOf(key), finding);
  }
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function keyOf(finding: Finding): string {
  const place = finding.file === null ? finding.lane : `${finding.file}:${finding.row}:${finding.column}`;
  return `${finding.severity}${finding.occurrence}\n${place}\n${finding.message}`;
}
