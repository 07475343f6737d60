import type { Word, WordPart } from 'unbash';

/** What is known of where a line runs. */
export interface Known {
  home: string;
  directory: string;
  /** What the line itself has set so far. */
  variables?: ReadonlyMap<string, string>;
}

/**
 * A word without its quotes and escapes, with the home and the working directory in the place of what names them. `exact`
 * is false where the shell would put in something else: a variable, a command's output, a pattern, a list in braces.
 */
export function readWord(word: Word, known: Known): { text: string; exact: boolean } {
  const whole = word.parts ? joined(word.parts, known) : { text: word.value, exact: true };
  return { ...whole, text: withTilde(whole.text, word.text, known) };
}

interface Piece {
  text: string;
  exact: boolean;
}

function joined(parts: readonly WordPart[], known: Known): Piece {
  const pieces = parts.map((part) => pieceOf(part, known));
  return { text: pieces.map((piece) => piece.text).join(''), exact: pieces.every((piece) => piece.exact) };
}

function pieceOf(part: WordPart, known: Known): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return { text: part.value, exact: true };
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts, known);
    case 'SimpleExpansion':
      return variable(part.text.slice(1), part.text, known);
    case 'ParameterExpansion':
      return part.operation || part.index || part.prefix
        ? { text: part.text, exact: false }
        : variable(part.parameter, part.text, known);
    default:
      return { text: part.text, exact: false };
  }
}

function variable(name: string, text: string, { home, directory, variables }: Known): Piece {
  const set = variables?.get(name);
  if (set !== undefined) return { text: set, exact: false };
  if (name === 'HOME') return { text: home, exact: true };
  return name === 'PWD' ? { text: directory, exact: true } : { text, exact: false };
}

/** `~` and `~/…` where nothing quotes the tilde. Another user's home stands as it is. */
function withTilde(text: string, source: string, { home }: Known): string {
  return /^~(?:\/|$)/.test(source) ? home + text.slice(1) : text;
}
