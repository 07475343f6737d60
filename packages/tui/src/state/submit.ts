import { EMPTY_EDITOR } from '../input/editor.ts';
import { draftOf, unfolded } from '../input/folds.ts';
import { remember } from '../input/history.ts';
import { cleanLines } from '../text/sanitise.ts';
import { TYPED } from './lines/event.ts';
import { open, openableInView } from './panel.ts';
import { isBusy, type State } from './state.ts';
import { addItem, type Effect, only, type Step, sending, withHint } from './step.ts';

/** Longest message, in characters: a line of the protocol has at most 1 MiB, and escaping can make a text longer. */
const MAX_MESSAGE = 160_000;

const SHOW = /^\/(?:show|last)(?: +(\S+))? *$/;

/** Enter: the draft goes to the engine, or waits while a turn runs. `/show` and `/last` open the expanded view. */
export function submit(state: State, now: number): Step {
  const text = unfolded(state.editor);
  if (state.engine.phase === 'ended') return restart(state);
  if (text.trim() === '') return only(state);
  if (text.length > MAX_MESSAGE) {
    return only(withHint(state, 'Too long for a message: put it in a file, and name the file.', now));
  }
  const taken: State = {
    ...state,
    editor: { ...EMPTY_EDITOR, killed: state.editor.killed },
    history: remember(state.history, text),
    completion: null,
  };
  const remembered: Effect = { kind: 'remember', line: text };
  const step = sent(taken, text, now);
  return { ...step, effects: [remembered, ...step.effects] };
}

/** Another engine, with the conversation as it was saved; the draft stays. */
function restart(state: State): Step {
  const text =
    state.saved === null
      ? 'The engine is started again, with a new conversation.'
      : `The engine is started again, with the conversation ${state.saved}.`;
  const next = addItem(state, { kind: 'note', level: 'info', text });
  return {
    state: { ...next, engine: { phase: 'starting' }, status: null },
    effects: [{ kind: 'restart', name: state.saved }],
  };
}

function sent(state: State, text: string, now: number): Step {
  const show = SHOW.exec(text);
  if (show) return showOutput(state, show[1], now);
  return isBusy(state) ? only({ ...state, queued: [...state.queued, text] }) : sendMessage(state, text);
}

/** The first of the queued messages sent, when the engine wants input. */
export function sendQueued(state: State): Step {
  const [first, ...rest] = state.queued;
  return first === undefined ? only(state) : sendMessage({ ...state, queued: rest }, first);
}

/** The queued messages back in the draft, before what it holds. */
export function unqueue(state: State): State {
  if (state.queued.length === 0) return state;
  const text = [...state.queued, unfolded(state.editor)].filter((part) => part !== '').join('\n');
  return { ...state, queued: [], editor: draftOf(state.editor, text) };
}

function sendMessage(state: State, text: string): Step {
  const shown = cleanLines(text).join('\n');
  const next = { ...state, scroll: null, unseen: 0, work: { ...state.work, sent: true } };
  if (!text.startsWith('!')) return sending(addItem(next, { kind: 'user', text: shown }), { type: 'message', text });
  const typed = addItem(next, { kind: 'typed', command: shown.slice(1).trim(), state: 'running', outcome: '' });
  const running = { ...typed.running, [TYPED]: typed.transcript.end - 1 };
  return sending({ ...typed, running }, { type: 'message', text });
}

function showOutput(state: State, id: string | undefined, now: number): Step {
  const known =
    id === undefined ? openableInView(state) : state.openables.find((one) => one.id === id || one.stored?.id === id);
  if (known) return open(state, known);
  if (id !== undefined) return open(state, { id, title: `output ${id}`, text: '', complete: false, named: true });
  return only(withHint(state, 'Nothing has printed anything yet.', now));
}
