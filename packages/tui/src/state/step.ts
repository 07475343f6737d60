import type { Inbound, ScreenSettings } from '@wisp/protocol';
import type { Item } from '../transcript/items.ts';
import { append, at, replace } from '../transcript/log.ts';
import type { State } from './state.ts';

/** What the reducer asks of the world. */
export type Effect =
  | { readonly kind: 'send'; readonly request: Inbound }
  | { readonly kind: 'leave'; readonly code: number }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'repaint' }
  | { readonly kind: 'copy'; readonly text: string }
  /** An output is read in the pager, the draft written in an editor: the terminal is theirs meanwhile. */
  | { readonly kind: 'page'; readonly id: string }
  | { readonly kind: 'edit'; readonly text: string }
  /** What the person set for the screen. */
  | { readonly kind: 'dress'; readonly settings: ScreenSettings }
  /** Another engine in the place of the one that ended, with the conversation of this name. */
  | { readonly kind: 'restart'; readonly name: string | null }
  /** A line that was sent, kept for the conversations to come. */
  | { readonly kind: 'remember'; readonly line: string }
  /** The engine said where its files are: what was sent before is read from there. */
  | { readonly kind: 'recollect'; readonly home: string };

/** A state, and what is to be done for it, in order. */
export interface Step {
  readonly state: State;
  readonly effects: readonly Effect[];
}

const NONE: readonly Effect[] = [];

export function only(state: State): Step {
  return { state, effects: NONE };
}

export function sending(state: State, request: Inbound): Step {
  return { state, effects: [{ kind: 'send', request }] };
}

/** The state with one more item in the transcript; what is being read does not move. */
export function addItem(state: State, item: Item): State {
  return {
    ...state,
    transcript: append(state.transcript, item),
    unseen: state.scroll ? state.unseen + 1 : 0,
  };
}

/** The state with item `index` changed, when it is still held. */
export function changeItem(state: State, index: number, change: (item: Item) => Item): State {
  const item = at(state.transcript, index);
  return item ? { ...state, transcript: replace(state.transcript, index, change(item)) } : state;
}

/** How long a hint stands, in ms. */
const HINT_TIME = 2_000;

export function withHint(state: State, text: string, now: number): State {
  return { ...state, hint: { text, until: now + HINT_TIME } };
}
