/** Weight of one token: ordinary text has about four bytes a token. */
export const TOKEN_WEIGHT = 4;

const OTHER = 0;
const LETTER = 1;
const CAPITAL = 2;
const DIGIT = 3;
const BLANK = 4;
const SIGN = 5;

/**
 * How much of a window a text fills, in bytes of ordinary text: its own bytes at least, and more where it is denser, as
 * listings, numbers, code and hashes are. Tokenizers cut text into words, signs, blanks and mostly single digits before they
 * merge: these are counted. A quarter of it is less than the tokens by a fifth at most on text as tools print it.
 */
export function weightOf(text: string): number {
  let tokens = 0;
  let before = OTHER;
  let last = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    tokens += costOf(kind, before, code, last);
    before = kind;
    last = code;
  }
  return Math.max(Buffer.byteLength(text), Math.ceil(tokens * TOKEN_WEIGHT));
}

function kindOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return LETTER;
  if (code >= 0x41 && code <= 0x5a) return CAPITAL;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return BLANK;
  if (code < 0x80) return SIGN;
  return code < 0x800 ? LETTER : OTHER;
}

/** Tokens that a character adds. */
function costOf(kind: number, before: number, code: number, last: number): number {
  if (kind === LETTER) return before === LETTER || before === CAPITAL ? 0.1 : wordCost(before);
  if (kind === CAPITAL) return before === CAPITAL ? 0.4 : wordCost(before);
  // A space is part of the word after it, but of no digit.
  if (kind === DIGIT) return last === 0x20 ? 2 : 1;
  if (kind === SIGN) return code === last ? 0.1 : before === SIGN ? 0.3 : 0.65;
  if (kind === BLANK) return code === 0x20 || before === BLANK ? 0 : 1;
  return 1;
}

/** Tokens of a word's beginning: a sign before it is often part of it. */
function wordCost(before: number): number {
  return before === SIGN ? 0.75 : 1;
}
