import { draftOf, unfolded } from '../../input/folds.ts';
import { browsing, next, previous, settle } from '../../input/history.ts';
import { edit } from '../../input/keymap.ts';
import { type InputEvent, keyName } from '../../input/keys.ts';
import { moveRows } from '../../input/layout.ts';
import { PROMPT } from '../../screen/draft.ts';
import { askCarried } from '../carried.ts';
import { askCompletions, cycle, wantsCommands } from '../completion.ts';
import { open, openableInView } from '../panel.ts';
import { isBusy, type State } from '../state.ts';
import { only, type Step, withHint } from '../step.ts';
import { submit, unqueue } from '../submit.ts';
import { choose } from './chosen.ts';
import { stop } from './interrupt.ts';
import { beginLookup } from './lookup.ts';
import { follow, scrollPage, toBeginning } from './scroll.ts';

/** A key while the draft is in front. */
export function onPromptKey(state: State, event: InputEvent, now: number): Step {
  const empty = state.editor.text === '';
  const name = keyName(event);
  switch (name) {
    case 'enter':
      return submit(state, now);
    case 'tab':
      if (empty) return choose(state, now);
      return state.completion?.candidates.length ? cycle(state, 1) : askCompletions(state, true);
    case 'shift+tab':
      return cycle(state, -1);
    case 'escape':
      return onEscape(state);
    case 'up':
      return upward(state);
    case 'down':
      return downward(state);
    case 'ctrl+g':
      return { state, effects: [{ kind: 'edit', text: unfolded(state.editor) }] };
    case 'ctrl+t':
      return askCarried(state);
    case 'ctrl+r':
      return beginLookup(state);
    case 'ctrl+p':
      return older(state);
    case 'ctrl+n':
      return newer(state);
    case 'pageup':
      return only(scrollPage(state, -1));
    case 'pagedown':
      return only(scrollPage(state, 1));
    case 'ctrl+home':
      return only(toBeginning(state));
    case 'ctrl+end':
      return only(follow(state));
    case 'ctrl+o':
      return expand(state, now);
    case 'f1':
      return only({ ...state, help: true });
    case 'home':
      return empty ? only(toBeginning(state)) : editing(state, event);
    case 'end':
      return empty || state.scroll ? only(follow(state)) : editing(state, event);
    case '?':
      return empty ? only({ ...state, help: true }) : editing(state, event);
    case 'ctrl+d':
      return empty ? { state, effects: [{ kind: 'leave', code: 0 }] } : editing(state, event);
    default:
      return editing(state, event);
  }
}

function editing(state: State, event: InputEvent): Step {
  const editor = edit(state.editor, event);
  if (!editor || editor === state.editor) return only(state);
  const changed = {
    ...state,
    editor,
    completion: null,
    history: editor.text === state.editor.text ? state.history : settle(state.history),
  };
  return wantsCommands(editor) && state.engine.phase === 'running' ? askCompletions(changed, false) : only(changed);
}

function onEscape(state: State): Step {
  if (state.completion) return only({ ...state, completion: null });
  return isBusy(state) ? stop(state) : only(state);
}

/** Up: a row up within the draft, else the messages that wait, else the line sent before. */
function upward(state: State): Step {
  const moved = browsing(state.history) ? null : moveRows(state.editor, draftWidth(state), -1);
  if (moved) return only({ ...state, editor: moved });
  return state.queued.length > 0 ? only(unqueue(state)) : older(state);
}

function downward(state: State): Step {
  const moved = browsing(state.history) ? null : moveRows(state.editor, draftWidth(state), 1);
  return moved ? only({ ...state, editor: moved }) : newer(state);
}

function older(state: State): Step {
  return recalled(state, previous(state.history, unfolded(state.editor)));
}

function newer(state: State): Step {
  return recalled(state, next(state.history));
}

function recalled(state: State, found: ReturnType<typeof next>): Step {
  if (!found) return only(state);
  return only({ ...state, editor: draftOf(state.editor, found.text), history: found.history, completion: null });
}

function expand(state: State, now: number): Step {
  const openable = openableInView(state);
  return openable ? open(state, openable) : only(withHint(state, 'Nothing has printed anything yet.', now));
}

function draftWidth(state: State): number {
  return Math.max(1, state.size.columns - PROMPT);
}
