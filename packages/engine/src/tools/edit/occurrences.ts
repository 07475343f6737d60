/** Where a text stands in another: the offset, and the line that it begins in, from 1. */
export interface Occurrence {
  offset: number;
  line: number;
}

/**
 * Every place where `wanted`, which is not empty, stands in `text`, places that overlap too. Linear in both whatever they
 * are: Knuth, Morris and Pratt's search, since the engine's own goes back for repetitive texts.
 */
export function* occurrencesOf(text: string, wanted: string): Generator<Occurrence> {
  const fallback = borders(wanted);
  const newLines = lineFeedsIn(wanted);
  let matched = 0;
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = fallback[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched++;
    if (code === 0x0a) line++;
    if (matched < wanted.length) continue;
    yield { offset: at + 1 - wanted.length, line: line - newLines };
    matched = fallback[matched - 1] ?? 0;
  }
}

/** For each prefix, the length of its longest proper prefix that is also its end. */
function borders(wanted: string): Int32Array {
  const table = new Int32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at++) {
    const code = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = table[length - 1] ?? 0;
    if (wanted.charCodeAt(length) === code) length++;
    table[at] = length;
  }
  return table;
}

function lineFeedsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
