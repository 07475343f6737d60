import { grouped } from '../../text/format.ts';
import type { Failure } from '../line.ts';
import type { OutputFacts } from './facts.ts';
import { cite, tallyLine, warningsLine } from './wording.ts';

const MOST_TALLIES = 8;
const MOST_RANGES = 4;

/** Lines from the end in which a tool may say how long it took, and the words that it says it with. */
const TIME_LINES = 60;
const TIME =
  /\b(?:total time|time elapsed|duration|finished|done|completed|elapsed|ran \d+ tests?|real|took|built)\b.{0,60}?\d+(?:[.,:]\d+)*\s?(?:m?s\b|sec|min|m\b|h\b)/i;

/** What stands at the end of every summary: tallies, warnings, the time taken, and which lines no reader explained. */
export function closingLines(facts: OutputFacts): string[] {
  const { tallies, warnings } = facts.report;
  const closing = tallies.slice(0, MOST_TALLIES).map((tally) => `Tally ${tallyLine(tally)}`);
  if (tallies.length > MOST_TALLIES) closing.push(`… and ${grouped(tallies.length - MOST_TALLIES)} more tallies`);
  const warned = warningsLine(warnings);
  if (warned !== null) closing.push(warned);
  if (tallies.every((tally) => tally.seconds === null)) closing.push(...timeLine(facts));
  return [...closing, unexplainedLine(facts)];
}

function timeLine({ lines }: OutputFacts): string[] {
  for (let number = lines.count; number > Math.max(0, lines.count - TIME_LINES); number--) {
    const text = lines.text(number);
    if (text !== null && TIME.test(text)) return [`Time ${cite(number)}: ${text.trim()}`];
  }
  return [];
}

/** Which lines no reader of a known format explained: the longest runs of them and their count. */
export function unexplainedLine({ lines, report }: OutputFacts): string {
  const explained = [...report.failures, ...report.warnings, ...report.tallies.map(tallyRange)]
    .map(({ line, endLine }) => ({ fromLine: line, toLine: Math.max(line, endLine) }))
    .sort((a, b) => a.fromLine - b.fromLine);
  const gaps: { fromLine: number; toLine: number }[] = [];
  let next = 1;
  for (const { fromLine, toLine } of explained) {
    if (fromLine > next) gaps.push({ fromLine: next, toLine: fromLine - 1 });
    next = Math.max(next, toLine + 1);
  }
  if (next <= lines.count) gaps.push({ fromLine: next, toLine: lines.count });
  const length = (gap: { fromLine: number; toLine: number }) => gap.toLine - gap.fromLine + 1;
  const count = gaps.reduce((sum, gap) => sum + length(gap), 0);
  if (count === 0) return 'Every line was explained by a reader of a known format.';
  const longest = [...gaps].sort((a, b) => length(b) - length(a) || a.fromLine - b.fromLine).slice(0, MOST_RANGES);
  const named = longest.sort((a, b) => a.fromLine - b.fromLine).map((gap) => cite(gap.fromLine, gap.toLine));
  const more = gaps.length > MOST_RANGES ? ' and others' : '';
  return `No reader explained ${grouped(count)} of ${grouped(lines.count)} lines: ${named.join(', ')}${more}.`;
}

function tallyRange({ line }: { line: number }): Pick<Failure, 'line' | 'endLine'> {
  return { line, endLine: line };
}
