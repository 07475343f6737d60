import { grouped, plural } from '../../text/format.ts';
import { chooseExcerpts } from '../cause/choose.ts';
import type { Failure, FailureGroup } from '../line.ts';
import { closingLines } from './closing.ts';
import type { OutputFacts } from './facts.ts';
import { Page, sizeOf } from './page.ts';
import { quoteExcerpts, quoteRanges } from './quote.ts';
import { failureLine, headline, placeOf } from './wording.ts';

/** Root causes that are shown with the lines around them; the next ones get a line each. */
const QUOTED_LEADS = 4;
const LISTED_LEADS = 12;

/** Shares of the room: for the root causes, and at most for what stands at the end. */
const LEADS_SHARE = 0.4;
const CLOSING_SHARE = 0.25;

/** Bytes of a command's own result that are not excerpts: its frame, its note, its first and last lines. */
const OTHER_BYTES = 400;
const EXCERPTS_SHARE = 0.7;

/** Last lines that are quoted when nothing stands out. */
const LAST_LINES = 30;

/** Lines of a root cause that are quoted below its first. */
const LINES_BELOW = 4;

/**
 * Writes the summary of a run that failed: the root causes with their place and lines, what each set off, other lines that
 * may say why, the tallies, the warnings. Of a command's own output it prefers lines that its result did not show already.
 */
export function writeFailed(facts: OutputFacts, page: Page): void {
  page.require(headline(facts));
  const closing = new Page(Math.floor(page.room() * CLOSING_SHARE));
  closing.addAll(closingLines(facts));
  const end = closing.text().split('\n').slice(0, -1);
  const reserved = sizeOf(end);
  const room = facts.streams.length === 0 ? 0 : (page.room() - OTHER_BYTES) * EXCERPTS_SHARE;
  const firstShown = linesOf(chooseExcerpts(facts.excerpts, room));
  const shown = writeLeads(facts, page, reserved);
  const others = [
    ...facts.excerpts.filter((e) => !firstShown.has(e.anchorLine) && !shown.has(e.anchorLine)),
    ...facts.excerpts.filter((e) => firstShown.has(e.anchorLine) && !shown.has(e.anchorLine)),
  ];
  const title = shown.size > 0 ? 'Other lines that may say why:' : 'Lines that may say why:';
  const quoted = quoteExcerpts(facts.lines, others, page.room(reserved) - title.length - 1);
  if (quoted.length > 0) page.addAll([title, ...quoted], reserved);
  else page.addAll(lastLines(facts, page.room(reserved)), reserved);
  page.addAll(end);
}

/** The last lines, for a run in which nothing stands out. */
function lastLines({ lines }: OutputFacts, room: number): string[] {
  const title = 'Nothing in it stands out. Its last lines:';
  const last: string[] = [];
  let left = room - title.length - 1;
  for (let number = lines.count; number > 0 && last.length < LAST_LINES; number--) {
    const [line] = quoteRanges(lines, [{ fromLine: number, toLine: number }], left);
    if (line === undefined) {
      if ((lines.text(number) ?? '') === '') continue;
      break;
    }
    last.unshift(line);
    left -= Buffer.byteLength(line) + 1;
  }
  return last.length === 0 ? [] : [title, ...last];
}

/** Writes the root causes; the numbers of the lines that it quoted. */
function writeLeads(facts: OutputFacts, page: Page, reserved: number): Set<number> {
  const { groups, failures } = facts.report;
  const shown = new Set<number>();
  if (groups.length === 0) {
    page.add('No reader of a known format found the failure.', reserved);
    return shown;
  }
  const all = groups.reduce((sum, group) => sum + 1 + group.count, 0);
  page.add(
    `${plural(groups.length, 'independent failure')}${all > groups.length ? ` of ${grouped(all)} in all` : ''}:`,
  );
  const floor = page.room(reserved) * (1 - LEADS_SHARE);
  for (const [i, group] of groups.slice(0, LISTED_LEADS).entries()) {
    const lead = failures[group.lead];
    if (lead === undefined) continue;
    const lines =
      i < QUOTED_LEADS ? quotedLead(facts, lead, group, page.room(reserved) / 4) : [listedLead(lead, group)];
    if (sizeOf(lines) > page.room(reserved) - floor) break;
    page.addAll(lines, reserved);
    for (let n = lead.line; n <= Math.max(lead.endLine, lead.line); n++) shown.add(n);
  }
  return shown;
}

function quotedLead({ lines }: OutputFacts, lead: Failure, group: FailureGroup, room: number): string[] {
  const toLine = Math.min(Math.max(lead.endLine, lead.line + 1), lead.line + LINES_BELOW);
  const quoted = quoteRanges(lines, [{ fromLine: lead.line, toLine }], room);
  const says = quoted.some((line) => line.includes(lead.message.slice(0, 40)));
  const title = says ? placeOf(lead) : failureLine(lead);
  return [`- ${title}${consequences(group)}`, ...quoted];
}

function listedLead(lead: Failure, group: FailureGroup): string {
  return `- ${failureLine(lead)}${consequences(group)}`;
}

function consequences({ count, label }: FailureGroup): string {
  return count === 0 ? '' : ` (and ${grouped(count)} more: ${label.slice(0, 80)})`;
}

function linesOf(ranges: readonly { fromLine: number; toLine: number }[]): Set<number> {
  const all = new Set<number>();
  for (const { fromLine, toLine } of ranges) for (let n = fromLine; n <= toLine; n++) all.add(n);
  return all;
}
