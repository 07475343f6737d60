import type { Outbound } from '@wisp/protocol';
import { withEarlier } from '../input/history.ts';
import type { Gesture } from '../input/wheel.ts';
import { askForEdge, fitWidth } from '../panel/panel.ts';
import { cleanLines } from '../text/sanitise.ts';
import { onGesture } from './keys/index.ts';
import { onLine } from './lines/index.ts';
import { withPanel } from './panel.ts';
import { endReply } from './reply.ts';
import { panelRoom } from './room.ts';
import type { Size, State } from './state.ts';
import { addItem, only, type Step } from './step.ts';

/** Whatever happens to the screen. */
export type ScreenEvent =
  | { readonly kind: 'line'; readonly line: Outbound }
  | { readonly kind: 'gesture'; readonly gesture: Gesture }
  | { readonly kind: 'resize'; readonly size: Size }
  | { readonly kind: 'ended'; readonly how: string; readonly words: string }
  /** Lines that were sent in conversations before this one, oldest first. */
  | { readonly kind: 'earlier'; readonly lines: readonly string[] }
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
    work: { doing: null, thinking: false, since: null, turn: null, sent: false },
    running: {},
    queued: [],
    dialogs: [],
    completion: null,
  };
  const said = cleanLines(words).slice(-LAST_WORDS).join('\n').trim();
  const text = [`The engine ended: ${how}.`, ...(said === '' ? [] : ['Its last words:', said])].join('\n');
  return addItem(ended, { kind: 'note', level: 'error', text });
}
