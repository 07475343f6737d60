import type { Panel } from '../panel/panel.ts';
import type { SideRoom } from '../panel/side.ts';
import { count } from '../text/format.ts';
import { BLANK, fitRow, type Row, row, type Span, span } from '../text/row.ts';
import { truncate } from '../text/width.ts';

/** The summary: its heading and the points around the selected one, each a row. As many rows as the room has. */
export function sideRows(panel: Panel, room: SideRoom): Row[] {
  const rows = [headingRow(panel, room.columns), ...pointRows(panel, room)];
  while (rows.length < room.height) rows.push(BLANK);
  return rows.slice(0, room.height).map((cells) => fitRow(cells, room.columns));
}

function headingRow({ points, side }: Panel, columns: number): Row {
  const all = points ? ` · ${count(points.length)}` : '';
  const keys: Span[] = side?.inHand
    ? [span(' Enter', 'key'), span(' goes there', 'dim')]
    : [span(' Tab', 'key'), span(' closes', 'dim')];
  return fitRow([span(` Summary${all} `, 'accent'), ...keys], columns);
}

function pointRows({ points, side, question, mark }: Panel, room: SideRoom): Row[] {
  if (!points) return [row(question ? ' reading the whole output…' : ' nothing was read', 'dim')];
  if (points.length === 0) return [row(' Nothing in it stands out.', 'dim')];
  const shown = Math.max(1, room.height - 1);
  const selected = side?.selected ?? 0;
  const first = Math.max(0, Math.min(selected - Math.floor(shown / 2), points.length - shown));
  const digits = String(points.at(-1)?.line ?? 1).length;
  return points.slice(first, first + shown).map((point, index): Row => {
    const text = ` L${String(point.line).padEnd(digits)} ${truncate(point.text, Math.max(1, room.columns - digits - 4))} `;
    if (first + index === selected && side?.inHand) return [span(text, 'selected')];
    return [span(text, point.failure ? 'bad' : point.line === mark ? 'accent' : 'plain')];
  });
}
