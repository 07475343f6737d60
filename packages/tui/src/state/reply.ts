import { cleanLine } from '../text/sanitise.ts';
import type { ReplyStyle } from '../transcript/items.ts';
import { at, cutAt, replace } from '../transcript/log.ts';
import { NO_REPLY, type State } from './state.ts';
import { addItem } from './step.ts';

/** A line of a reply that grows longer than this is broken at a space, so that a delta never costs the whole reply. */
const LONGEST_TAIL = 4_096;

const FENCE = /^ {0,3}(?:```|~~~)/;

/** The transcript with a fragment of the reply. Each of its lines is an item of its own; the last may still grow. */
export function growReply(state: State, text: string): State {
  const lines = (state.streaming.tail + text).split('\n');
  const tail = lines.pop() ?? '';
  const settled = lines.reduce(settleLine, state);
  if (tail.length <= LONGEST_TAIL) return showTail(settled, tail);
  const space = tail.lastIndexOf(' ');
  const cut = space > 0 ? space + 1 : tail.length;
  return showTail(settleLine(settled, tail.slice(0, cut)), tail.slice(cut));
}

/** The reply as it stands, since something else follows or the turn is over. */
export function endReply(state: State): State {
  const { tail } = state.streaming;
  const settled = tail === '' ? state : settleLine(state, tail);
  return { ...settled, streaming: { ...settled.streaming, tail: '', item: null, first: null } };
}

/** The transcript without what streamed since the last thing that was whole: it is no part of the reply. */
export function voidReply(state: State): State {
  const { first } = state.streaming;
  const transcript = first === null ? state.transcript : cutAt(state.transcript, first);
  return { ...state, transcript, streaming: NO_REPLY };
}

function settleLine(state: State, raw: string): State {
  const { first, inFence } = state.streaming;
  const text = cleanLine(raw);
  if (first === null && text.trim() === '') return { ...state, streaming: { ...state.streaming, tail: '' } };
  const fence = FENCE.test(text);
  const style = fence ? 'fence' : inFence ? 'code' : 'text';
  const shown = put(state, text.trimEnd(), style);
  return { ...shown, streaming: { ...shown.streaming, tail: '', item: null, inFence: fence ? !inFence : inFence } };
}

function showTail(state: State, tail: string): State {
  const text = cleanLine(tail).trimEnd();
  const next = { ...state, streaming: { ...state.streaming, tail } };
  return text === '' ? next : put(next, text, state.streaming.inFence ? 'code' : 'text');
}

/** A line of the reply shown: in the place of the one that grows, else at the end. */
function put(state: State, text: string, style: ReplyStyle): State {
  const { item: growing, first } = state.streaming;
  const before = growing === null ? undefined : at(state.transcript, growing);
  if (growing !== null && before?.kind === 'reply') {
    return { ...state, transcript: replace(state.transcript, growing, { ...before, text, style }) };
  }
  const begins = first === null && at(state.transcript, state.transcript.end - 1)?.kind !== 'reply';
  const index = state.transcript.end;
  const shown = addItem(state, { kind: 'reply', text, style, begins });
  return { ...shown, streaming: { ...shown.streaming, item: index, first: first ?? index } };
}
