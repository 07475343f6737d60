import { codeLines } from '../markdown/highlight.ts';
import { blocksOf } from '../markdown/load.ts';
import { markdownRows, PROSE_WIDTH, wrapSpans } from '../markdown/rows.ts';
import { plural } from '../text/format.ts';
import { BLANK, fitRow, type Row, row, rowWidth, type Span, sliceSpans, span, type Tone } from '../text/row.ts';
import { hardCuts } from '../text/wrap.ts';
import { type CallState, FOLD_LINES, type Fold, type Item } from './items.ts';

let kept = new WeakMap<Item, { width: number; rows: readonly Row[] }>();

/** Rows are made anew: a reader of Markdown or a highlighter was loaded since. */
export function forgetRows(): void {
  kept = new WeakMap();
}

/** Rows of an item at `width` cells, the blank row before it included; made once an item and width. */
export function itemRows(item: Item, width: number): readonly Row[] {
  const known = kept.get(item);
  if (known?.width === width) return known.rows;
  const rows = makeRows(item, width).map((cells) => fitRow(cells, width));
  kept.set(item, { width, rows });
  return rows;
}

function makeRows(item: Item, width: number): Row[] {
  switch (item.kind) {
    case 'user':
      return [BLANK, ...marked('› ', 'accent', item.text, 'strong', width)];
    case 'typed':
      return [BLANK, ...callRows(marked('$ ', 'accent', item.command, 'strong', width), item, width)];
    case 'call': {
      const { mark, tone } = MARKS[item.state];
      return [BLANK, ...callRows(marked(`${mark} `, tone, item.title, 'plain', width), item, width)];
    }
    case 'reply':
      return [
        ...(item.begins ? [BLANK] : []),
        ...(item.begins && item.code ? [row(`  ${item.code}`, 'dim')] : []),
        ...replyRows(item.text, item.code, width),
      ];
    case 'event':
      return marked('  · ', 'dim', item.text, 'dim', width);
    case 'thought':
      return [BLANK, row(`∴ ${item.text}`, 'dim')];
    case 'printed':
      return [...(item.begins ? [BLANK] : []), ...hard(item.text, 'plain', width)];
    case 'note':
      return [
        ...(item.level === 'info' ? [] : [BLANK]),
        ...marked(NOTES[item.level].mark, NOTES[item.level].tone, item.text, NOTES[item.level].tone, width),
      ];
    case 'turn':
      return [row(`  ${item.text}`, item.failed ? 'warn' : 'dim')];
    case 'banner':
      return item.lines.map((line, index) => row(line, index === 0 ? 'accent' : 'dim'));
  }
}

const MARKS: Readonly<Record<CallState, { mark: string; tone: Tone }>> = {
  running: { mark: '○', tone: 'warn' },
  ok: { mark: '●', tone: 'good' },
  failed: { mark: '✗', tone: 'bad' },
};

const NOTES = {
  info: { mark: '  ', tone: 'dim' },
  warn: { mark: '! ', tone: 'warn' },
  error: { mark: '✗ ', tone: 'bad' },
} as const;

function replyRows(text: string, code: string | null, width: number): Row[] {
  if (code !== null) {
    const room = Math.max(1, width - 2);
    return codeLines(text, code).flatMap((line) => hardSpans(line, room).map((cells) => [span('  '), ...cells]));
  }
  const blocks = blocksOf(text);
  if (blocks) return markdownRows(blocks, width);
  return text.split('\n').flatMap((line) => wrapSpans([span(line)], Math.min(width, PROSE_WIDTH)));
}

function hardSpans(spans: readonly Span[], width: number): Row[] {
  const text = spans.map((part) => part.text).join('');
  return hardCuts(text, width).map(({ start, end }) => sliceSpans(spans, start, end));
}

/** A text behind a mark, its later lines and rows under the first. */
function marked(mark: string, markTone: Tone, text: string, tone: Tone, width: number): Row[] {
  const lines = text.split('\n').flatMap((line) => wrapSpans([span(line, tone)], width - mark.length));
  return lines.map((cells, index) => [span(index === 0 ? mark : ' '.repeat(mark.length), markTone), ...cells]);
}

/** Most rows of a call's title; its whole stands in the expanded view. */
const TITLE_ROWS = 5;

/** A call: its title with how it ended, in the same row where there is room, and its folded output. */
function callRows(title: Row[], item: { state: CallState; outcome: string; fold?: Fold }, width: number): Row[] {
  const shown = title.length <= TITLE_ROWS ? title : [...title.slice(0, TITLE_ROWS - 1), row('  …', 'dim')];
  const outcome = span(item.outcome, item.state === 'failed' ? 'bad' : 'dim');
  const folded = item.fold ? foldRows(item.fold, width) : [];
  const last = shown.at(-1);
  if (item.outcome === '' || !last) return [...shown, ...folded];
  const joined = [...last, span(' · ', 'dim'), outcome];
  if (rowWidth(joined) <= width) return [...shown.slice(0, -1), joined, ...folded];
  return [...shown, ...folded, ...marked('  ', 'plain', item.outcome, outcome.tone, width)];
}

/**
 * The folded output: no more rows than lines may be shown, whatever their length. The last row says what is missing and
 * how to see it, and it says so whenever something is.
 */
function foldRows(fold: Fold, width: number): Row[] {
  const all = fold.lines.map((line) => hard(line, 'dim', width, '  '));
  const rows: Row[] = [];
  let whole = 0;
  for (const line of all) {
    if (rows.length + line.length > FOLD_LINES) break;
    rows.push(...line);
    whole += 1;
  }
  const first = all[whole];
  if (first) rows.push(...first.slice(0, FOLD_LINES - rows.length));
  const more = fold.more + fold.lines.length - whole;
  if (more > 0)
    rows.push([span(`  … ${plural(more, 'more line')} · `, 'dim'), span('Ctrl-O', 'key'), span(' to read all', 'dim')]);
  return rows;
}

function hard(text: string, tone: Tone, width: number, indent = ''): Row[] {
  return hardCuts(text, Math.max(1, width - indent.length)).map(({ start, end }) =>
    row(indent + text.slice(start, end), tone),
  );
}
