import { count } from '../text/format.ts';
import { type Editor, withText } from './editor.ts';

/** A long paste that stands in the draft as one word; what was pasted is sent in its place. */
export interface Fold {
  readonly number: number;
  readonly label: string;
  readonly text: string;
}

/** A paste of more lines or characters than this is folded: the draft stays readable. */
const LINES = 8;
const CHARACTERS = 1_000;

/** True for a text that stands folded in the draft. */
export function isLong(text: string): boolean {
  if (text.length > CHARACTERS) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= LINES; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > LINES;
}

/**
 * The fold of a text for a draft that has these. Its label is one word to the keys that move by words, since none of its
 * characters is a blank or a sign of ASCII.
 */
export function foldOf(text: string, folds: readonly Fold[]): Fold {
  const number = (folds.at(-1)?.number ?? 0) + 1;
  const lines = text.split('\n').length;
  const size = lines > 1 ? `${lines}·lines` : `${count(text.length).replaceAll(',', '')}·characters`;
  return { number, label: `⟦paste·${number}·${size}⟧`, text };
}

/** A draft that holds `text` alone, folded when it is long. */
export function draftOf(editor: Editor, text: string): Editor {
  if (!isLong(text)) return { ...withText(editor, text), folds: [] };
  const fold = foldOf(text, []);
  return { ...withText(editor, fold.label), folds: [fold] };
}

/** The draft as it is sent: every fold's text in the place of its label. */
export function unfolded({ text, folds }: Editor): string {
  let whole = text;
  // By function: a text may hold `$&` and the like.
  for (const fold of folds) whole = whole.replace(fold.label, () => fold.text);
  return whole;
}

/**
 * The draft after an edit, its folds kept whole: a cursor inside a label stands behind it, or before it when it came from
 * there, and an edit that took a part of a label takes all of it.
 */
export function keepFolds(before: Editor, after: Editor): Editor {
  if (before.folds.length === 0) return after;
  const edited = after.text === before.text ? after : withoutBroken(before, after);
  const folds = edited.folds.filter((fold) => edited.text.includes(fold.label));
  return { ...edited, folds, cursor: outside(edited, folds, before.cursor) };
}

function withoutBroken(before: Editor, after: Editor): Editor {
  let start = commonStart(before.text, after.text);
  const behind = commonEnd(before.text, after.text, start);
  let end = before.text.length - behind;
  const added = after.text.slice(start, after.text.length - behind);
  let broken = false;
  for (const { label } of before.folds) {
    const at = before.text.indexOf(label);
    if (at === -1 || after.text.includes(label)) continue;
    broken = true;
    start = Math.min(start, at);
    end = Math.max(end, at + label.length);
  }
  if (!broken) return after;
  return withText(after, before.text.slice(0, start) + added + before.text.slice(end), start + added.length);
}

function outside({ text, cursor }: Editor, folds: readonly Fold[], from: number): number {
  for (const { label } of folds) {
    const at = text.indexOf(label);
    if (cursor > at && cursor < at + label.length) return from >= at + label.length ? at : at + label.length;
  }
  return cursor;
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

function commonEnd(a: string, b: string, start: number): number {
  let length = 0;
  while (length < a.length - start && length < b.length - start && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}
