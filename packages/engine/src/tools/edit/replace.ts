import { plural } from '../../text/format.ts';

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

/**
 * Replaces one place of a text: what `find` is, which must stand there exactly once, or on `line` when that is given as well;
 * or the whole line `line`. The line ends of the text are kept.
 */
export function replaceIn(text: string, { find, line, content }: Replacement): Replaced {
  const crlf = text.includes('\r\n') && !/[^\r]\n/.test(text);
  const put = crlf ? content.replace(/\r?\n/g, '\r\n') : content;
  if (find === null || find === '') {
    if (line === null) return { problem: 'give "find", the text to replace, or "line", the number of the line' };
    return replaceLine(text, line, put);
  }
  const wanted = crlf ? find.replace(/\r?\n/g, '\r\n') : find;
  const places = placesOf(text, wanted);
  const [first] = places;
  if (first === undefined) return { problem: notFound(text, wanted) };
  const at =
    line === null ? (places.length === 1 ? first : undefined) : places.find((place) => lineAt(text, place) === line);
  if (at === undefined) {
    const lines = places.slice(0, NAMED).map((place) => lineAt(text, place));
    const more = places.length > NAMED ? ` and ${places.length - NAMED} more` : '';
    return {
      problem: `the text stands in ${plural(places.length, 'place')}, at line ${lines.join(', ')}${more}: give more of it, or the "line" of the one to replace`,
    };
  }
  const from = lineAt(text, at);
  return {
    text: text.slice(0, at) + put + text.slice(at + wanted.length),
    from,
    to: from + put.split('\n').length - 1,
  };
}

function replaceLine(text: string, line: number, put: string): Replaced {
  let start = 0;
  for (let number = 1; number < line; number++) {
    const feed = text.indexOf('\n', start);
    if (feed === -1 || feed + 1 >= text.length)
      return { problem: `there is no line ${line}: the file has ${plural(number, 'line')}` };
    start = feed + 1;
  }
  const feed = text.indexOf('\n', start);
  const end = feed === -1 ? text.length : feed;
  const kept = text[end - 1] === '\r' ? end - 1 : end;
  const body = put.replace(/\r?\n$/, '');
  return { text: text.slice(0, start) + body + text.slice(kept), from: line, to: line + body.split('\n').length - 1 };
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1 && places.length < 10_000; at = text.indexOf(wanted, at + 1))
    places.push(at);
  return places;
}

/** What is nearest to the text that was not found, so that the next call can be right. */
function notFound(text: string, wanted: string): string {
  const squeezed = (one: string) => one.replace(/\s+/g, ' ').trim();
  const [first = ''] = wanted.split('\n').filter((one) => one.trim() !== '');
  const lines = text.split('\n');
  const index = lines.findIndex((one) => first.trim() !== '' && squeezed(one).includes(squeezed(first)));
  if (index === -1)
    return 'the text does not stand in the file: read it again, and give the text exactly as it stands there';
  return `the text does not stand in the file as given; line ${index + 1} is nearest: ${JSON.stringify((lines[index] ?? '').slice(0, 200))}`;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
