import { pageRows, rowOf, startsLine } from '../panel/page.ts';
import { gutter, outputId, type Panel, type Room } from '../panel/panel.ts';
import { matchesIn } from '../panel/seek.ts';
import { titleCuts } from '../panel/title.ts';
import { heldPage, placesFrom } from '../panel/window.ts';
import { bytes, count, plural } from '../text/format.ts';
import { BLANK, fitRow, type Row, row, type Span, span } from '../text/row.ts';

/** The expanded view: what it is, the command that printed it, the text, a footer that names the keys that work. */
export function panelRows(panel: Panel, room: Room, place: { index: number; total: number }): Row[] {
  const body = bodyRows(panel, room);
  while (body.length < room.height) body.push(BLANK);
  return [headerRow(panel, room), ...titleRows(panel, room), ...body, footerRow(panel, place)].map((cells) =>
    fitRow(cells, room.columns),
  );
}

function headerRow(panel: Panel, room: Room): Row {
  const { whole } = panel;
  if (!whole)
    return [span(` ${panel.pending ? `output ${outputId(panel)} · loading…` : withoutStore(panel)}`, 'accent')];
  const parts = [
    `output ${outputId(panel)}`,
    `line ${count(topLine(panel))} of ${count(whole.lines)}`,
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

function titleRows(panel: Panel, room: Room): Row[] {
  return titleCuts(panel.openable, room.columns).map(({ start, end }) =>
    row(` ${panel.openable.title.slice(start, end)}`, 'dim'),
  );
}

function bodyRows(panel: Panel, room: Room): Row[] {
  const cells = gutter(panel);
  return placesFrom(panel.window, panel.top, panel.width, room.height).map((place): Row => {
    const page = heldPage(panel.window, place.page);
    if (!page) return BLANK;
    const rows = pageRows(page, panel.width);
    const number = startsLine(page, rows, place.row) ? String(rows.lines[place.row] ?? '') : '';
    const text = marked(rowOf(page, rows, place.row), panel);
    return cells === 0 ? text : [span(`${number.padStart(cells - 2)}  `, 'dim'), ...text];
  });
}

/** A row of text with what is searched for in it set off. */
function marked(text: string, panel: Panel): Row {
  const needle = panel.search?.text ?? '';
  const found = needle === '' ? [] : matchesIn(text, needle);
  if (found.length === 0) return row(text);
  const spans: Span[] = [];
  let at = 0;
  for (const start of found) {
    if (start > at) spans.push(span(text.slice(at, start)));
    spans.push(span(text.slice(start, start + needle.length), 'selected'));
    at = start + needle.length;
  }
  if (at < text.length) spans.push(span(text.slice(at)));
  return spans;
}

function footerRow(panel: Panel, place: { index: number; total: number }): Row {
  if (panel.prompt) {
    const what = panel.prompt.kind === 'line' ? 'line' : 'search';
    return [span(` ${what}: `, 'key'), span(panel.prompt.text), span('█', 'dim')];
  }
  if (panel.problem) return [span(` ${panel.problem}`, 'warn'), span(' · '), span('q', 'key'), span(' back', 'dim')];
  if (panel.pending && panel.pending.purpose.kind === 'search') {
    return [
      span(` searching, page ${panel.pending.page} of ${panel.window.total} · `, 'warn'),
      span('Esc', 'key'),
      span(' stops', 'dim'),
    ];
  }
  const keys: [string, string][] = [
    ['q', 'back'],
    ['↑↓ PgUp PgDn', 'scroll'],
    ['g G', 'ends'],
  ];
  if (panel.whole) keys.push(['/', 'search'], [':', 'line']);
  keys.push(['l', 'numbers']);
  if (place.total > 1) keys.push(['[ ]', `others (${place.index + 1} of ${place.total})`]);
  return keys.flatMap(([key, what]) => [span(` ${key}`, 'key'), span(` ${what} `, 'dim')]);
}

function topLine(panel: Panel): number {
  const page = heldPage(panel.window, panel.top.page);
  return page ? (pageRows(page, panel.width).lines[panel.top.row] ?? 1) : 1;
}

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
