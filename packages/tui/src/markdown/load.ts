import type { Token } from 'marked';

type Lexer = (text: string) => Token[];

/** Marks in one block that are read; the reader's time grows with their square. */
const MOST_MARKS = 400;

/** Quotes and lists begun within one another at the start of a line: the reader calls itself once for each. */
const DEEP = /^(?:[ \t]{0,3}(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){16}/m;

let lexer: Lexer | null = null;

/** Loads the Markdown reader: after the first frame, which holds no reply. Until then a reply is read line by line. */
export async function loadMarkdown(): Promise<void> {
  const { lexer: read } = await import('marked');
  lexer = (text) => read(text, { gfm: true });
}

/** The blocks of a text, or null while the reader is not there, and for a text that would take it long: it stands as written. */
export function blocksOf(text: string): Token[] | null {
  return lexer && isReadable(text) ? lexer(text) : null;
}

function isReadable(text: string): boolean {
  return (text.match(/[*_~`[\]<>!]/g)?.length ?? 0) <= MOST_MARKS && !DEEP.test(text);
}
