import { cleanLine } from '../text/sanitise.ts';
import type { Item } from '../transcript/items.ts';
import { append, at, replace } from '../transcript/log.ts';
import type { State } from './state.ts';

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
  return { ...settled, streaming: { ...settled.streaming, tail: '', item: null, begun: false } };
}

function settleLine(state: State, raw: string): State {
  const { begun, inFence } = state.streaming;
  const text = cleanLine(raw);
  if (!begun && text.trim() === '') return { ...state, streaming: { ...state.streaming, tail: '' } };
  const fence = FENCE.test(text);
  const style = fence ? 'fence' : inFence ? 'code' : 'text';
  const shown = put(state, { kind: 'reply', text: text.trimEnd(), style, begins: !begun });
  const streaming = { tail: '', item: null, inFence: fence ? !inFence : inFence, begun: true };
  return { ...shown, streaming };
}

function showTail(state: State, tail: string): State {
  const { begun, inFence } = state.streaming;
  const streaming = { ...state.streaming, tail };
  const text = cleanLine(tail).trimEnd();
  if (text === '') return { ...state, streaming };
  const shown = put(state, { kind: 'reply', text, style: inFence ? 'code' : 'text', begins: !begun });
  return { ...shown, streaming: { ...streaming, item: state.streaming.item ?? shown.transcript.end - 1 } };
}

/** The line that grows is the transcript's last item while nothing else has come. */
function put(state: State, item: Item & { kind: 'reply' }): State {
  const index = state.streaming.item;
  const growing = index === null ? undefined : at(state.transcript, index);
  if (index !== null && growing?.kind === 'reply') {
    return { ...state, transcript: replace(state.transcript, index, { ...item, begins: growing.begins }) };
  }
  const last = at(state.transcript, state.transcript.end - 1);
  const begins = item.begins && last?.kind !== 'reply';
  return {
    ...state,
    transcript: append(state.transcript, { ...item, begins }),
    unseen: state.scroll ? state.unseen + 1 : 0,
  };
}
