import { clip, grouped, plural } from '../../text/format.ts';
import { type Occurrence, occurrencesOf } from './occurrences.ts';

/** A replacement as it is asked for: the text to find, or the line, or both; and what comes in its place. */
export interface Replacement {
  find: string | null;
  line: number | null;
  content: string;
}

/** The text with the replacement made and the lines that it changed, or why it was not made. */
export type Replaced = { text: string; from: number; to: number } | { problem: string };

/** Places that are named when a text stands in too many. */
const NAMED = 5;

/** Characters of a line that are looked at for what is nearest, and bytes of it that are quoted. */
const LOOKED_AT = 2_000;
const QUOTED = 200;

/**
 * Replaces one place of a text: what `find` is, which must stand there exactly once, or once on `line` when that is given as
 * well; or the whole line `line`. Line ends are those of the text.
 */
export function replaceIn(text: string, { find, line, content }: Replacement): Replaced {
  const crlf = text.includes('\r\n') && !/[^\r]\n/.test(text);
  const put = crlf ? content.replace(/\r?\n/g, '\r\n') : content;
  if (find === null || find === '') {
    if (line === null) return { problem: 'give "find", the text to replace, or "line", the number of the line' };
    return replaceLine(text, line, put);
  }
  const wanted = crlf ? find.replace(/\r?\n/g, '\r\n') : find;
  const place = placeOf(text, wanted, line);
  if ('problem' in place) return place;
  const { offset, line: from } = place;
  return {
    text: text.slice(0, offset) + put + text.slice(offset + wanted.length),
    from,
    to: from + put.split('\n').length - 1,
  };
}

/** The one place that is meant. A line that has moved since does no harm where the text stands only once. */
function placeOf(text: string, wanted: string, line: number | null): Occurrence | { problem: string } {
  let count = 0;
  const first: Occurrence[] = [];
  const onLine: Occurrence[] = [];
  for (const place of occurrencesOf(text, wanted)) {
    count++;
    if (first.length < NAMED) first.push(place);
    if (place.line === line && onLine.length < 2) onLine.push(place);
  }
  const [only] = count === 1 ? first : onLine.length === 1 ? onLine : [];
  if (only) return only;
  if (count === 0) return { problem: notFound(text, wanted) };
  if (onLine.length > 1)
    return { problem: `the text stands more than once on line ${line}: give more of what is around it` };
  const lines = [...new Set(first.map((place) => grouped(place.line)))];
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > NAMED ? ' and more' : ''}`;
  return {
    problem: `the text stands in ${plural(count, 'place')}, ${where}: give more of it, or the "line" of the one to replace`,
  };
}

function replaceLine(text: string, line: number, put: string): Replaced {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const feed = text.indexOf('\n', start);
    if (feed === -1 || feed + 1 >= text.length)
      return { problem: `there is no line ${grouped(line)}: the file has ${plural(text === '' ? 0 : number, 'line')}` };
    start = feed + 1;
  }
  const feed = text.indexOf('\n', start);
  const end = feed === -1 ? text.length : feed;
  const kept = feed !== -1 && text[end - 1] === '\r' ? end - 1 : end;
  const body = put.replace(/\r?\n$/, '');
  return { text: text.slice(0, start) + body + text.slice(kept), from: line, to: line + body.split('\n').length - 1 };
}

/** What is nearest to the text that was not found, so that the next call can be right. */
function notFound(text: string, wanted: string): string {
  const squeezed = (one: string) => one.slice(0, LOOKED_AT).replace(/\s+/g, ' ').trim();
  const first = squeezed(wanted.split('\n').find((one) => one.trim() !== '') ?? '').slice(0, QUOTED);
  const lines = text.split('\n');
  const index = first === '' ? -1 : lines.findIndex((one) => squeezed(one).includes(first));
  if (index === -1)
    return 'the text does not stand in the file: read it again, and give the text exactly as it stands there';
  const quoted = clip(JSON.stringify(lines[index] ?? ''), QUOTED);
  return `the text does not stand in the file as given; line ${grouped(index + 1)} is nearest: ${quoted}`;
}
