import { keyName } from '../../input/keys.ts';
import type { Gesture } from '../../input/wheel.ts';
import { scrollPanel } from '../../panel/moves.ts';
import { onCarriedKey } from '../carried.ts';
import { withPanel } from '../panel.ts';
import { panelRoom } from '../room.ts';
import type { State } from '../state.ts';
import { only, type Step } from '../step.ts';
import { onChosenKey } from './chosen.ts';
import { onDialogKey } from './dialog.ts';
import { interrupt } from './interrupt.ts';
import { onLookupKey } from './lookup.ts';
import { onPanelKey } from './panel.ts';
import { onPromptKey } from './prompt.ts';
import { scrollBy } from './scroll.ts';

/** The state after what the person did. What is in front takes it: a dialog, the help, the expanded view, the draft. */
export function onGesture(state: State, gesture: Gesture, now: number): Step {
  if (gesture.kind === 'wheel') return onWheel(state, gesture.rows);
  const name = keyName(gesture);
  if (name === 'ctrl+l') return { state, effects: [{ kind: 'repaint' }] };
  if (name === 'ctrl+z') return { state, effects: [{ kind: 'suspend' }] };
  if (name === 'ctrl+c') return interrupt(state, now);
  const [dialog] = state.dialogs;
  if (dialog) return onDialogKey(state, dialog, gesture, now);
  if (state.help) return only({ ...state, help: false });
  if (state.carried) return onCarriedKey(state, state.carried, gesture);
  if (state.panel) return onPanelKey(state, state.panel, gesture);
  if (state.chosen !== null)
    return onChosenKey(state, state.chosen, gesture, (next, event) => onPromptKey(next, event, now));
  if (state.lookup) return onLookupKey(state, state.lookup, gesture, (next, event) => onPromptKey(next, event, now));
  return onPromptKey(state, gesture, now);
}

function onWheel(state: State, rows: number): Step {
  if (state.dialogs.length === 0 && state.panel)
    return withPanel(state, scrollPanel(state.panel, rows, panelRoom(state)));
  return only(scrollBy(state, rows));
}
