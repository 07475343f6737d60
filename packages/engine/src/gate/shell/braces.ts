/** Most words that one word with braces is read as. */
const MOST = 64;

/** Longest list that is expanded, in characters. */
const LONGEST = 1_000;

/** The alternatives of a list in braces, without their quotes: `{a,"b c"}` is `a` and `b c`. A range stands as it is. */
export function alternativesOf(text: string): string[] {
  if (!text.startsWith('{') || !text.endsWith('}') || text.length > LONGEST) return [text];
  const found = splitList(text.slice(1, -1));
  return found.length < 2 ? [text] : found.flatMap(expanded).slice(0, MOST);
}

/** A text with the lists in it expanded. */
function expanded(text: string): string[] {
  const open = text.indexOf('{');
  const close = open === -1 ? -1 : closing(text, open);
  if (close === -1) return [unquoted(text)];
  const head = unquoted(text.slice(0, open));
  const tails = expanded(text.slice(close + 1));
  return alternativesOf(text.slice(open, close + 1))
    .flatMap((middle) => tails.map((tail) => head + middle + tail))
    .slice(0, MOST);
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

/** Splits at the commas that no quotes and no braces hold. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === ',' && depth === 0 && quote === '') {
      parts.push('');
      continue;
    }
    if (letter === '\\') parts.push(`${parts.pop() ?? ''}${letter}${text[++at] ?? ''}`);
    else parts.push(`${parts.pop() ?? ''}${letter}`);
    if (quote === '' && (letter === '"' || letter === "'")) quote = letter;
    else if (letter === quote) quote = '';
    else if (letter === '{') depth++;
    else if (letter === '}') depth--;
  }
  return parts;
}

function unquoted(text: string): string {
  return text.replaceAll(/["']|\\(.?)/g, '$1');
}
