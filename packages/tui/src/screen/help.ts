import { BLANK, fitRow, type Row, span } from '../text/row.ts';
import { padTo } from '../text/width.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['Enter', 'send; Alt-Enter or Ctrl-J begins a new line'],
  ['! …', 'run a command yourself; the model hears of it'],
  ['/ …', 'what wisp can do; Tab completes'],
  ['Esc, Ctrl-C', 'stop what runs; Ctrl-C also clears the draft, twice leaves'],
  ['Ctrl-D', 'leave, on an empty line'],
  ['Ctrl-O', 'read the last output in view, whole (also /show ID)'],
  ['PgUp, PgDn', 'scroll; the wheel does too; End goes to the newest'],
  ['↑ ↓', 'lines sent before (also Ctrl-P, Ctrl-N)'],
  ['Ctrl-A E B F', 'start, end, left, right; Alt-B and Alt-F by word'],
  ['Ctrl-K U W Y', 'cut to the end, to the start, a word; put it back'],
  ['Ctrl-L', 'draw the screen anew'],
  ['Ctrl-Z', 'to the shell; fg comes back'],
];

/** Cells of the column of keys. */
const COLUMN = 15;

/** The keys, in at most `height` rows. */
export function helpRows(columns: number, height: number): Row[] {
  const rows: Row[] = [
    [span(' Keys', 'accent')],
    BLANK,
    ...KEYS.map(([key, what]): Row => [span(` ${padTo(key, COLUMN)}`, 'key'), span(what)]),
    BLANK,
    [span(' Text is selected and copied with the mouse, as in any program of the terminal.', 'dim')],
    [span(' Any key', 'key'), span(' goes back', 'dim')],
  ];
  const fitted = rows.length <= height ? rows : rows.filter((cells) => cells !== BLANK).slice(0, height);
  return fitted.map((cells) => fitRow(cells, columns));
}
