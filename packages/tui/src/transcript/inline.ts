import { type Span, span, type Tone } from '../text/row.ts';

/** A line of prose with its marks read: the spans, and how far its later rows hang. */
export interface Prose {
  readonly spans: readonly Span[];
  readonly hang: number;
}

const HEADING = /^#{1,6} /;
const ITEM = /^ *(?:[-*+]|\d{1,3}[.)]) /;
const QUOTE = /^> ?/;

/**
 * One line of Markdown as spans: headings and bold strong, code and links toned with their marks kept, so that the text
 * reads and copies as it was written. Linear in the line.
 */
export function readProse(line: string): Prose {
  const heading = HEADING.exec(line);
  if (heading) return { spans: [span(line.slice(heading[0].length), 'accent')], hang: 0 };
  if (QUOTE.test(line)) return { spans: [span(line, 'dim')], hang: 2 };
  const item = ITEM.exec(line);
  if (!item) return { spans: inline(line), hang: 0 };
  const mark = item[0].replace(/[-*+] $/, '• ');
  return { spans: [span(mark, 'dim'), ...inline(line.slice(item[0].length))], hang: mark.length };
}

/** Code and bold within a line; anything that is not closed stays as it is. */
function inline(text: string): Span[] {
  const spans: Span[] = [];
  let plain = 0;
  let at = 0;
  const take = (end: number, tone: Tone, from = plain): void => {
    if (end > from) spans.push(span(text.slice(from, end), tone));
  };
  while (at < text.length) {
    const mark = text[at] === '`' ? '`' : text.startsWith('**', at) ? '**' : null;
    const close = mark ? text.indexOf(mark, at + mark.length + 1) : -1;
    if (mark === null) at += 1;
    else if (close === -1) break;
    else {
      take(at, 'plain');
      if (mark === '`') take(close + 1, 'code', at);
      else take(close, 'strong', at + 2);
      at = close + mark.length;
      plain = at;
    }
  }
  take(text.length, 'plain');
  return spans;
}
