import type { Room } from '../panel/panel.ts';
import type { State } from './state.ts';

/** Rows of the expanded view that are not text: two of header, one of footer. */
const FRAME = 3;

/** Where the expanded view's text goes. */
export function panelRoom(state: State): Room {
  return { columns: state.size.columns, height: Math.max(1, state.size.rows - FRAME) };
}
