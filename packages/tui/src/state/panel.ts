import { askForEdge, openPanel, outputId, type Panel } from '../panel/panel.ts';
import { transcriptRoom } from '../screen/layout.ts';
import type { Openable } from '../transcript/items.ts';
import { at } from '../transcript/log.ts';
import { lastVisible } from '../transcript/viewport.ts';
import { panelRoom } from './room.ts';
import type { State } from './state.ts';
import { only, type Step, sending } from './step.ts';

/** The state with this panel; the page that it newly waits for is asked for, once. */
export function withPanel(state: State, panel: Panel): Step {
  const next = { ...state, panel };
  const before = state.panel?.openable === panel.openable ? state.panel.pending : null;
  if (!panel.pending || panel.pending === before) return only(next);
  const request = { type: 'output', id: outputId(panel), page: panel.pending.page } as const;
  return sending({ ...next, awaitedPages: next.awaitedPages + 1 }, request);
}

/** The expanded view of an output. */
export function open(state: State, openable: Openable): Step {
  const room = panelRoom(state, openable);
  return withPanel({ ...state, panel: null, help: false }, askForEdge(openPanel(openable, room), room));
}

/** What Ctrl-O opens: the last output in view, else the last before it; null when there is none. */
export function openableInView(state: State): Openable | null {
  const { columns, height } = transcriptRoom(state);
  for (
    let index = lastVisible(state.transcript, state.scroll, columns, height);
    index >= state.transcript.first;
    index--
  ) {
    const item = at(state.transcript, index);
    const id = item?.kind === 'thought' ? item.openable : item && 'fold' in item ? item.fold?.openable : undefined;
    const openable = id === undefined ? undefined : state.openables.findLast((one) => one.id === id);
    if (openable) return openable;
  }
  return null;
}

/** The output before or after the one that is open. */
export function neighbour(state: State, by: -1 | 1): Openable | null {
  const index = state.openables.findIndex((one) => one.id === state.panel?.openable.id);
  return index === -1 ? null : (state.openables[index + by] ?? null);
}
