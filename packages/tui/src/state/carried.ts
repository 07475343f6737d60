import type { Outbound } from '@wisp/protocol';
import { type InputEvent, keyName } from '../input/keys.ts';
import { cleanInline } from '../text/sanitise.ts';
import type { Carried, State } from './state.ts';
import { only, type Step, sending } from './step.ts';

/** Ctrl-T: asks what the next request carries, and shows it. */
export function askCarried(state: State): Step {
  const id = `t${state.asked + 1}`;
  return sending({ ...state, asked: state.asked + 1, carried: { id, line: null, top: 0 } }, { type: 'context', id });
}

/** The answer; one to a view that was closed since is dropped. */
export function onCarried(state: State, line: Extract<Outbound, { type: 'context' }>): State {
  if (state.carried?.id !== line.id) return state;
  const parts = line.parts.map((part) => ({
    ...part,
    name: cleanInline(part.name),
    ...(part.detail === undefined ? {} : { detail: cleanInline(part.detail) }),
  }));
  return { ...state, carried: { ...state.carried, line: { ...line, parts } } };
}

/** A key while it is shown: scrolls, or closes it. */
export function onCarriedKey(state: State, carried: Carried, event: InputEvent): Step {
  const by = { up: -1, down: 1, pageup: -10, pagedown: 10 }[keyName(event)];
  if (by === undefined) return only({ ...state, carried: null });
  const last = Math.max(0, (carried.line?.parts.length ?? 0) - 1);
  return only({ ...state, carried: { ...carried, top: Math.min(last, Math.max(0, carried.top + by)) } });
}
