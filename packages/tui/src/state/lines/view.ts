import type { Outbound, OutputPage, ViewError } from '@wisp/protocol';
import { pageArrived } from '../../panel/answers.ts';
import { askForEdge, isAwaited, refuse } from '../../panel/panel.ts';
import { cleanInline } from '../../text/sanitise.ts';
import type { Openable } from '../../transcript/items.ts';
import { open, withPanel } from '../panel.ts';
import { panelRoom } from '../room.ts';
import type { State } from '../state.ts';
import { addItem, only, type Step } from '../step.ts';

type View = Extract<Outbound, { type: 'view' }>;

/**
 * A page, or why there is none. One that nobody asked for opens the expanded view: `/show` asked for it in the engine. A
 * late one is dropped.
 */
export function onView(state: State, line: View): Step {
  const asked = state.awaitedPages > 0;
  const heard = asked && line.kind === 'output' ? { ...state, awaitedPages: state.awaitedPages - 1 } : state;
  return 'error' in line ? onRefusal(heard, line, asked) : onPage(heard, line, asked);
}

function onPage(state: State, line: OutputPage, asked: boolean): Step {
  const shown = state.panel || asked ? state : open(state, named(line.id)).state;
  const { panel } = shown;
  if (!panel || !isAwaited(panel, line)) return only(state);
  const room = panelRoom(shown);
  return withPanel(shown, askForEdge(pageArrived(panel, line, room), room));
}

function named(id: string): Openable {
  return { id, title: `output ${cleanInline(id)}`, text: '', complete: false, named: true };
}

function onRefusal(state: State, line: ViewError, asked: boolean): Step {
  const { panel } = state;
  if (line.kind === 'output' && panel && isAwaited(panel, line)) {
    return only({ ...state, panel: refuse(panel, line, panelRoom(state)) });
  }
  if (line.kind === 'output' && asked) return only(state);
  return only(addItem(state, { kind: 'note', level: 'warn', text: cleanInline(line.error) }));
}
