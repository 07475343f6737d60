import { isBusy, type State } from '../state/state.ts';
import { bytes, duration } from '../text/format.ts';
import { fitRow, type Row, span } from '../text/row.ts';
import { truncate } from '../text/width.ts';

/** What runs now and for how long, and what waits; no rows when nothing does. */
export function activityRows(state: State, columns: number, now: number): Row[] {
  const rows: Row[] = [];
  if (isBusy(state) && state.engine.phase !== 'ended') rows.push(fitRow(busyRow(state, columns, now), columns));
  if (state.queued.length > 0) {
    const first = state.queued[0]?.replaceAll('\n', ' ') ?? '';
    const more = state.queued.length > 1 ? ` and ${state.queued.length - 1} more` : '';
    rows.push([span(truncate(`  then: ${first}`, Math.max(1, columns - more.length)), 'dim'), span(more, 'dim')]);
  }
  return rows;
}

function busyRow(state: State, columns: number, now: number): Row {
  const { doing, thinking, since, bytes: printed, progress } = state.work;
  const what = doing ?? (thinking ? 'thinking' : 'working');
  const elapsed = since === null ? 0 : Math.max(0, now - since) / 1_000;
  const mark = thinking ? '∴' : state.animation ? (MOVING[Math.floor(elapsed) % MOVING.length] ?? '●') : '●';
  const parts = [since === null ? '' : duration(elapsed), progress ?? '', printed ? bytes(printed) : ''];
  const time = parts
    .filter((part) => part !== '')
    .map((part) => ` ${part}`)
    .join(' ·');
  const room = columns - 2 - time.length - STOP_WIDTH;
  return [
    span(`${mark} `, 'warn'),
    span(truncate(what, Math.max(8, room)), 'plain'),
    span(time, 'dim'),
    span(' · ', 'dim'),
    span('Esc', 'key'),
    span(' stops', 'dim'),
  ];
}

/** What runs is seen to run, once a second: with the clock, and no timer of its own. */
const MOVING = ['●', '○'];

const STOP_WIDTH = ' · Esc stops'.length;
