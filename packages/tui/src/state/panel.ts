import type { Inbound } from '@wisp/protocol';
import { askForEdge, openPanel, outputId, type Panel } from '../panel/panel.ts';
import type { Question } from '../panel/questions.ts';
import { transcriptRoom } from '../screen/layout.ts';
import type { Openable } from '../transcript/items.ts';
import { at } from '../transcript/log.ts';
import { lastVisible } from '../transcript/viewport.ts';
import { panelRoom } from './room.ts';
import type { State } from './state.ts';
import type { Effect, Step } from './step.ts';

/** The state with this panel; the page and the answer that it newly waits for are asked for, once. */
export function withPanel(state: State, panel: Panel): Step {
  const before = state.panel?.openable === panel.openable ? state.panel : null;
  const effects: Effect[] = [];
  let next: State = { ...state, panel };
  if (panel.pending && panel.pending !== before?.pending) {
    next = { ...next, awaitedPages: next.awaitedPages + 1 };
    effects.push({ kind: 'send', request: { type: 'output', id: outputId(panel), page: panel.pending.page } });
  }
  if (panel.question && panel.question !== before?.question) {
    const id = `p${state.asked + 1}`;
    next = { ...next, asked: state.asked + 1, panel: { ...panel, questionId: id } };
    effects.push({ kind: 'send', request: requestOf(panel, panel.question, id) });
  }
  return { state: next, effects };
}

function requestOf(panel: Panel, question: Question, id: string): Inbound {
  const output = outputId(panel);
  if (question.kind === 'points') return { type: 'points', id, output };
  if (question.kind === 'save') return { type: 'keep', id, output, path: question.path };
  const direction = question.forward ? 'forward' : 'backward';
  return { type: 'search', id, output, pattern: panel.search?.pattern ?? '', line: question.line, direction };
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
