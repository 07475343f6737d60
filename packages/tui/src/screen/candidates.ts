import type { State } from '../state/state.ts';
import { fitRow, type Row, span } from '../text/row.ts';
import { truncate } from '../text/width.ts';

/** Most candidates that are shown at once. */
const SHOWN = 6;

/** Candidates for the draft, the chosen one in view; no rows when there are none. */
export function candidateRows(state: State, columns: number, height: number): Row[] {
  const { completion } = state;
  if (!completion || completion.candidates.length === 0 || height < 1) return [];
  const { candidates, selected } = completion;
  const room = Math.min(SHOWN, height, candidates.length);
  const first = Math.min(Math.max(0, selected - room + 1), candidates.length - room);
  const rows = candidates.slice(first, first + room).map((candidate, index): Row => {
    const chosen = first + index === selected;
    return [span(chosen ? '› ' : '  ', 'accent'), span(truncate(candidate, columns - 2), chosen ? 'selected' : 'dim')];
  });
  const hidden = candidates.length - room;
  const last = rows.at(-1);
  if (hidden > 0 && last) rows[rows.length - 1] = fitRow([...last, span(`  … ${hidden} more · Tab`, 'dim')], columns);
  return rows;
}
