import type { Failure, TriageReport } from '../line.ts';
import type { Finding } from './family.ts';
import type { Shared } from './lane.ts';

/** Builds the report */
export function buildReport(shared: Shared, exitStatus: number | null, _last: number): TriageReport {
  const failures = shared.findings.failures.map(toFailure);
  return {
    outcome: exitStatus === 0 ? 'passed' : failures.length > 0 || exitStatus !== null ? 'failed' : 'unknown',
    failures,
    groups: [],
    warnings: shared.findings.warnings.map(toFailure),
    tallies: [],
  };
}
function toFailure(f: Finding): Failure {
  return {
    line: f.line,
    endLine: f.endLine,
    tool: f.tool,
    severity: f.severity,
    file: f.file,
    row: f.row,
    column: f.column,
    message: f.message,
    test: null,
    group: -1,
  };
}
