/** A pattern as it is searched for: `source` is a regular expression, always without regard to case. */
export interface Pattern {
  asked: string;
  source: string;
  flags: string;
  /** Why it is searched for as the characters that it is; null when it is a regular expression. */
  literal: string | null;
  /** True when no text makes it slow: neither groups nor repetitions, so that each place is looked at once. */
  simple: boolean;
}

/** Characters with a meaning in a regular expression. */
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

/** Groups, repetitions and references to groups: what can make an expression try a place in more ways than one. */
const COMPLEX = /[(*+?{]|\\[1-9k]/;

/** Escapes that mean something only to an expression in Unicode mode. */
const UNICODE = /\\[pP]\{|\\u\{/;

/**
 * Reads a pattern: a regular expression (ECMAScript), without regard to case; what does not compile is searched for
 * literally, and `literal` says why. An inline `(?i)` at its beginning, as other engines take it, is dropped.
 */
export function readPattern(asked: string): Pattern {
  const source = asked.replace(/^\(\?i\)/, '');
  const flags = UNICODE.test(source) ? 'imu' : 'im';
  try {
    new RegExp(source, flags);
    return { asked, source, flags, literal: null, simple: !COMPLEX.test(source.replaceAll(/\\[^1-9kpPu]/g, '')) };
  } catch (error) {
    const literal = error instanceof Error ? reasonOf(error.message) : String(error);
    return { asked, source: asked.replaceAll(SPECIAL, '\\$&'), flags: 'im', literal, simple: true };
  }
}

/** `Unterminated group` of `Invalid regular expression: /a(/im: Unterminated group`. */
function reasonOf(message: string): string {
  return message.slice(message.lastIndexOf(': ') + 2).toLowerCase();
}
