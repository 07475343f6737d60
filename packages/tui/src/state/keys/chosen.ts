import { type InputEvent, keyName } from '../../input/keys.ts';
import { transcriptRoom } from '../../screen/layout.ts';
import type { Item, Openable } from '../../transcript/items.ts';
import { at } from '../../transcript/log.ts';
import { isInView, lastVisible } from '../../transcript/viewport.ts';
import { open } from '../panel.ts';
import type { State } from '../state.ts';
import { only, type Step, withHint } from '../step.ts';

/** Rows that stand above an item that was out of view. */
const CONTEXT = 2;

/** Tab on an empty draft: the last output in view is chosen. */
export function choose(state: State, now: number): Step {
  const { columns, height } = transcriptRoom(state);
  const last = lastVisible(state.transcript, state.scroll, columns, height);
  const index = seek(state, last + 1, -1);
  return index === null
    ? only(withHint(state, 'Nothing has printed anything yet.', now))
    : only(inView({ ...state, chosen: index }));
}

/** A key while an output is chosen; `onward` takes one that means something else, nothing being chosen any more. */
export function onChosenKey(
  state: State,
  chosen: number,
  event: InputEvent,
  onward: (state: State, event: InputEvent) => Step,
): Step {
  switch (keyName(event)) {
    case 'tab':
    case 'up':
    case 'k':
      return only(inView({ ...state, chosen: seek(state, chosen, -1) ?? chosen }));
    case 'shift+tab':
    case 'down':
    case 'j':
      return only(inView({ ...state, chosen: seek(state, chosen, 1) ?? chosen }));
    case 'enter':
    case 'ctrl+o': {
      const openable = openableOf(state, at(state.transcript, chosen));
      return openable ? open({ ...state, chosen: null }, openable) : only({ ...state, chosen: null });
    }
    case 'escape':
      return only({ ...state, chosen: null });
    default:
      return onward({ ...state, chosen: null }, event);
  }
}

/** The next item with an output, up or down from `from`; null when there is none. */
function seek(state: State, from: number, by: -1 | 1): number | null {
  const { first, end } = state.transcript;
  for (let index = from + by; index >= first && index < end; index += by) {
    if (openableOf(state, at(state.transcript, index))) return index;
  }
  return null;
}

function openableOf(state: State, item: Item | undefined): Openable | undefined {
  const id = item?.kind === 'thought' ? item.openable : item && 'fold' in item ? item.fold?.openable : undefined;
  return id === undefined ? undefined : state.openables.findLast((one) => one.id === id);
}

/** The chosen item scrolled into view, when it is not. */
function inView(state: State): State {
  const { columns, height } = transcriptRoom(state);
  const { chosen } = state;
  if (chosen === null || isInView(state.transcript, state.scroll, columns, height, chosen)) return state;
  return { ...state, scroll: { item: Math.max(state.transcript.first, chosen - CONTEXT), row: 0 } };
}
