import { type Cut, hardCuts } from '../text/wrap.ts';
import type { Openable } from '../transcript/items.ts';

/** Most rows of the header that the command may take. */
const MAX_ROWS = 4;

/** The rows of an output's title, as ranges of it: the command is shown whole where that leaves room to read. */
export function titleCuts(openable: Openable, columns: number): Cut[] {
  return hardCuts(openable.title, Math.max(1, columns - 1)).slice(0, MAX_ROWS);
}
