import type { Outbound } from '@wisp/protocol';
import { plainText } from '../input/editor.ts';
import { draftOf } from '../input/folds.ts';
import { withEarlier } from '../input/history.ts';
import type { Gesture } from '../input/wheel.ts';
import { askForEdge, fitWidth } from '../panel/panel.ts';
import { told } from '../panel/questions.ts';
import { cleanLines } from '../text/sanitise.ts';
import { onGesture } from './keys/index.ts';
import { onLine } from './lines/index.ts';
import { withPanel } from './panel.ts';
import { endReply } from './reply.ts';
import { panelRoom } from './room.ts';
import { AT_REST, type Size, type State } from './state.ts';
import { addItem, only, type Step, withHint } from './step.ts';

/** Whatever happens to the screen. */
export type ScreenEvent =
  | { readonly kind: 'line'; readonly line: Outbound }
  | { readonly kind: 'gesture'; readonly gesture: Gesture }
  | { readonly kind: 'resize'; readonly size: Size }
  | { readonly kind: 'ended'; readonly how: string; readonly words: string }
  /** Lines that were sent in conversations before this one, oldest first. */
  | { readonly kind: 'earlier'; readonly lines: readonly string[] }
  /** The terminal is back from the person's editor with this draft, or from another program; `problem` is what went wrong. */
  | { readonly kind: 'returned'; readonly text: string | null; readonly problem: string | null }
  | { readonly kind: 'tick' };

/** Lines of the engine's last words that are shown. */
const LAST_WORDS = 12;

/** The state after an event, and what is to be done for it. Pure: `now` is the time, in ms. */
export function reduce(state: State, event: ScreenEvent, now: number): Step {
  switch (event.kind) {
    case 'line':
      return onLine(state, event.line, now);
    case 'gesture':
      return onGesture(state, event.gesture, now);
    case 'resize':
      return onResize(state, event.size);
    case 'ended':
      return only(onEnded(state, event.how, event.words));
    case 'earlier':
      return only({ ...state, history: withEarlier(state.history, event.lines) });
    case 'returned':
      return only(onReturned(state, event.text, event.problem, now));
    case 'tick':
      return only(state.hint && now >= state.hint.until ? { ...state, hint: null } : state);
  }
}

/** When the screen changes by itself next, in ms; null while it does not, and no timer runs. */
export function nextTick(state: State, now: number): number | null {
  const times = [state.hint?.until ?? 0, state.dialogs[0]?.kind === 'approval' ? state.dialogs[0].quietUntil : 0];
  const { since } = state.work;
  if (since !== null) times.push(since + (Math.floor((now - since) / 1_000) + 1) * 1_000);
  const coming = times.filter((time) => time > now);
  return coming.length === 0 ? null : Math.min(...coming);
}

function onReturned(state: State, text: string | null, problem: string | null, now: number): State {
  const edited = text === null ? state : { ...state, editor: draftOf(state.editor, plainText(text)) };
  if (problem === null) return edited;
  const { panel } = edited;
  return panel ? { ...edited, panel: told(panel, problem, true) } : withHint(edited, problem, now);
}

function onResize(state: State, size: Size): Step {
  const resized = { ...state, size };
  if (!state.panel) return only(resized);
  const room = panelRoom(resized);
  return withPanel(resized, askForEdge(fitWidth(state.panel, room), room));
}

/** The engine is gone: what it said last is shown, and what was said before stays. */
function onEnded(state: State, how: string, words: string): State {
  const session = state.engine.phase === 'starting' ? null : state.engine.session;
  const ended: State = {
    ...endReply(state),
    engine: { phase: 'ended', session },
    work: AT_REST,
    running: {},
    queued: [],
    dialogs: [],
    completion: null,
  };
  const said = cleanLines(words).slice(-LAST_WORDS).join('\n').trim();
  const text = [`The engine ended: ${how}.`, ...(said === '' ? [] : ['Its last words:', said])].join('\n');
  return addItem(ended, { kind: 'note', level: 'error', text });
}
