import { closingLines } from './closing.ts';
import type { OutputFacts } from './facts.ts';
import type { Page } from './page.ts';
import { sizeOf } from './page.ts';
import { quoteExcerpts, quoteRanges } from './quote.ts';
import { failureLine, headline } from './wording.ts';

const MOST_WARNINGS = 8;
const MOST_FAILURES = 8;
const LAST_LINES = 3;

/**
 * Writes the summary of a run that succeeded, compact: the outcome, the counts, the time, the warnings, the last lines. What
 * its output states as failures all the same comes first.
 */
export function writeSucceeded(facts: OutputFacts, page: Page): void {
  const { lines, report } = facts;
  page.require(headline(facts));
  const closing = closingLines(facts);
  const reserved = Math.min(sizeOf(closing), page.room() / 2);
  page.addAll(
    report.failures.slice(0, MOST_FAILURES).map((failure) => `- ${failureLine(failure)}`),
    reserved,
  );
  page.addAll(closing);
  page.addAll(firstOfEach(facts).map((warning) => `- ${failureLine(warning)}`));
  const last = quoteRanges(
    lines,
    [{ fromLine: Math.max(1, lines.count - LAST_LINES + 1), toLine: lines.count }],
    page.room() - 12,
  );
  if (last.length > 0) page.addAll(['Last lines:', ...last]);
  if (facts.ending.words === null) writeMentions(facts, page);
}

/** Nobody recorded how it ended, so what may speak against its success is shown too. */
function writeMentions({ excerpts, lines }: OutputFacts, page: Page): void {
  const title = 'Lines that mention an error:';
  const mentioning = excerpts.filter((excerpt) => excerpt.mentions);
  const quoted = quoteExcerpts(lines, mentioning, page.room() - title.length - 1);
  if (quoted.length > 0) page.addAll([title, ...quoted]);
}

/** The first warning of each message, so that one that is given a hundred times stands once. */
function firstOfEach({ report }: OutputFacts): OutputFacts['report']['warnings'] {
  const seen = new Set<string>();
  return report.warnings
    .filter(({ tool, message }) => {
      const key = `${tool} ${message.replace(/\d+/g, '0')}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MOST_WARNINGS);
}
