import type { Failure, Tally, TriageReport } from '../line.ts';
import type { Finding } from './family.ts';
import { type Grouped, groupFailures } from './groups.ts';
import type { Shared } from './lane.ts';
import { isLinter } from './linters.ts';
import { lastWords, resolveWrappers, stepOf } from './resolve.ts';

/** What the readers of test runners give: their failures have group -1. */
export interface TestsFound {
  tallies: Tally[];
  failures: Failure[];
  verdict: { outcome: 'failed' | 'passed'; line: number } | null;
}

/** Without an exit status and without a word of failure, only these many last lines can hold the reason. */
const LAST_LINES_UNPROVEN = 4;

/** Puts what was found in one output of `lastLine` lines together: what counts as a failure, root causes, the outcome. */
export function buildReport(
  shared: Shared,
  found: TestsFound,
  exitStatus: number | null,
  lastLine: number,
): TriageReport {
  const tests = { ...found, failures: realTests(found.failures, shared) };
  const failed = exitStatus === null ? shared.failed || tests.verdict?.outcome === 'failed' : exitStatus !== 0;
  const passed =
    exitStatus === 0 || (exitStatus === null && !failed && (shared.passed || tests.verdict?.outcome === 'passed'));
  const own = ownFindings(shared, tests.failures, passed);
  const certain: (Finding | Failure)[] = [...own, ...tests.failures].sort(byLine);
  const explained = certain.map((item) => ({ line: item.line, lane: 'lane' in item ? item.lane : '' }));
  const added = passed ? [] : resolveWrappers(explained, shared.findings, shared.sections);
  if (certain.length + added.length === 0 && !passed) {
    added.push(...lastWords(shared.findings.weak, lastLine, failed ? undefined : LAST_LINES_UNPROVEN));
  }
  const promoted = failed && certain.length + added.length === 0 ? reasonsAmong(shared) : [];
  const lead = new Set<Finding | Failure>([...added, ...promoted]);
  const grouped = [...certain, ...added, ...promoted].sort(byLine).map(toGrouped);
  const groups = groupFailures(grouped);
  const last = groups.at(-1);
  if (last !== undefined) last.count += shared.findings.failuresBeyond;
  const failures = grouped.map((item) => item.failure);
  return {
    outcome: exitStatus === 0 ? 'passed' : failed || failures.length > 0 ? 'failed' : passed ? 'passed' : 'unknown',
    failures,
    groups,
    warnings: shared.findings.warnings.filter((warning) => !lead.has(warning)).map(toFailure),
    tallies: tests.tallies,
  };
}

/** The warnings that fail a run which nothing worse explains: a linter's, or all of a tool that says that they do. */
function reasonsAmong({ findings, strict }: Shared): Finding[] {
  const linted = findings.warnings.filter(isLinter);
  return linted.length > 0 || !strict ? linted : findings.warnings;
}

/** A line that another format reads with its place is no title of a test that has none; nor is one that says nothing else. */
function realTests(tests: readonly Failure[], { findings }: Shared): Failure[] {
  const { failures, warnings, wrappers, weak } = findings;
  const placed = [...failures, ...warnings].filter((finding) => finding.row !== null && finding.kind === 'diagnostic');
  const readWhole = new Set(placed.map((finding) => finding.line));
  const known = new Set([...failures, ...warnings, ...wrappers, ...weak].map((finding) => finding.line));
  return tests.filter((test) => test.file !== null || !(test.message === '' ? known : readWhole).has(test.line));
}

/** Leaves out what a test runner reports too, and what did not fail the run or step that it is in: logged exceptions, lint. */
function ownFindings(shared: Shared, tests: readonly Failure[], passed: boolean): Finding[] {
  const places = new Set(tests.flatMap((test) => (test.row === null ? [] : [placeKey(test)])));
  const ranges = [...tests].sort(byLine);
  return shared.findings.failures.filter((finding) => {
    if (finding.kind === 'crash' && passed) return false;
    if ((finding.kind === 'crash' || isLinter(finding)) && stepOf(shared.sections, finding.line).passed) return false;
    if (finding.row !== null && places.has(placeKey(finding))) return false;
    return finding.kind === 'diagnostic'
      ? !ranges.some((test) => test.line === finding.line)
      : !within(ranges, finding.line);
  });
}

function within(ranges: readonly Failure[], line: number): boolean {
  return ranges.some((test) => test.line <= line && line <= test.endLine);
}

function placeKey(finding: { file: string | null; row: number | null }): string {
  const file = finding.file ?? '';
  return `${file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)}:${finding.row}`;
}

function byLine(one: { line: number }, other: { line: number }): number {
  return one.line - other.line;
}

function toGrouped(item: Finding | Failure): Grouped {
  if (!('kind' in item)) return { failure: item, subject: null, poison: false, repeats: 0 };
  return { failure: toFailure(item), subject: item.subject, poison: item.poison, repeats: item.repeats };
}

function toFailure(item: Finding): Failure {
  const { line, endLine, tool, severity, file, row, column, message } = item;
  return { line, endLine: Math.max(line, endLine), tool, severity, file, row, column, message, test: null, group: -1 };
}
