import { type Span, span } from './row.ts';

/**
 * What a reader would not see, or would see elsewhere than it stands: controls, bidi, zero-width, joiners, tags, blanks
 * that are no space.
 */
const HIDDEN =
  /[\x00-\x1f\x7f-\xa0\u00ad\u061c\u115f\u1160\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * One line of a command to be approved, with every hidden character shown: `<ESC>`, `<TAB>`, `<U+202E>`. What the person
 * reads is what would run.
 */
export function revealLine(line: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of line.matchAll(HIDDEN)) {
    if (match.index > at) spans.push(span(line.slice(at, match.index), 'strong'));
    spans.push(span(nameOf(match[0]), 'hidden'));
    at = match.index + match[0].length;
  }
  if (at < line.length) spans.push(span(line.slice(at), 'strong'));
  return spans;
}

const NAMES: Readonly<Record<number, string>> = {
  0: 'NUL',
  7: 'BEL',
  8: 'BS',
  9: 'TAB',
  13: 'CR',
  27: 'ESC',
  127: 'DEL',
};

function nameOf(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  return `<${NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}>`;
}
