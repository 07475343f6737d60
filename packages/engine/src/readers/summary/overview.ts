import { clip } from '../../text/format.ts';
import { closingLines } from './closing.ts';
import type { OutputFacts } from './facts.ts';
import type { Page } from './page.ts';
import { sizeOf } from './page.ts';
import { cite, headline } from './wording.ts';

const SECTION_BYTES = 120;
const MOST_SECTIONS = 24;

/** Share of the room that the sections may take; the kinds of line have the rest. */
const SECTIONS_SHARE = 0.4;

/**
 * Writes what an output is: how it ended and its size, its streams, its sections, its tallies, then its kinds of line, which
 * `kinds` writes within the bytes that it is given.
 */
export function writeOverview(facts: OutputFacts, page: Page, kinds: (bytes: number) => string): void {
  page.require(headline(facts));
  const streams = facts.streams.map(
    ({ name, fromLine, toLine }) => `${name} ${cite(fromLine, Math.max(fromLine, toLine))}`,
  );
  if (streams.length > 0) page.add(`${streams.join('; ')}.`);
  const sections = sectionLines(facts);
  if (sections.length > 0 && sizeOf(sections) < page.room()) {
    const limit = page.room() * (1 - SECTIONS_SHARE);
    page.add('Sections:', limit);
    page.addAll(sections, limit);
  }
  page.addAll(closingLines(facts));
  const title = 'Kinds of line:';
  if (page.room() > 200)
    page.addAll([
      title,
      ...kinds(page.room() - title.length - 1)
        .split('\n')
        .slice(0, -1),
    ]);
}

function sectionLines({ outline, lines }: OutputFacts): string[] {
  const shown = outline.slice(0, MOST_SECTIONS).map(({ line, failed }) => {
    const text = clip((lines.text(line) ?? '').trim(), SECTION_BYTES);
    return `${cite(line)}${failed ? ' failed' : ''}: ${text}`;
  });
  const more = outline.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more`] : shown;
}
