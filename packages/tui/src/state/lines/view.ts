import type { Outbound, OutputPage, ViewError } from '@wisp/protocol';
import { pageArrived } from '../../panel/answers.ts';
import { askForEdge, isAwaited, openPanel, type Panel, refuse } from '../../panel/panel.ts';
import { cleanInline } from '../../text/sanitise.ts';
import { withPanel } from '../panel.ts';
import { panelRoom } from '../room.ts';
import type { State } from '../state.ts';
import { addItem, type Step } from '../step.ts';

type View = Extract<Outbound, { type: 'view' }>;

/**
 * A page, or why there is none. One that nobody asked for opens the expanded view: `/show` asked for it in the engine. A
 * late one is dropped.
 */
export function onView(state: State, line: View): Step {
  return 'error' in line ? onRefusal(state, line) : onPage(state, line);
}

function onPage(state: State, line: OutputPage): Step {
  const room = panelRoom(state);
  const panel =
    state.panel ?? openPanel({ id: line.id, title: `output ${cleanInline(line.id)}`, text: '', named: true }, room);
  if (!isAwaited(panel, line)) return { state, effects: [] };
  return withPanel({ ...state, panel }, askForEdge(pageArrived(panel, line, room), room));
}

function onRefusal(state: State, line: ViewError): Step {
  const { panel } = state;
  if (line.kind !== 'output' || !panel || !isAwaited(panel, line)) {
    const text = `${cleanInline(line.error)} (${line.reason})`;
    return { state: addItem(state, { kind: 'note', level: 'warn', text }), effects: [] };
  }
  const refused: Panel = refuse(panel, line, panelRoom(state));
  return { state: { ...state, panel: refused }, effects: [] };
}
