/** Most of a line that is looked at around a row, in UTF-16 units each way. */
const AROUND = 256;

/** A range of a text, in UTF-16 offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is more than this costs more than a row is worth: a quantified group, a back reference, a look-around. */
const COSTLY = /\)[*+?{]|\\[1-9k]|\(\?[=!<]/;
const UNBOUNDED = /(?<!\\)(?:[*+]|\{\d+,\})/g;

/**
 * The expression that sets off what `pattern` matches, as the engine reads it: case-insensitive, a literal when it does not
 * compile. Null for one whose matching could take long here; the line that it was found in is marked all the same.
 */
export function matcherOf(pattern: string): RegExp | null {
  if (pattern === '') return null;
  try {
    const expression = new RegExp(pattern, 'giu');
    const simple = !COSTLY.test(pattern) && (pattern.match(UNBOUNDED)?.length ?? 0) <= 1;
    return simple && !expression.test('') ? expression : null;
  } catch {
    // What does not compile is looked for as it stands.
    return new RegExp(pattern.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'giu');
  }
}

/** Where `matcher` matches in text[start, end), which is a row of a line: a match may begin before the row or end behind it. */
export function matchesIn(text: string, row: Range, matcher: RegExp): Range[] {
  const before = text.lastIndexOf('\n', row.start - 1) + 1;
  const from = Math.max(before, row.start - AROUND);
  const feed = text.indexOf('\n', row.end);
  const to = Math.min(feed === -1 ? text.length : feed, row.end + AROUND);
  const found: Range[] = [];
  for (const match of text.slice(from, to).matchAll(matcher)) {
    const start = Math.max(row.start, from + match.index);
    const end = Math.min(row.end, from + match.index + match[0].length);
    if (start < end) found.push({ start, end });
  }
  return found;
}
