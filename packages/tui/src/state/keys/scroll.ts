import { transcriptRoom } from '../../screen/layout.ts';
import { scrollHome, scrollRows } from '../../transcript/viewport.ts';
import type { State } from '../state.ts';

/** The transcript `rows` further (negative: up); at the end it follows again. */
export function scrollBy(state: State, rows: number): State {
  const { columns, height } = transcriptRoom(state);
  const scroll = scrollRows(state.transcript, state.scroll, columns, height, rows);
  return { ...state, scroll, unseen: scroll ? state.unseen : 0 };
}

/** The transcript a screen further, a row of it kept in view. */
export function scrollPage(state: State, direction: -1 | 1): State {
  return scrollBy(state, direction * Math.max(1, transcriptRoom(state).height - 1));
}

/** The newest, followed. */
export function follow(state: State): State {
  return { ...state, scroll: null, unseen: 0 };
}

/** The first row of the transcript. */
export function toBeginning(state: State): State {
  const { columns, height } = transcriptRoom(state);
  return { ...state, scroll: scrollHome(state.transcript, columns, height) };
}
