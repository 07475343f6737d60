import { clusterEnd, clusterStart } from '../text/width.ts';
import type { Fold } from './folds.ts';

/**
 * The draft: its text, the cursor as a UTF-16 offset at a cluster boundary, what was cut last, for Ctrl-Y, and the long
 * pastes that stand in it folded.
 */
export interface Editor {
  readonly text: string;
  readonly cursor: number;
  readonly killed: string;
  readonly folds: readonly Fold[];
}

export const EMPTY_EDITOR: Editor = { text: '', cursor: 0, killed: '', folds: [] };

/** The draft replaced, the cursor at its end; what was cut is kept. */
export function withText(editor: Editor, text: string, cursor = text.length): Editor {
  return { ...editor, text, cursor };
}

/** Text put in at the cursor. Its line ends become line feeds, its tabs spaces, its other controls go. */
export function insert(editor: Editor, text: string): Editor {
  const clean = plainText(text);
  if (clean === '') return editor;
  const { text: draft, cursor } = editor;
  return withText(editor, draft.slice(0, cursor) + clean + draft.slice(cursor), cursor + clean.length);
}

/** What the person pasted or typed, without what a terminal could act on. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, '')
    .toWellFormed();
}

export function left(editor: Editor): Editor {
  return editor.cursor === 0 ? editor : { ...editor, cursor: clusterStart(editor.text, editor.cursor) };
}

export function right(editor: Editor): Editor {
  return editor.cursor >= editor.text.length ? editor : { ...editor, cursor: clusterEnd(editor.text, editor.cursor) };
}

export function lineStart(editor: Editor): Editor {
  return { ...editor, cursor: editor.text.lastIndexOf('\n', editor.cursor - 1) + 1 };
}

export function lineEnd(editor: Editor): Editor {
  const end = editor.text.indexOf('\n', editor.cursor);
  return { ...editor, cursor: end === -1 ? editor.text.length : end };
}

export function wordLeft(editor: Editor): Editor {
  return { ...editor, cursor: wordStart(editor.text, editor.cursor) };
}

export function wordRight(editor: Editor): Editor {
  return { ...editor, cursor: wordEnd(editor.text, editor.cursor) };
}

export function backspace(editor: Editor): Editor {
  return remove(editor, left(editor).cursor, editor.cursor);
}

export function deleteForward(editor: Editor): Editor {
  return remove(editor, editor.cursor, right(editor).cursor);
}

/** Ctrl-K: to the end of the line, or the line end itself when the cursor stands on it. */
export function killToEnd(editor: Editor): Editor {
  const end = lineEnd(editor).cursor;
  return kill(editor, editor.cursor, end === editor.cursor ? Math.min(end + 1, editor.text.length) : end);
}

/** Ctrl-U: from the start of the line. */
export function killToStart(editor: Editor): Editor {
  return kill(editor, lineStart(editor).cursor, editor.cursor);
}

/** Ctrl-W: the blank-separated word before the cursor. */
export function killWordBack(editor: Editor): Editor {
  let at = editor.cursor;
  while (at > 0 && isBlank(editor.text[at - 1])) at -= 1;
  while (at > 0 && !isBlank(editor.text[at - 1])) at -= 1;
  return kill(editor, at, editor.cursor);
}

/** Alt-Backspace: the word before the cursor, as Alt-B moves. */
export function killWordLeft(editor: Editor): Editor {
  return kill(editor, wordStart(editor.text, editor.cursor), editor.cursor);
}

/** Alt-D: the word after the cursor. */
export function killWordRight(editor: Editor): Editor {
  return kill(editor, editor.cursor, wordEnd(editor.text, editor.cursor));
}

export function yank(editor: Editor): Editor {
  return insert(editor, editor.killed);
}

function remove(editor: Editor, from: number, to: number): Editor {
  return from === to ? editor : withText(editor, editor.text.slice(0, from) + editor.text.slice(to), from);
}

function kill(editor: Editor, from: number, to: number): Editor {
  return from === to ? editor : { ...remove(editor, from, to), killed: editor.text.slice(from, to) };
}

function wordStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && !isWord(text[at - 1])) at -= 1;
  while (at > 0 && isWord(text[at - 1])) at -= 1;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWord(text[at])) at += 1;
  while (at < text.length && isWord(text[at])) at += 1;
  return at;
}

function isBlank(unit: string | undefined): boolean {
  return unit === ' ' || unit === '\n';
}

/** Letters, digits and everything outside ASCII, so that a cluster is never cut by a word move. */
function isWord(unit: string | undefined): boolean {
  return unit !== undefined && (/[\p{L}\p{N}_]/u.test(unit) || unit > '\x7f');
}
