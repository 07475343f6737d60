import { Findings } from './failures/findings.ts';
import { FamilyTable, Lane, type Shared } from './failures/lane.ts';
import { FAMILIES } from './failures/registry.ts';
import { buildReport } from './failures/report.ts';
import type { ReaderLine, TriageReport } from './line.ts';
import { LineNormaliser } from './normalise.ts';
import { TestRuns } from './tests/test-runs.ts';

/** Lanes beyond these share one, so that a log of made-up prefixes takes no more memory. */
const LANES = 256;
const TABLE = new FamilyTable(FAMILIES);

/**
 * Reads the failures, warnings and tallies that known formats state in one output. One pass: `push` each raw line without
 * its LF, in order, then `finish` once with the exit status (null when it is not known). Memory is bounded.
 */
export class KnownFailures {
  private readonly normaliser = new LineNormaliser();
  private readonly tests = new TestRuns();
  private readonly lanes = new Map<string, Lane>();
  private readonly shared: Shared = {
    findings: new Findings(),
    families: TABLE,
    sections: [],
    passed: false,
    failed: false,
    strict: false,
  };
  private last = 0;

  push(raw: string): void {
    for (const line of this.normaliser.push(raw)) this.read(line);
  }

  finish(exitStatus: number | null): TriageReport {
    for (const line of this.normaliser.flush()) this.read(line);
    for (const lane of this.lanes.values()) lane.finish();
    return buildReport(this.shared, this.tests.finish(), exitStatus, this.last);
  }

  private read(line: ReaderLine): void {
    this.last = line.number;
    this.tests.push(line);
    this.laneOf(line.lane).push(line);
  }

  private laneOf(name: string): Lane {
    const known = this.lanes.get(name);
    if (known !== undefined) return known;
    if (this.lanes.size >= LANES && name !== '') return this.laneOf('');
    const lane = new Lane(this.shared);
    this.lanes.set(name, lane);
    return lane;
  }
}
