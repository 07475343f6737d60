import type { Carried } from '../state/state.ts';
import { bytes, count } from '../text/format.ts';
import { BLANK, fitRow, type Row, row, span, type Tone } from '../text/row.ts';
import { padTo } from '../text/width.ts';

/** Cells of the bar of one part, and of the whole. */
const PART_BAR = 12;
const WHOLE_BAR = 40;

/** What the next request to the model carries, part by part, and how full the window is with it. */
export function carriedRows({ line, top }: Carried, columns: number, height: number): Row[] {
  if (!line) return [row(' asking what the next request carries…', 'dim')];
  const total = line.parts.reduce((sum, part) => sum + part.tokens, 0);
  const room = Math.max(1, height - 6);
  const names = Math.min(40, Math.max(12, ...line.parts.map((part) => part.name.length)));
  const shown = line.parts.slice(top, top + room).map((part): Row => {
    const share = total === 0 ? 0 : part.tokens / Math.max(total, line.window ?? 0);
    return [
      span(` ${padTo(part.name, names)} `),
      span(`${count(part.tokens).padStart(9)} `, 'strong'),
      span(`${bytes(part.bytes).padStart(8)} `, 'dim'),
      ...bar(share, PART_BAR, 'accent'),
      span(part.detail ? `  ${part.detail}` : '', 'dim'),
    ];
  });
  const hidden = line.parts.length - shown.length;
  return [
    [
      span(' The next request carries', 'accent'),
      span(`  tokens, ${line.calibrated ? 'by the server’s count so far' : 'estimated'}`, 'dim'),
    ],
    BLANK,
    ...shown,
    hidden > 0 ? row(` … ${hidden} more · ↑↓`, 'dim') : BLANK,
    totalRow(total, line.window, line.room),
    [span(' Any key', 'key'), span(' goes back', 'dim')],
  ].map((cells) => fitRow(cells, columns));
}

function totalRow(total: number, window: number | null, room: number): Row {
  if (window === null) return [span(` ${count(total)} tokens`, 'strong'), span(' · the window is not known', 'dim')];
  const used = total / window;
  return [
    span(' '),
    ...bar(used, WHOLE_BAR, used < 0.6 ? 'good' : used < 0.85 ? 'warn' : 'bad'),
    span(` ${count(total)} of ${count(window)} tokens`, 'strong'),
    span(` · ${count(room)} kept for the reply`, 'dim'),
  ];
}

function bar(share: number, cells: number, tone: Tone): Row {
  const filled = share <= 0 ? 0 : Math.min(cells, Math.max(1, Math.round(share * cells)));
  return [span('▰'.repeat(filled), tone), span('▱'.repeat(cells - filled), 'dim')];
}
