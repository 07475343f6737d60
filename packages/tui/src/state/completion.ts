import type { Outbound } from '@wisp/protocol';
import { type Editor, plainText, withText } from '../input/editor.ts';
import type { Completion, State } from './state.ts';
import { only, type Step, sending } from './step.ts';

/** Most candidates that are kept. */
const MAX_CANDIDATES = 200;

/** Commands that the screen itself answers. */
const OWN_COMMANDS = ['/last', '/show'];

/** Asks for what may stand at the cursor. `asked`: with Tab, so that a single answer is taken at once. */
export function askCompletions(state: State, asked: boolean): Step {
  const { text, cursor } = state.editor;
  const id = String(state.asked + 1);
  const completion: Completion = { id, from: cursor, candidates: [], selected: -1, text, cursor, asked };
  return sending({ ...state, completion, asked: state.asked + 1 }, { type: 'complete', id, text, cursor });
}

/** Candidates that arrived. Those for a draft that has changed since are dropped. */
export function onCompletions(state: State, line: Extract<Outbound, { type: 'completions' }>): State {
  const { completion, editor } = state;
  if (
    !completion ||
    completion.id !== line.id ||
    completion.text !== editor.text ||
    completion.cursor !== editor.cursor
  ) {
    return state;
  }
  const own =
    line.from === 0 ? OWN_COMMANDS.filter((one) => completion.text !== '' && one.startsWith(completion.text)) : [];
  const candidates = [...new Set([...line.candidates, ...own])]
    .slice(0, MAX_CANDIDATES)
    .map((one) => plainText(one).replaceAll('\n', ' '));
  const from = Math.min(line.from, editor.cursor);
  const first = candidates[0];
  if (first === undefined) return { ...state, completion: null };
  const found = { ...completion, from, candidates };
  if (!completion.asked) return { ...state, completion: found };
  if (candidates.length === 1) return { ...state, completion: null, editor: take(editor, from, editor.cursor, first) };
  const common = commonStart(candidates);
  if (common.length <= editor.cursor - from) return { ...state, completion: found };
  const longer = take(editor, from, editor.cursor, common);
  return { ...state, editor: longer, completion: { ...found, text: longer.text, cursor: longer.cursor } };
}

/** Tab while candidates are shown: the next one (or the one before) in the draft. */
export function cycle(state: State, by: 1 | -1): Step {
  const { completion, editor } = state;
  const candidates = completion?.candidates ?? [];
  if (!completion || candidates.length === 0) return only(state);
  const start = completion.selected === -1 && by === -1 ? 0 : completion.selected;
  const selected = (start + by + candidates.length) % candidates.length;
  const chosen = take(editor, completion.from, editor.cursor, candidates[selected] ?? '');
  const next = { ...completion, selected, text: chosen.text, cursor: chosen.cursor };
  return only({ ...state, editor: chosen, completion: next });
}

/** True for a draft that is a command of wisp's own being typed: its candidates are shown unasked. */
export function wantsCommands(editor: Editor): boolean {
  return /^\/\S*$/.test(editor.text) && editor.cursor === editor.text.length;
}

function take(editor: Editor, from: number, to: number, candidate: string): Editor {
  return withText(editor, editor.text.slice(0, from) + candidate + editor.text.slice(to), from + candidate.length);
}

function commonStart(candidates: readonly string[]): string {
  const [first = '', ...rest] = candidates;
  let length = first.length;
  for (const one of rest) {
    while (!one.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
