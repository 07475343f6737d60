import { EMPTY_EDITOR } from '../../input/editor.ts';
import { unfolded } from '../../input/folds.ts';
import { settle } from '../../input/history.ts';
import { isBusy, type State } from '../state.ts';
import { only, type Step, sending, withHint } from '../step.ts';
import { unqueue } from '../submit.ts';
import { refuse } from './dialog.ts';

/** Two presses that arrive closer than this were one, delivered late: ms. */
const TOGETHER = 100;

/** How long a second Ctrl-C leaves, in ms. */
const LEAVE_TIME = 2_000;

/**
 * Ctrl-C, by what there is to stop: a dialog or an overlay closes, else what runs is interrupted, else the draft is
 * cleared, else a second one leaves.
 */
export function interrupt(state: State, now: number): Step {
  if (now - state.interruptedAt < TOGETHER) return only(state);
  const pressed = { ...state, interruptedAt: now };
  const [dialog] = state.dialogs;
  if (dialog) return refuse(pressed, dialog);
  if (state.help) return only({ ...pressed, help: false });
  if (state.chosen !== null) return only({ ...pressed, chosen: null });
  if (state.carried) return only({ ...pressed, carried: null });
  if (state.panel) return only({ ...pressed, panel: null });
  if (state.lookup) return only({ ...pressed, editor: state.lookup.draft, lookup: null });
  if (isBusy(state) && state.engine.phase !== 'ended') return stop(pressed);
  if (state.editor.text !== '') {
    const editor = { ...EMPTY_EDITOR, killed: unfolded(state.editor) };
    return only({ ...pressed, editor, history: settle(state.history), completion: null });
  }
  if (now < state.leaveUntil) return { state: pressed, effects: [{ kind: 'leave', code: 0 }] };
  return only({ ...withHint(pressed, 'Ctrl-C again leaves', now), leaveUntil: now + LEAVE_TIME });
}

/** What runs is interrupted; what waited to be sent is in the draft again. */
export function stop(state: State): Step {
  return sending(unqueue({ ...state, work: { ...state.work, sent: false } }), { type: 'interrupt' });
}
