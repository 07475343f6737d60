import { cleanLine } from '../text/sanitise.ts';
import { clusterEnd, clusterWidth, cutToWidth, isAscii, padTo, textWidth } from '../text/width.ts';
import { type Cut, hardCuts } from '../text/wrap.ts';
import type { Editor } from './editor.ts';

/** A draft as rows: each row's UTF-16 range of the draft, and where the cursor stands (row, cell). */
export interface DraftLayout {
  rows: readonly Cut[];
  cursorRow: number;
  cursorCell: number;
}

/** Rows of a draft at `width` cells; a cursor at the end of a full row stands on a row of its own. */
export function layoutDraft(editor: Editor, width: number): DraftLayout {
  const rows: Cut[] = [];
  let offset = 0;
  for (const line of editor.text.split('\n')) {
    for (const cut of hardCuts(line, width)) rows.push({ start: offset + cut.start, end: offset + cut.end });
    offset += line.length + 1;
  }
  const last = rows.at(-1);
  if (last && last.end > last.start && textWidth(editor.text.slice(last.start, last.end)) >= width) {
    rows.push({ start: last.end, end: last.end });
  }
  const cursorRow = Math.max(
    0,
    rows.findLastIndex((cut) => cut.start <= editor.cursor),
  );
  const at = rows[cursorRow];
  return { rows, cursorRow, cursorCell: at ? textWidth(editor.text.slice(at.start, editor.cursor)) : 0 };
}

/** The draft with its cursor `by` rows further, at the same cell where it can; null when there is no such row. */
export function moveRows(editor: Editor, width: number, by: -1 | 1): Editor | null {
  const { rows, cursorRow, cursorCell } = layoutDraft(editor, width);
  const target = rows[cursorRow + by];
  if (!target) return null;
  const text = editor.text.slice(target.start, target.end);
  return { ...editor, cursor: target.start + cutToWidth(text, cursorCell).text.length };
}

/**
 * A row of the draft as it is drawn, cell for cell as it was measured: a cluster of joined emoji is drawn by its first.
 */
export function drawnRow(text: string): string {
  if (isAscii(text)) return text;
  let out = '';
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at);
    out += padTo(cleanLine(text.slice(at, end)), clusterWidth(text, at, end));
    at = end;
  }
  return out;
}
