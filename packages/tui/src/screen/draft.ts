import type { Editor } from '../input/editor.ts';
import { drawnRow, layoutDraft } from '../input/layout.ts';
import type { Lookup, State } from '../state/state.ts';
import { fitRow, type Row, span } from '../text/row.ts';

/** Cells of the prompt before each row of the draft. */
export const PROMPT = 2;

/** The draft as rows, and where its cursor stands among them. */
export interface DraftView {
  rows: Row[];
  cursor: { x: number; y: number };
}

/** True for a draft that would run as the person's own command. */
function isCommand(editor: Editor): boolean {
  return editor.text.startsWith('!');
}

/** The draft without the `!` that its prompt stands for. */
function shownDraft(editor: Editor): Editor {
  if (!isCommand(editor)) return editor;
  return { ...editor, text: editor.text.slice(1), cursor: Math.max(0, editor.cursor - 1) };
}

/** The draft in at most `height` rows, the one with the cursor among them. */
export function draftView(state: State, columns: number, height: number): DraftView {
  const editor = shownDraft(state.editor);
  const width = Math.max(1, columns - PROMPT);
  const layout = layoutDraft(editor, width);
  const first = Math.min(Math.max(0, layout.cursorRow - height + 1), Math.max(0, layout.rows.length - height));
  const shown = layout.rows.slice(first, first + height);
  const rows = shown.map(
    ({ start, end }, index): Row => [
      promptOf(state, first + index, index === 0 && first > 0),
      span(drawnRow(editor.text.slice(start, end))),
    ],
  );
  if (state.editor.text === '') rows[0] = fitRow([promptOf(state, 0, false), span(PLACEHOLDER, 'dim')], columns);
  const x = Math.min(columns - 1, PROMPT + layout.cursorCell);
  return { rows, cursor: { x, y: layout.cursorRow - first } };
}

/** What is looked for among the lines sent before, in a row below the draft. */
export function lookupRow({ query, missing }: Lookup, columns: number): Row {
  const keys = [
    span('  Ctrl-R', 'key'),
    span(' older ', 'dim'),
    span(' Enter', 'key'),
    span(' take ', 'dim'),
    span(' Esc', 'key'),
    span(' leave', 'dim'),
  ];
  const text = [span('  sent before: ', 'accent'), span(query), span('█', 'dim')];
  return fitRow([...text, ...(missing ? [span('  nothing like it', 'warn')] : []), ...keys], columns);
}

const PLACEHOLDER = 'Ask, or ! to run a command yourself, / for what wisp can do';

function promptOf(state: State, row: number, continued: boolean) {
  if (continued) return span('⋮ ', 'dim');
  if (row > 0) return span('  ');
  return isCommand(state.editor) ? span('! ', 'warn') : span('› ', 'accent');
}
