import { plainText } from '../../input/editor.ts';
import { type InputEvent, keyName } from '../../input/keys.ts';
import { panelEnd, panelHome, scrollPanel } from '../../panel/moves.ts';
import { askForEdge, fitWidth, type Panel } from '../../panel/panel.ts';
import { seekLine, seekText } from '../../panel/seek.ts';
import { neighbour, open, withPanel } from '../panel.ts';
import { panelRoom } from '../room.ts';
import type { State } from '../state.ts';
import { only, type Step } from '../step.ts';

/** A key in the expanded view. */
export function onPanelKey(state: State, panel: Panel, event: InputEvent): Step {
  if (panel.prompt) return onPromptKey(state, panel, panel.prompt, event);
  const room = panelRoom(state);
  switch (keyName(event)) {
    case 'q':
    case 'ctrl+o':
      return close(state);
    case 'escape':
      return panel.pending?.purpose.kind === 'search' ? only(withoutWaiting(state, panel)) : close(state);
    case 'up':
    case 'k':
      return withPanel(state, scrollPanel(panel, -1, room));
    case 'down':
    case 'j':
    case 'enter':
      return withPanel(state, scrollPanel(panel, 1, room));
    case 'pageup':
    case 'b':
      return withPanel(state, scrollPanel(panel, 1 - room.height, room));
    case 'pagedown':
    case ' ':
    case 'f':
      return withPanel(state, scrollPanel(panel, Math.max(1, room.height - 1), room));
    case 'home':
    case 'g':
      return withPanel(state, panelHome(panel, room));
    case 'end':
    case 'G':
      return withPanel(state, panelEnd(panel, room));
    case '[':
    case 'left':
      return openNeighbour(state, -1);
    case ']':
    case 'right':
      return openNeighbour(state, 1);
    case 'l':
      return withPanel(state, askForEdge(fitWidth({ ...panel, numbers: !panel.numbers }, room), room));
    case ':':
      return only({ ...state, panel: { ...panel, prompt: { kind: 'line', text: '' }, problem: null } });
    case '/':
      return only({ ...state, panel: { ...panel, prompt: { kind: 'search', text: '' }, problem: null } });
    case 'n':
      return again(state, panel, true);
    case 'N':
      return again(state, panel, false);
    case 'f1':
    case '?':
      return only({ ...state, help: true });
    default:
      return only(state);
  }
}

/** Longest text that is looked for. */
const MAX_NEEDLE = 200;

function onPromptKey(state: State, panel: Panel, prompt: NonNullable<Panel['prompt']>, event: InputEvent): Step {
  const room = panelRoom(state);
  const name = keyName(event);
  const typing = (text: string) =>
    only({ ...state, panel: { ...panel, prompt: { ...prompt, text: text.slice(0, MAX_NEEDLE) } } });
  if (name === 'escape' || (name === 'backspace' && prompt.text === '')) {
    return only({ ...state, panel: { ...panel, prompt: null } });
  }
  if (name === 'backspace') return typing(prompt.text.slice(0, -1));
  if (name === 'ctrl+u') return typing('');
  if (name !== 'enter')
    return event.kind === 'key' ? only(state) : typing(prompt.text + plainText(event.text).replaceAll('\n', ' '));
  const ready = { ...panel, prompt: null };
  if (prompt.kind === 'search') return withPanel(state, seekText(ready, { text: prompt.text, forward: true }, room));
  const line = Number(prompt.text.replaceAll(/[ ,.]/g, ''));
  return Number.isSafeInteger(line) && line > 0
    ? withPanel(state, seekLine(ready, line, room))
    : withPanel(state, ready);
}

function again(state: State, panel: Panel, forward: boolean): Step {
  if (!panel.search) return only(state);
  return withPanel(state, seekText(panel, { text: panel.search.text, forward }, panelRoom(state)));
}

function openNeighbour(state: State, by: -1 | 1): Step {
  const openable = neighbour(state, by);
  return openable ? open(state, openable) : only(state);
}

function close(state: State): Step {
  return only({ ...state, panel: null });
}

function withoutWaiting(state: State, panel: Panel): State {
  return { ...state, panel: { ...panel, pending: null } };
}
