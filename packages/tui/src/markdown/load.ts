import type { Token } from 'marked';

type Lexer = (text: string) => Token[];

let lexer: Lexer | null = null;

/** Loads the Markdown reader: after the first frame, which holds no reply. Until then a reply is read line by line. */
export async function loadMarkdown(): Promise<void> {
  const { lexer: read } = await import('marked');
  lexer = (text) => read(text, { gfm: true });
}

/** The blocks of a text, or null while the reader is not there. */
export function blocksOf(text: string): Token[] | null {
  return lexer?.(text) ?? null;
}
