import { panelHeight, panelRoom } from '../state/room.ts';
import { isBusy, type State } from '../state/state.ts';
import { BLANK, fitRow, type Row, row, rowWidth, span } from '../text/row.ts';
import { visibleRows } from '../transcript/viewport.ts';
import { activityRows } from './activity.ts';
import { approvalRows } from './approval.ts';
import { candidateRows } from './candidates.ts';
import { carriedRows } from './carried.ts';
import { choiceRows } from './choice.ts';
import { draftView, lookupRow } from './draft.ts';
import { helpRows } from './help.ts';
import { panelRows } from './panel.ts';
import { statusRow } from './status.ts';

/** The smallest screen that is laid out; on a smaller one a single line stands. */
const SMALLEST = { columns: 20, rows: 6 } as const;

/** Every row of the screen, top to bottom, and where the cursor stands; exactly as many rows as the screen has. */
export interface Screen {
  main: Row[];
  below: Row[];
  cursor: { x: number; y: number } | null;
}

/** The screen as the state has it. `now` in ms, for what ticks. */
export function layOut(state: State, now: number): Screen {
  const { columns, rows } = state.size;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) {
    const text = `wisp needs ${SMALLEST.columns}×${SMALLEST.rows} cells`;
    return { main: fill([fitRow([span(text)], columns)], rows), below: [], cursor: null };
  }
  if (state.dialogs.length === 0 && state.help)
    return {
      main: fill(helpRows(columns, rows, state.panel ? 'panel' : 'conversation'), rows),
      below: [],
      cursor: null,
    };
  if (state.dialogs.length === 0 && state.carried)
    return { main: fill(carriedRows(state.carried, columns, rows), rows), below: [], cursor: null };
  if (state.dialogs.length === 0 && state.panel) {
    const index = state.openables.findIndex((one) => one.id === state.panel?.openable.id);
    const place = { index, total: index === -1 ? 0 : state.openables.length };
    return {
      main: fill(panelRows(state.panel, { columns, room: panelRoom(state), height: panelHeight(state) }, place), rows),
      below: [],
      cursor: null,
    };
  }
  const { below, cursor } = bottom(state, now);
  const height = rows - below.length;
  const main = fill(visibleRows(state.transcript, state.scroll, columns, height, state.chosen), height);
  return { main, below, cursor: cursor && { x: cursor.x, y: height + cursor.y } };
}

/** The room that the transcript has now. The clock changes no row's number, so any time will do. */
export function transcriptRoom(state: State): { columns: number; height: number } {
  const { columns, rows } = state.size;
  return { columns, height: Math.max(1, rows - bottom(state, 0).below.length) };
}

/** Rows that a dialog may take. */
export function dialogRoom(state: State): number {
  return Math.max(4, state.size.rows - 4);
}

function bottom(state: State, now: number): { below: Row[]; cursor: { x: number; y: number } | null } {
  const { columns, rows } = state.size;
  const rule = rows >= 8 ? [ruleRow(state, columns)] : [];
  const status = [statusRow(state, columns)];
  const activity = activityRows(state, columns, now).slice(0, rows >= 10 ? 2 : isBusy(state) ? 1 : 0);
  const [dialog] = state.dialogs;
  if (dialog) {
    const room = dialogRoom(state);
    const asked =
      dialog.kind === 'approval'
        ? approvalRows(dialog, columns, room, state.home, now)
        : choiceRows(dialog, columns, room);
    return { below: [...rule, ...asked, ...status], cursor: null };
  }
  const draft = draftView(state, columns, Math.max(1, Math.floor(rows / 3)));
  const room = rows - activity.length - rule.length - draft.rows.length - status.length - 1;
  const candidates = state.lookup ? [lookupRow(state.lookup, columns)] : candidateRows(state, columns, room);
  const before = activity.length + rule.length;
  const below = [...activity, ...rule, ...draft.rows, ...candidates, ...status];
  return { below, cursor: { x: draft.cursor.x, y: before + draft.cursor.y } };
}

/** The rule over the draft. While the view is scrolled up it says so, and what has come since. */
function ruleRow(state: State, columns: number): Row {
  if (!state.scroll) return row('─'.repeat(columns), 'dim');
  const news = state.unseen > 0 ? ` ↓ ${state.unseen} new below · ` : ' ↓ more below · ';
  const mark = [span(news, state.unseen > 0 ? 'warn' : 'dim'), span('End', 'key'), span(' ─', 'dim')];
  const left = Math.max(0, columns - rowWidth(mark));
  return fitRow([span('─'.repeat(left), 'dim'), ...mark], columns);
}

function fill(rows: Row[], height: number): Row[] {
  const filled = rows.slice(0, height);
  while (filled.length < height) filled.push(BLANK);
  return filled;
}
