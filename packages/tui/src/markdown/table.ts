import type { Tokens } from 'marked';
import { BLANK, type Row, row, rowWidth, type Span, span } from '../text/row.ts';
import { textWidth } from '../text/width.ts';
import { wrapSpans } from './rows.ts';
import { inlineSpans } from './spans.ts';

/** Columns and rows that are laid out; a larger table is data, and stands as it was written. */
const MOST_COLUMNS = 24;
const MOST_ROWS = 200;

/** Least cells of a column that has to be narrowed. */
const NARROWEST = 3;

/** A table within `width` cells: columns as wide as their cells, the widest narrowed first, cells wrapped. */
export function tableRows(table: Tokens.Table, width: number): Row[] {
  if (table.header.length > MOST_COLUMNS || table.rows.length > MOST_ROWS) {
    return table.raw
      .trimEnd()
      .split('\n')
      .map((line) => row(line));
  }
  const heading = table.header.map((cell) => inlineSpans(cell.tokens, { tone: 'strong', look: null }));
  const body = table.rows.map((cells) => cells.map((cell) => inlineSpans(cell.tokens)));
  const widths = columnWidths([heading, ...body], width);
  const rule = row(widths.map((cells) => '─'.repeat(cells)).join('─┼─'), 'dim');
  const lay = (cells: readonly Span[][]) => lineRows(cells, widths, table.align);
  return [...lay(heading), rule, ...body.flatMap(lay)];
}

/** Widths of the columns, so that they and the rules between fit. */
function columnWidths(rows: readonly Span[][][], width: number): number[] {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(1, ...rows.map((cells) => textWidth((cells[column] ?? []).map((part) => part.text).join('')))),
  );
  const room = Math.max(columns * NARROWEST, width - 3 * Math.max(0, columns - 1));
  for (;;) {
    const over = widths.reduce((sum, cells) => sum + cells, 0) - room;
    const widest = Math.max(...widths);
    if (over <= 0 || widest <= NARROWEST) return widths;
    const next = Math.max(NARROWEST, ...widths.filter((cells) => cells < widest));
    const tall = widths.filter((cells) => cells === widest).length;
    const cut = Math.max(next, widest - Math.ceil(over / tall));
    for (const [index, cells] of widths.entries())
      if (cells === widest) widths[index] = cut === widest ? widest - 1 : cut;
  }
}

function lineRows(cells: readonly Span[][], widths: readonly number[], align: Tokens.Table['align']): Row[] {
  const wrapped = widths.map((width, column) => wrapSpans(cells[column] ?? [], width));
  const height = Math.max(1, ...wrapped.map((rows) => rows.length));
  return Array.from(
    { length: height },
    (_, line): Row =>
      widths.flatMap((width, column) => {
        const content = wrapped[column]?.[line] ?? BLANK;
        const gap = Math.max(0, width - rowWidth(content));
        const left = align[column] === 'right' ? gap : align[column] === 'center' ? Math.floor(gap / 2) : 0;
        const rule = column === 0 ? [] : [span(' │ ', 'dim')];
        return [...rule, span(' '.repeat(left)), ...content, span(' '.repeat(gap - left))];
      }),
  );
}
