import { BLANK, fitRow, type Row, span } from '../text/row.ts';
import { padTo } from '../text/width.ts';

const KEYS: readonly (readonly [string, string])[] = [
  ['Enter', 'send; Alt-Enter or Ctrl-J begins a new line'],
  ['! …', 'run a command yourself; the model hears of it'],
  ['/ …', 'what wisp can do; Tab completes'],
  ['Esc, Ctrl-C', 'stop what runs; Ctrl-C also clears the draft, twice leaves'],
  ['Ctrl-D', 'leave, on an empty line'],
  ['Ctrl-O', 'read the last output in view, whole (also /show ID)'],
  ['Tab', 'on an empty line: choose an output; ↑ ↓ another, Enter opens it'],
  ['PgUp, PgDn', 'scroll; the wheel does too; End goes to the newest'],
  ['↑ ↓', 'lines sent before (also Ctrl-P, Ctrl-N)'],
  ['Ctrl-A E B F', 'start, end, left, right; Alt-B and Alt-F by word'],
  ['Ctrl-K U W Y', 'cut to the end, to the start, a word; put it back'],
  ['Ctrl-G', 'write the draft in $EDITOR'],
  ['Ctrl-R', 'look for a line sent before'],
  ['Ctrl-T', 'what the next request carries, and how full it is'],
  ['Ctrl-L', 'draw the screen anew'],
  ['Ctrl-Z', 'to the shell; fg comes back'],
];

/** Keys of the expanded view. */
const PANEL_KEYS: readonly (readonly [string, string])[] = [
  ['q, Esc, Ctrl-O', 'back to the conversation'],
  ['← →', 'the output before, the one after (also [ ])'],
  ['↑ ↓ PgUp PgDn', 'scroll (also j k, space, b)'],
  ['g G', 'the beginning, the end'],
  ['/ n N', 'search the whole output; the next match, the one before'],
  [':', 'go to a line'],
  ['e E', 'the next failure that wisp knows, the one before'],
  ['Tab', 'the summary beside the text; Enter goes to a point’s line'],
  ['w', 'wrap long lines, or cut them; < > scroll sideways'],
  ['c', 'colours as printed, or none'],
  ['l', 'line numbers'],
  ['s', 'save the whole to a file'],
  ['y', 'copy the rows in view'],
  ['v', 'read it in the pager'],
];

/** Cells of the column of keys. */
const COLUMN = 15;

/** The keys of the conversation, or of the expanded view, in at most `height` rows. */
export function helpRows(columns: number, height: number, where: 'conversation' | 'panel'): Row[] {
  const keys = where === 'panel' ? PANEL_KEYS : KEYS;
  const rows: Row[] = [
    [span(where === 'panel' ? ' Keys of the expanded view' : ' Keys', 'accent')],
    BLANK,
    ...keys.map(([key, what]): Row => [span(` ${padTo(key, COLUMN)}`, 'key'), span(what)]),
    BLANK,
    [span(' Text is selected and copied with the mouse, as in any program of the terminal.', 'dim')],
    [span(' Any key', 'key'), span(' goes back', 'dim')],
  ];
  const fitted = rows.length <= height ? rows : rows.filter((cells) => cells !== BLANK).slice(0, height);
  return fitted.map((cells) => fitRow(cells, columns));
}
