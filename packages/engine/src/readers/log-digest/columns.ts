import { PIECE, type Scanner } from './scanner.ts';
import { VALUE, type Vocabulary } from './vocabulary.ts';

/** Keys of log lines whose quoted value is a message of its own. */
const MESSAGE_KEY = /^(?:msg|message|event|error|err|reason|text|description|log|cause|detail|exception)$/i;
const MOST_QUOTED_WORDS = 3;
const MOST_CELL_PIECES = 60;

const OPENERS = '([{<';
const CLOSERS = ')]}>';

/** The columns of a message: the word id of each, the pieces it covers, and the skeleton of marks between. */
export interface Columns {
  words: number[];
  first: number[];
  last: number[];
  skeleton: string;
}

/**
 * Turns the pieces of the last scanned message into columns. The value of `key=value` is one column however it is built.
 * Without a vocabulary the words are not told apart.
 */
export function columnsOf(scanner: Scanner, text: string, vocabulary: Vocabulary | null): Columns {
  const columns: Columns = { words: [], first: [], last: [], skeleton: '' };
  for (let i = 0; i < scanner.count; i++) {
    const start = scanner.starts[i] ?? 0;
    if (scanner.kinds[i] !== PIECE.mark) {
      const isValue = scanner.kinds[i] === PIECE.value;
      add(columns, isValue || vocabulary === null ? VALUE : vocabulary.id(text.slice(start, scanner.ends[i])), i, i);
      continue;
    }
    columns.skeleton += text.charAt(start);
    const to = text.charCodeAt(start) === 61 ? cellEnd(scanner, text, i) : -1;
    if (to <= i + 1) continue;
    add(columns, vocabulary?.id(maskedText(scanner, text, i + 1, to), true) ?? VALUE, i + 1, to);
    i = to;
  }
  return columns;
}

function add(columns: Columns, word: number, first: number, last: number): void {
  columns.words.push(word);
  columns.first.push(first);
  columns.last.push(last);
  columns.skeleton += 'w';
}

/** The last piece of the structured value right after the `=` at piece `at`, or -1 when a plain word or nothing follows. */
function cellEnd(scanner: Scanner, text: string, at: number): number {
  const next = at + 1;
  if (next >= scanner.count || scanner.starts[next] !== scanner.ends[at]) return -1;
  const code = text.charCodeAt(scanner.starts[next] ?? 0);
  if (scanner.kinds[next] === PIECE.mark && (code === 34 || code === 39)) return quotedEnd(scanner, text, at, code);
  let end = -1;
  let depth = 0;
  for (let i = next; i < scanner.count && i - next < MOST_CELL_PIECES; i++) {
    if (depth === 0 && scanner.starts[i] !== scanner.ends[i - 1]) break;
    if (scanner.kinds[i] === PIECE.mark) {
      const mark = text.charAt(scanner.starts[i] ?? 0);
      if (OPENERS.includes(mark)) depth++;
      else if (CLOSERS.includes(mark)) {
        if (--depth < 0) break;
      } else if (depth === 0 && mark !== ':' && mark !== '.') break;
    }
    if (depth === 0) end = i;
  }
  return end;
}

function quotedEnd(scanner: Scanner, text: string, at: number, quote: number): number {
  const key = at > 0 ? text.slice(scanner.starts[at - 1], scanner.ends[at - 1]) : '';
  if (MESSAGE_KEY.test(key)) return -1;
  let inside = 0;
  for (let i = at + 2; i < scanner.count && i - at < MOST_CELL_PIECES; i++) {
    if (scanner.kinds[i] !== PIECE.mark) {
      if (++inside > MOST_QUOTED_WORDS) return -1;
    } else if (text.charCodeAt(scanner.starts[i] ?? 0) === quote) return i;
  }
  return -1;
}

function maskedText(scanner: Scanner, text: string, from: number, to: number): string {
  let masked = '';
  for (let i = from; i <= to; i++) {
    const start = scanner.starts[i] ?? 0;
    if (i > from && start !== scanner.ends[i - 1]) masked += ' ';
    masked += scanner.kinds[i] === PIECE.value ? '<*>' : text.slice(start, scanner.ends[i]);
  }
  return masked;
}
