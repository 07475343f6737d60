import type { Room } from '../panel/panel.ts';
import { sideRoom } from '../panel/side.ts';
import { titleCuts } from '../panel/title.ts';
import type { Openable } from '../transcript/items.ts';
import type { State } from './state.ts';

/** Where the expanded view's text goes: below the header and the rows of the title, above the footer, beside the summary. */
export function panelRoom(state: State, openable: Openable | undefined = state.panel?.openable): Room {
  const { columns } = state.size;
  const height = panelHeight(state, openable);
  if (!state.panel?.side) return { columns, height };
  const side = sideRoom(columns, height);
  return side.beside ? { columns: columns - side.columns - 1, height } : { columns, height: height - side.height };
}

/** Rows between the title and the footer. */
export function panelHeight(state: State, openable: Openable | undefined = state.panel?.openable): number {
  const { columns, rows } = state.size;
  const title = openable ? titleCuts(openable, columns).length : 1;
  return Math.max(2, rows - title - 2);
}
