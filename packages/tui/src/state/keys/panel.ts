import { plainText } from '../../input/editor.ts';
import { type InputEvent, keyName } from '../../input/keys.ts';
import { panelEnd, panelHome, scrollAside, scrollPanel } from '../../panel/moves.ts';
import { askForEdge, fitWidth, outputId, type Panel, type Room } from '../../panel/panel.ts';
import {
  goTo,
  nextFailure,
  saveTo,
  searchAgain,
  searchFor,
  selectPoint,
  told,
  turnSide,
} from '../../panel/questions.ts';
import { textInView } from '../../screen/panel-text.ts';
import { plural } from '../../text/format.ts';
import { neighbour, open, withPanel } from '../panel.ts';
import { panelRoom } from '../room.ts';
import type { State } from '../state.ts';
import { only, type Step } from '../step.ts';

/** A key in the expanded view. Keys that came in one read are taken one after another. */
export function onPanelKey(state: State, panel: Panel, event: InputEvent): Step {
  if (panel.prompt) return onPromptKey(state, panel, panel.prompt, event);
  if (event.kind === 'text' && event.text.length > 1) return onKeys(state, event.text);
  const name = keyName(event);
  const change = CHANGES[name];
  if (change) return changed(state, panel, change);
  switch (name) {
    case 'q':
    case 'ctrl+o':
      return close(state);
    case 'escape':
      return onEscape(state, panel);
    case '[':
    case 'left':
      return openNeighbour(state, -1);
    case ']':
    case 'right':
      return openNeighbour(state, 1);
    case 'up':
    case 'down':
    case 'enter':
      return panel.side?.inHand ? onSideKey(state, panel, name) : changed(state, panel, scroll(name === 'up' ? -1 : 1));
    case 'y':
      return copy(state, panel);
    case 'v':
      return panel.whole
        ? { state, effects: [{ kind: 'page', id: outputId(panel) }] }
        : changed(state, panel, ofWhole(turnSide));
    case 'f1':
    case '?':
      return only({ ...state, help: true });
    default:
      return only(state);
  }
}

type Change = (panel: Panel, room: Room) => Panel;

const scroll =
  (by: number): Change =>
  (panel, room) =>
    scrollPanel(panel, by, room);
const back: Change = (panel, room) => scrollPanel(panel, 1 - room.height, room);
const on: Change = (panel, room) => scrollPanel(panel, Math.max(1, room.height - 1), room);
const aside =
  (share: number): Change =>
  (panel, room) =>
    scrollAside(panel, Math.round(room.columns * share));
const fitted =
  (change: (panel: Panel) => Panel): Change =>
  (panel, room) =>
    askForEdge(fitWidth(change(panel), room), room);
const ofWhole =
  (change: Change): Change =>
  (panel, room) =>
    panel.whole
      ? change(panel, room)
      : told(panel, 'only a part of this output was kept: there is no whole to ask about', true);
const typing =
  (kind: 'line' | 'search' | 'save', text: (panel: Panel) => string = () => ''): Change =>
  (panel) => ({ ...panel, prompt: { kind, text: text(panel) }, message: null });

/** Keys that change the panel alone. */
const CHANGES: Readonly<Record<string, Change>> = {
  k: scroll(-1),
  j: scroll(1),
  pageup: back,
  b: back,
  pagedown: on,
  ' ': on,
  f: on,
  home: panelHome,
  g: panelHome,
  end: panelEnd,
  G: panelEnd,
  '<': aside(-0.5),
  '>': aside(0.5),
  'shift+left': aside(-0.5),
  'shift+right': aside(0.5),
  l: fitted((panel) => ({ ...panel, numbers: !panel.numbers })),
  w: fitted((panel) => ({ ...panel, wrap: !panel.wrap, left: 0 })),
  c: (panel) => ({ ...panel, colours: !panel.colours }),
  ':': typing('line'),
  '/': typing('search'),
  s: ofWhole(typing('save', (panel) => `${outputId(panel)}.log`)),
  n: (panel, room) => searchAgain(panel, true, room),
  N: (panel, room) => searchAgain(panel, false, room),
  e: ofWhole((panel, room) => nextFailure(panel, true, room)),
  E: ofWhole((panel, room) => nextFailure(panel, false, room)),
  tab: ofWhole(turnSide),
};

/** The panel changed; when the summary came or went, the text is laid out for the room that is left. */
function changed(state: State, panel: Panel, change: Change): Step {
  const next = change(panel, panelRoom(state));
  if ((next.side === null) === (panel.side === null)) return withPanel(state, next);
  const room = panelRoom({ ...state, panel: next });
  return withPanel(state, askForEdge(fitWidth(next, room), room));
}

function onKeys(state: State, text: string): Step {
  const effects: Step['effects'][number][] = [];
  let now = state;
  for (const character of text) {
    const { panel } = now;
    if (!panel) break;
    const step = onPanelKey(now, panel, { kind: 'text', text: character });
    effects.push(...step.effects);
    now = step.state;
  }
  return { state: now, effects };
}

/** Gives up what is waited for, then closes the summary, then the view. */
function onEscape(state: State, panel: Panel): Step {
  if (panel.question) return only({ ...state, panel: { ...panel, question: null } });
  if (panel.side) return changed(state, panel, (one) => ({ ...one, side: null }));
  return close(state);
}

function onSideKey(state: State, panel: Panel, name: string): Step {
  if (name !== 'enter') return changed(state, panel, (one) => selectPoint(one, name === 'up' ? -1 : 1));
  const point = panel.points?.[panel.side?.selected ?? 0];
  return point ? changed(state, panel, (one, room) => goTo(one, point.line, room)) : only(state);
}

function copy(state: State, panel: Panel): Step {
  const text = textInView(panel, panelRoom(state));
  const said = told(panel, `${plural(text.split('\n').length, 'line')} sent to the clipboard of the terminal`, false);
  return { state: { ...state, panel: said }, effects: [{ kind: 'copy', text }] };
}

/** Longest text that is typed in the footer. */
const MAX_TYPED = 1_000;

function onPromptKey(state: State, panel: Panel, prompt: NonNullable<Panel['prompt']>, event: InputEvent): Step {
  const name = keyName(event);
  const typed = (text: string) =>
    only({ ...state, panel: { ...panel, prompt: { ...prompt, text: text.slice(0, MAX_TYPED) } } });
  if (name === 'escape' || (name === 'backspace' && prompt.text === '')) {
    return only({ ...state, panel: { ...panel, prompt: null } });
  }
  if (name === 'backspace') return typed(prompt.text.slice(0, -1));
  if (name === 'ctrl+u') return typed('');
  if (name !== 'enter')
    return event.kind === 'key' ? only(state) : typed(prompt.text + plainText(event.text).replaceAll('\n', ' '));
  return changed(state, { ...panel, prompt: null }, (ready, room) => entered(ready, prompt, room));
}

function entered(panel: Panel, { kind, text }: NonNullable<Panel['prompt']>, room: Room): Panel {
  if (kind === 'search') return searchFor(panel, text, room);
  if (kind === 'save') return saveTo(panel, text);
  const line = Number(text.replaceAll(/[ ,.]/g, ''));
  return Number.isSafeInteger(line) && line > 0 ? goTo(panel, line, room) : panel;
}

function openNeighbour(state: State, by: -1 | 1): Step {
  const openable = neighbour(state, by);
  return openable ? open(state, openable) : only(state);
}

function close(state: State): Step {
  return only({ ...state, panel: null });
}
