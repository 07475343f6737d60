import type { Room } from '../panel/panel.ts';
import { titleCuts } from '../panel/title.ts';
import type { Openable } from '../transcript/items.ts';
import type { State } from './state.ts';

/** Where the expanded view's text goes: below the header and the rows of the title, above the footer. */
export function panelRoom(state: State, openable: Openable | undefined = state.panel?.openable): Room {
  const { columns, rows } = state.size;
  const title = openable ? titleCuts(openable, columns).length : 1;
  return { columns, height: Math.max(1, rows - title - 2) };
}
