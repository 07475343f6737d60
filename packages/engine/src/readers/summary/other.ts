import { plural } from '../../text/format.ts';
import { unexplainedLine } from './closing.ts';
import type { OutputFacts } from './facts.ts';
import { Page } from './page.ts';
import { quoteExcerpts, quoteRanges } from './quote.ts';
import { headline } from './wording.ts';

/** Writes the summary of what no reader knows: the lines that mention an error, else its first and last lines. */
export function writeOther(facts: OutputFacts, page: Page): void {
  page.require(headline(facts));
  const end = unexplainedLine(facts);
  const reserved = Buffer.byteLength(end) + 1;
  const telling = facts.excerpts.filter((excerpt) => excerpt.mentions);
  if (telling.length > 0) {
    page.add(`No reader knows its format. ${plural(telling.length, 'place')} that may mention an error:`, reserved);
    page.addAll(quoteExcerpts(facts.lines, telling, page.room(reserved)), reserved);
  } else {
    page.add('No reader knows its format, and nothing in it mentions an error. Its first and last lines:', reserved);
    writeEnds(facts, page, reserved);
  }
  page.add(end);
}

/** Writes the first and last lines, about as many bytes of each. */
function writeEnds({ lines }: OutputFacts, page: Page, reserved: number): void {
  const half = Math.floor(page.room(reserved + 4) / 2);
  const head = quoteRanges(lines, [{ fromLine: 1, toLine: lines.count }], half);
  const tail = new Page(half);
  const last: string[] = [];
  for (let number = lines.count; number > head.length; number--) {
    const [line] = quoteRanges(lines, [{ fromLine: number, toLine: number }], half);
    if (line === undefined) continue;
    if (head.includes(line) || !tail.add(line)) break;
    last.unshift(line);
  }
  page.addAll([...head, ...(last.length === 0 ? [] : ['…', ...last])], reserved);
}
