import { KnownFailures } from '../readers/known-failures.ts';
import type { Failure, Tally, TriageReport } from '../readers/line.ts';
import { LineFeed } from '../text/line-feed.ts';
import { readInput } from './read-input.ts';
import { print } from './run.ts';

const LEADS_SHOWN = 20;

export interface TriageOptions {
  /** The whole report as JSON instead of the listing. */
  json: boolean;
}

/** `wisp triage FILE` (`-` for stdin): the failures that known formats state in a log. Resolves to the exit code. */
export async function triageCommand(file: string, options: TriageOptions): Promise<number> {
  const failures = new KnownFailures();
  const lines = new LineFeed((line) => failures.push(line), { carriageReturns: true });
  const problem = await readInput(file, (chunk) => lines.push(chunk));
  if (problem !== null) {
    process.stderr.write(`wisp triage: ${problem}.\n`);
    return 1;
  }
  lines.finish();
  const report = failures.finish(null);
  await print(options.json ? `${JSON.stringify(report)}\n` : renderTriage(report));
  return 0;
}

function renderTriage(report: TriageReport): string {
  const lines = [`outcome: ${report.outcome}`];
  for (const group of report.groups.slice(0, LEADS_SHOWN)) {
    const lead = report.failures[group.lead];
    if (lead === undefined) continue;
    lines.push(
      `L${lead.line} ${describe(lead)}${group.count > 0 ? ` (and ${group.count} more of ${group.label})` : ''}`,
    );
  }
  const hidden = report.groups.length - LEADS_SHOWN;
  if (hidden > 0) lines.push(`… and ${hidden} more independent failures`);
  if (report.warnings.length > 0) lines.push(`${report.warnings.length} warnings`);
  return `${[...lines, ...report.tallies.map(describeTally)].join('\n')}\n`;
}

function describe(failure: Failure): string {
  const position = [failure.file, failure.row, failure.column].filter((part) => part !== null).join(':');
  return [failure.tool, failure.severity, position, failure.test ?? '', failure.message]
    .filter((part) => part !== '')
    .join(' ');
}

function describeTally(tally: Tally): string {
  const counts = [
    ['run', tally.run],
    ['passed', tally.passed],
    ['failed', tally.failed],
    ['skipped', tally.skipped],
  ].flatMap(([name, count]) => (count === null ? [] : [`${count} ${name}`]));
  return `L${tally.line} ${tally.tool}: ${counts.join(', ')}${tally.seconds === null ? '' : ` in ${tally.seconds} s`}`;
}
