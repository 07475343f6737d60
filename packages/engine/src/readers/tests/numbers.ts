const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};
const PART =
  /(\d+(?:\.\d+)?) ?(ns|us|µs|μs|ms|milli\w*|micro\w*|s\b|secs?\b|seconds?\b|m\b|mins?\b|minutes?\b|h\b|hrs?\b|hours?\b)/g;
const CLOCK = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2}(?:\.\d+)?)/;

/** The whole number in group `index` of a match; 0 when the group took no part. */
export function count(match: RegExpExecArray | RegExpMatchArray, index: number): number {
  return Number((match[index] ?? '0').replaceAll(',', ''));
}

/** Seconds in a duration as runners print it: `3.2 s`, `480ms`, `2m 41s`, `1 min 3 sec`, `00:03.21`. Null when unread. */
export function seconds(text: string): number | null {
  const clock = CLOCK.exec(text);
  if (clock !== null) return round(count(clock, 1) * 3600 + count(clock, 2) * 60 + Number(clock[3] ?? 0));
  let total: number | null = null;
  for (const part of text.matchAll(PART)) total = (total ?? 0) + Number(part[1]) * unit(part[2] ?? 's');
  return total === null ? null : round(total);
}

/**
 * Adds up a list such as `1 failed, 9 passed, 2 skipped`: what stands before each word, by the word.
 * Null when a part of `text` is no such pair.
 */
export function countedWords(text: string, separator = ','): Map<string, number> | null {
  const counts = new Map<string, number>();
  for (const part of text.split(separator)) {
    const pair = /^\s*(\d{1,9}) ([A-Za-z][A-Za-z -]{0,40}?)\s*$/.exec(part);
    if (pair === null) return null;
    counts.set(pair[2] ?? '', (counts.get(pair[2] ?? '') ?? 0) + count(pair, 1));
  }
  return counts;
}

function unit(word: string): number {
  if (word.startsWith('mil')) return 1e-3;
  if (word.startsWith('mic')) return 1e-6;
  if (word.startsWith('min')) return 60;
  return UNITS[word] ?? UNITS[word.charAt(0)] ?? 1;
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
