import { pageRows } from '../panel/page.ts';
import { lineInView, outputId, type Panel, type Room } from '../panel/panel.ts';
import { sideRoom } from '../panel/side.ts';
import { titleCuts } from '../panel/title.ts';
import { heldPage, placesFrom } from '../panel/window.ts';
import { bytes, count, plural } from '../text/format.ts';
import { fitRow, type Row, row, rowWidth, span } from '../text/row.ts';
import { sideRows } from './panel-side.ts';
import { textRows } from './panel-text.ts';

/** The screen that the expanded view has: its size, the room of its text, the rows between title and footer. */
export interface PanelScreen {
  readonly columns: number;
  readonly room: Room;
  readonly height: number;
}

/** The expanded view: what it is, the command that printed it, the text and its summary, a footer that names the keys. */
export function panelRows(panel: Panel, screen: PanelScreen, place: { index: number; total: number }): Row[] {
  const { columns, room } = screen;
  return [
    headerRow(panel, room),
    ...titleRows(panel, columns),
    ...bodyRows(panel, screen),
    footerRow(panel, place),
  ].map((cells) => fitRow(cells, columns));
}

function bodyRows(panel: Panel, { columns, room, height }: PanelScreen): Row[] {
  const text = textRows(panel, room);
  if (!panel.side) return text;
  const side = sideRoom(columns, height);
  const rows = sideRows(panel, side);
  if (!side.beside) return [...text, ...rows];
  return text.map((cells, index): Row => {
    const gap = ' '.repeat(Math.max(0, room.columns - rowWidth(cells)));
    return [...cells, span(gap), span('│', 'dim'), ...(rows[index] ?? [])];
  });
}

function headerRow(panel: Panel, room: Room): Row {
  const { whole } = panel;
  if (!whole)
    return [span(` ${panel.pending ? `output ${outputId(panel)} · loading…` : withoutStore(panel)}`, 'accent')];
  const parts = [
    `output ${outputId(panel)}`,
    `line ${count(lineInView(panel))} of ${count(whole.lines)}`,
    `${percent(panel, room)}%`,
    `${bytes(whole.bytes)}${whole.cut ? ' (cut: its middle was not kept)' : ''}`,
    ...(whole.exact ? [] : ['not all of it is text']),
  ];
  return [span(` ${parts.join(' · ')}`, 'accent')];
}

/** What is said of a text that came with its event. */
function withoutStore(panel: Panel): string {
  const lines = plural(panel.window.pages[0]?.text.split('\n').length ?? 0, 'line');
  return panel.openable.complete ? `${lines}, all of it` : `${lines}; the rest was not kept`;
}

function titleRows(panel: Panel, columns: number): Row[] {
  return titleCuts(panel.openable, columns).map(({ start, end }) =>
    row(` ${panel.openable.title.slice(start, end)}`, 'dim'),
  );
}

const PROMPTS = { line: 'line', search: 'search', save: 'save to' } as const;

function footerRow(panel: Panel, place: { index: number; total: number }): Row {
  if (panel.prompt) {
    return [span(` ${PROMPTS[panel.prompt.kind]}: `, 'key'), span(panel.prompt.text), span('█', 'dim')];
  }
  if (panel.message) {
    const { text, warns } = panel.message;
    return [span(` ${text}`, warns ? 'warn' : 'good'), span(' · '), span('q', 'key'), span(' back', 'dim')];
  }
  if (panel.question?.kind === 'search') {
    return [span(' searching the whole output… ', 'warn'), span('Esc', 'key'), span(' stops', 'dim')];
  }
  const keys: [string, string][] = [
    ['q', 'back'],
    ['/', 'search'],
    ['e', 'failure'],
    ['Tab', 'summary'],
    ['w', panel.wrap ? 'cut lines' : 'wrap'],
    ['g G', 'ends'],
    [':', 'line'],
    ['s', 'save'],
    ['y', 'copy'],
    ['v', 'pager'],
    ['?', 'all keys'],
  ];
  if (place.total > 1) keys.splice(1, 0, ['← →', `output ${place.index + 1} of ${place.total}`]);
  const usable = panel.whole ? keys : keys.filter(([key]) => !WHOLE_ONLY.has(key));
  return usable.flatMap(([key, what]) => [span(` ${key}`, 'key'), span(` ${what} `, 'dim')]);
}

/** Keys that need a stored whole. */
const WHOLE_ONLY = new Set(['e', 'Tab', ':', 's', 'v']);

/** How far the last row in view is into the output, by bytes. */
function percent(panel: Panel, room: Room): number {
  const last = placesFrom(panel.window, panel.top, panel.width, room.height).at(-1);
  const page = last && heldPage(panel.window, last.page);
  const total = panel.whole?.bytes ?? 0;
  if (!last || !page || total === 0) return 100;
  const rows = pageRows(page, panel.width);
  const share = (last.row + 1) / rows.count;
  return Math.min(100, Math.floor(((page.start + share * (page.end - page.start)) / total) * 100));
}
