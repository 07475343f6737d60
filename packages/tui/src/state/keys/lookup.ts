import { plainText } from '../../input/editor.ts';
import { draftOf } from '../../input/folds.ts';
import { findEntry, settle } from '../../input/history.ts';
import { type InputEvent, keyName } from '../../input/keys.ts';
import type { Lookup, State } from '../state.ts';
import { only, type Step } from '../step.ts';

/** Longest text that is looked for among the lines sent before. */
const MAX_QUERY = 200;

/** Ctrl-R: looks for a line that was sent before. */
export function beginLookup(state: State): Step {
  const lookup: Lookup = { query: '', at: state.history.entries.length, missing: false, draft: state.editor };
  return only({ ...state, lookup, completion: null });
}

/**
 * A key while a line is looked for. `onward` takes a key that ends the search and means something in the draft, the found
 * line being the draft then.
 */
export function onLookupKey(
  state: State,
  lookup: Lookup,
  event: InputEvent,
  onward: (state: State, event: InputEvent) => Step,
): Step {
  const { query, at, draft } = lookup;
  const name = keyName(event);
  if (name === 'escape' || name === 'ctrl+g') return only({ ...state, editor: draft, lookup: null });
  if (name === 'ctrl+r') return look(state, lookup, query, at);
  if (name === 'backspace') return look(state, lookup, query.slice(0, -1), state.history.entries.length);
  if (name === 'enter' || name === 'tab') return only(taken(state));
  if (event.kind === 'key') return onward(taken(state), event);
  return look(state, lookup, (query + plainText(event.text).replaceAll('\n', ' ')).slice(0, MAX_QUERY), at + 1);
}

function taken(state: State): State {
  return { ...state, lookup: null, history: settle(state.history) };
}

function look(state: State, lookup: Lookup, query: string, before: number): Step {
  const found = query === '' ? -1 : findEntry(state.history, query, before);
  const text = state.history.entries[found];
  if (text === undefined) return only({ ...state, lookup: { ...lookup, query, missing: query !== '' } });
  return only({
    ...state,
    editor: draftOf(state.editor, text),
    lookup: { ...lookup, query, at: found, missing: false },
  });
}
