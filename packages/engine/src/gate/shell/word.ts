import { dirname, join } from 'node:path';
import type { ParameterExpansionPart, Word, WordPart } from 'unbash';
import { alternativesOf } from './braces.ts';
import type { Arg, SimpleCommand } from './command.ts';

/** What is known of where a line runs. */
export interface Known {
  home: string;
  directory: string;
  /** What the line itself has set so far, and what it was given as arguments. */
  variables: ReadonlyMap<string, Arg>;
  /** What a substitution is known to print, and the commands in it. */
  substituted: (part: WordPart) => { text: string | null; made: readonly SimpleCommand[] };
}

interface Piece extends Arg {
  /** A known value that no quotes hold together: the shell splits it at blanks. */
  splits: boolean;
}

/** Most words that one word with braces is read as. */
const MOST = 64;

/**
 * The words that the shell makes of one: without quotes and escapes, with the home, the working directory and what the line
 * has set in the place of what names them, lists in braces expanded. `exact` is false where the shell could put in something else.
 */
export function readWord(word: Word, known: Known): Arg[] {
  if (!word.parts) return [{ text: withTilde(word.value, word.text, known), exact: true, made: [] }];
  let ways: Piece[] = [{ text: '', exact: true, made: [], splits: false }];
  for (const part of word.parts) {
    const pieces = piecesOf(part, known);
    ways = ways.flatMap((before) => pieces.map((piece) => joined(before, piece))).slice(0, MOST);
  }
  return ways.flatMap((way) => split({ ...way, text: withTilde(way.text, word.text, known) }));
}

/** One word of what `readWord` gives, for a place where the shell makes no more than one: a file, a value. */
export function readValue(word: Word, known: Known): Arg {
  const [only, ...more] = readWord(word, known);
  if (only && more.length === 0) return only;
  const all = [only, ...more].flatMap((one) => one ?? []);
  return { text: all.map((one) => one.text).join(' '), exact: false, made: all.flatMap((one) => one.made) };
}

function joined(a: Piece, b: Piece): Piece {
  return {
    text: a.text + b.text,
    exact: a.exact && b.exact,
    made: [...a.made, ...b.made],
    splits: a.splits || b.splits,
  };
}

function split({ text, exact, made, splits }: Piece): Arg[] {
  if (!splits) return [{ text, exact, made }];
  return text
    .split(/\s+/)
    .filter((one) => one !== '')
    .map((one) => ({ text: one, exact: false, made }));
}

function piecesOf(part: WordPart, known: Known): Piece[] {
  if (part.type !== 'BraceExpansion') return [pieceOf(part, known)];
  return alternativesOf(part.text).map((text) => ({ text, exact: false, made: [], splits: false }));
}

function pieceOf(part: WordPart, known: Known): Piece {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return { text: part.value, exact: true, made: [], splits: false };
    case 'DoubleQuoted':
    case 'LocaleString': {
      let whole: Piece = { text: '', exact: true, made: [], splits: false };
      for (const inner of part.parts) {
        const piece = pieceOf(inner, known);
        // `"$@"` is as many words as there are arguments.
        whole = joined(whole, { ...piece, splits: piece.splits && /^\$\{?@\}?$/.test(inner.text) });
      }
      return whole;
    }
    case 'SimpleExpansion':
      return variable(part.text.slice(1), known) ?? unknown(part.text);
    case 'ParameterExpansion':
      return parameter(part, known);
    case 'CommandExpansion':
    case 'ProcessSubstitution': {
      const { text, made } = known.substituted(part);
      return { text: text ?? part.text, exact: false, made, splits: text !== null };
    }
    default:
      return unknown(part.text);
  }
}

/** `${X}`, and `${X:-word}` and kin: what X is known to be, else what stands for it. What cuts or changes X leaves it. */
function parameter({ text, parameter: name, operation, index, prefix }: ParameterExpansionPart, known: Known): Piece {
  if (index || prefix) return unknown(text);
  const value = variable(name, known);
  if (!operation) return value ?? unknown(text);
  if (operation.type === 'Default' && !operation.operator.includes('?') && (!value || operation.operator.includes('+')))
    return { ...readValue(operation.operand, known), exact: false, splits: true };
  return value ? { ...value, exact: false } : unknown(text);
}

function variable(name: string, { home, directory, variables }: Known): Piece | null {
  const set = variables.get(name);
  if (set) return { text: set.text, exact: false, made: set.made, splits: true };
  const own = { exact: true, made: [], splits: false };
  if (name === 'HOME') return { text: home, ...own };
  if (name === 'PWD') return { text: directory, ...own };
  return name === 'IFS' ? { text: ' ', exact: false, made: [], splits: true } : null;
}

function unknown(text: string): Piece {
  return { text, exact: false, made: [], splits: false };
}

/** `~`, `~/…` and `~name` where nothing quotes the tilde: homes lie beside one another, but for root's. */
function withTilde(text: string, source: string, { home, directory }: Known): string {
  const [tilde, name] = /^~([\w.+-]*)(?=\/|$)/.exec(source) ?? [];
  if (tilde === undefined || !text.startsWith(tilde)) return text;
  const whose =
    name === ''
      ? home
      : name === 'root'
        ? '/root'
        : name === '+' || name === '-'
          ? directory
          : join(dirname(home), name ?? '');
  return whose + text.slice(tilde.length);
}
