import { clip, grouped, plural, seconds, size } from '../../text/format.ts';
import type { Failure, Tally } from '../line.ts';
import type { OutputFacts } from './facts.ts';
import { outcomeOf } from './facts.ts';

const MESSAGE_BYTES = 160;

/** `L154`, or `L154–L160`. */
export function cite(fromLine: number, toLine = fromLine): string {
  return fromLine === toLine ? `L${fromLine}` : `L${fromLine}–L${toLine}`;
}

/** How it ended and how much it is: `Failed: exit status 1. 2,470 lines (180 KiB).` */
export function headline(facts: OutputFacts): string {
  const { ending, report, lines, bytes } = facts;
  const much = `${plural(lines.count, 'line')} (${size(bytes)}).`;
  const outcome = outcomeOf(facts);
  if (ending.words === null) {
    const says = {
      failed: 'its output says that it failed',
      succeeded: 'its output says that it passed',
      unknown: null,
    };
    return `How it ended is not recorded${says[outcome] === null ? '' : `; ${says[outcome]}`}. ${much}`;
  }
  if (outcome === 'failed') return `Failed: ${ending.words}. ${much}`;
  const stated = report.failures.length;
  const though = stated > 0 ? `, although its output states ${plural(stated, 'failure')}` : '';
  return `Succeeded: ${ending.words}${though}. ${much}`;
}

/** Where a failure is and which tool says so: `tsc error src/a.ts:3:14`. */
export function placeOf(failure: Failure): string {
  const place = [failure.file, failure.row, failure.column].filter((part) => part !== null).join(':');
  return [failure.tool, failure.severity, place, failure.test ?? ''].filter((part) => part !== '').join(' ');
}

/** A failure on one line: where it is and what it says. */
export function failureLine(failure: Failure): string {
  const message = clip(failure.message.replace(/\s+/g, ' '), MESSAGE_BYTES);
  return `${cite(failure.line)} ${clip(placeOf(failure), MESSAGE_BYTES)}${message === '' ? '' : `: ${message}`}`;
}

/** A runner's own count. */
export function tallyLine(tally: Tally): string {
  const { failed, passed, skipped, run } = tally;
  const counts = Object.entries({ failed, passed, skipped, run }).flatMap(([name, count]) =>
    count === null ? [] : [`${grouped(count)} ${name}`],
  );
  const time = tally.seconds === null ? '' : ` in ${seconds(tally.seconds)}`;
  return `${cite(tally.line)} ${tally.tool}: ${counts.join(', ') || 'no count'}${time}`;
}

/** Warnings counted by the tool that gave them, the commonest first, and where the first stands; null without any. */
export function warningsLine(warnings: readonly Failure[]): string | null {
  const [first] = warnings;
  if (first === undefined) return null;
  const tools = new Map<string, number>();
  for (const { tool } of warnings) tools.set(tool, (tools.get(tool) ?? 0) + 1);
  const counted = [...tools]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, 6)
    .map(([tool, count]) => `${tool} ${grouped(count)}`);
  return `${plural(warnings.length, 'warning')}: ${counted.join(', ')}; the first at ${cite(first.line)}`;
}
