import { cleanLine } from '../text/sanitise.ts';
import { at, cutAt, replace } from '../transcript/log.ts';
import { NO_REPLY, type State } from './state.ts';
import { addItem } from './step.ts';

/** A line of a reply that grows longer than this is broken at a space, so that a delta never costs the whole reply. */
const LONGEST_TAIL = 4_096;

/** Characters and lines of a block from which on the next line begins a new one: a block is read anew with each line. */
const LARGEST_BLOCK = 4_096;
const MOST_CODE_LINES = 64;

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const HEADING = /^ {0,3}#{1,6}(?: |$)/;
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: |$)/;

/** The transcript with a fragment of the reply. Each block of it is an item; the last may still grow. */
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
  return { ...settled, streaming: { ...NO_REPLY, fence: settled.streaming.fence } };
}

/** The transcript without what streamed since the last thing that was whole: it is no part of the reply. */
export function voidReply(state: State): State {
  const { first } = state.streaming;
  const transcript = first === null ? state.transcript : cutAt(state.transcript, first);
  return { ...state, transcript, streaming: NO_REPLY };
}

/** A line that has its end: it goes to the block that grows, or ends it. */
function settleLine(state: State, raw: string): State {
  const { first, fence, gap } = state.streaming;
  const text = cleanLine(raw).trimEnd();
  const next = { ...state, streaming: { ...state.streaming, tail: '' } };
  const mark = FENCE.exec(text);
  if (fence) {
    const closes = mark?.[1]?.startsWith(fence.mark) && mark[2] === '';
    return closes ? withFence(apart(unshown(next)), null) : put(next, text, true);
  }
  if (mark) return withFence(apart(unshown(next)), { mark: mark[1] ?? '```', language: (mark[2] ?? '').toLowerCase() });
  if (text === '') {
    if (first === null) return next;
    return { ...next, streaming: { ...next.streaming, gap: true } };
  }
  const alone = HEADING.test(text);
  const ready = alone || (gap && !continues(next, text)) ? apart(unshown(next)) : next;
  const shown = put(ready, text, true);
  return alone ? apart(shown) : shown;
}

/** The line without an end yet, shown as far as it has come. */
function showTail(state: State, tail: string): State {
  const text = cleanLine(tail).trimEnd();
  const next = { ...state, streaming: { ...state.streaming, tail } };
  // What may become the mark of a fence or a heading is shown when it is known to be none.
  if (text === '' || (next.streaming.fence ? /^ {0,3}[`~]+$/ : /^ {0,3}(?:[`~]+\S*|#{1,6})$/).test(text)) return next;
  const ready = next.streaming.gap && !continues(next, text) ? apart(next) : next;
  return put(ready, text, false);
}

/** The block without the line that has no end yet; none of it is left where it was nothing but that line. */
function unshown(state: State): State {
  const { item, base, first } = state.streaming;
  const shown = item === null ? undefined : at(state.transcript, item);
  if (item === null || shown?.kind !== 'reply') return state;
  if (base !== null) return { ...state, transcript: replace(state.transcript, item, { ...shown, text: base }) };
  const streaming = { ...state.streaming, item: null, first: first === item ? null : first };
  const unseen = Math.max(0, state.unseen - 1);
  return { ...state, transcript: cutAt(state.transcript, item), streaming, unseen };
}

function withFence(state: State, fence: State['streaming']['fence']): State {
  return { ...state, streaming: { ...state.streaming, fence } };
}

/** The block that grew is whole: what comes next is a block of its own. */
function apart(state: State): State {
  return { ...state, streaming: { ...state.streaming, item: null, base: null, gap: false } };
}

/** After a blank line a list goes on with its next item, or with what is indented under one. */
function continues(state: State, text: string): boolean {
  const { item } = state.streaming;
  const block = item === null ? undefined : at(state.transcript, item);
  if (block?.kind !== 'reply' || !LIST.test(block.text)) return false;
  return LIST.test(text) || /^ {2}/.test(text);
}

/**
 * A line of the block shown: behind what has its end (`base`), in the place of what stood of this line before. A block that
 * is full goes on in one that follows without a gap.
 */
function put(state: State, text: string, ended: boolean, goesOn = false): State {
  const { item: growing, first, base, fence, gap } = state.streaming;
  const before = growing === null ? undefined : at(state.transcript, growing);
  if (growing !== null && before?.kind === 'reply') {
    const full =
      base !== null && (base.length >= LARGEST_BLOCK || (fence && base.split('\n').length >= MOST_CODE_LINES));
    if (full) return put(apart(state), text, ended, true);
    const joined = base === null ? text : `${base}${gap ? '\n' : ''}\n${text}`;
    const transcript = replace(state.transcript, growing, { ...before, text: joined });
    return { ...state, transcript, streaming: { ...state.streaming, base: ended ? joined : base, gap: gap && !ended } };
  }
  const index = state.transcript.end;
  const shown = addItem(state, { kind: 'reply', text, code: fence ? fence.language : null, begins: !goesOn });
  const streaming = { ...shown.streaming, item: index, first: first ?? index, base: ended ? text : null, gap: false };
  return { ...shown, streaming };
}
