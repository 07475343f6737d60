import type { Token, Tokens } from 'marked';
import { BLANK, fitRow, type Row, row, type Span, sliceSpans, span } from '../text/row.ts';
import { hardCuts, wordCuts } from '../text/wrap.ts';
import { inlineSpans } from './spans.ts';
import { tableRows } from './table.ts';

/** Prose reads badly in wider rows than this. */
export const PROSE_WIDTH = 100;

/** Lists and quotes within one another that are followed. */
const DEEPEST = 6;

/** Markdown blocks as rows of at most `width` cells, a blank row between blocks. */
export function markdownRows(tokens: readonly Token[], width: number, depth = 0): Row[] {
  const rows: Row[] = [];
  for (const token of tokens) {
    const block = blockRows(token, Math.max(4, width), depth);
    if (block.length === 0) continue;
    if (rows.length > 0) rows.push(BLANK);
    rows.push(...block);
  }
  return rows.map((cells) => fitRow(cells, width));
}

function blockRows(token: Token, width: number, depth: number): Row[] {
  const prose = Math.min(width, PROSE_WIDTH);
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'heading':
      return wrapSpans(
        inlineSpans(token.tokens, { tone: 'accent', look: token.depth === 1 ? { underline: true } : null }),
        prose,
      );
    case 'paragraph':
    case 'text':
      return wrapSpans(token.tokens ? inlineSpans(token.tokens) : [span(token.raw.replace(/\s+/g, ' '))], prose);
    case 'blockquote':
      return depth >= DEEPEST
        ? plain(token.raw, width)
        : markdownRows(token.tokens ?? [], width - 2, depth + 1).map((cells) => [span('│ ', 'dim'), ...cells]);
    case 'list':
      return isList(token) && depth < DEEPEST ? listRows(token, width, depth) : plain(token.raw, width);
    case 'code':
      return plain(token.text, width - 2).map((cells) => [
        span('  '),
        ...cells.map((one) => ({ ...one, tone: 'code' as const })),
      ]);
    case 'hr':
      return [row('─'.repeat(prose), 'dim')];
    case 'table':
      return isTable(token) ? tableRows(token, width) : plain(token.raw, width);
    default:
      return plain(token.raw, width);
  }
}

function listRows(list: Tokens.List, width: number, depth: number): Row[] {
  const first = typeof list.start === 'number' ? list.start : 1;
  const digits = String(first + list.items.length - 1).length;
  return list.items.flatMap((item, index) => {
    const number = list.ordered ? `${String(first + index).padStart(digits)}. ` : '• ';
    const mark = item.task ? (item.checked ? '☑ ' : '☐ ') : number;
    const rows = itemRows(item, width - mark.length, depth);
    return rows.map((cells, at): Row => [span(at === 0 ? mark : ' '.repeat(mark.length), 'dim'), ...cells]);
  });
}

/** A list's item: its blocks one under another; only what stood apart is set apart. */
function itemRows(item: Tokens.ListItem, width: number, depth: number): Row[] {
  const rows = item.loose
    ? markdownRows(item.tokens, width, depth + 1)
    : item.tokens.flatMap((token) => blockRows(token, Math.max(4, width), depth + 1));
  return rows.length === 0 ? [BLANK] : rows;
}

/** Spans wrapped at words, rows after the first `hang` cells in. */
export function wrapSpans(spans: readonly Span[], width: number, hang = 0): Row[] {
  const text = spans.map((part) => part.text).join('');
  const cuts = wordCuts(text, Math.max(1, width - hang));
  return cuts.map(({ start, end }, index) => [
    ...(index > 0 && hang > 0 ? [span(' '.repeat(hang))] : []),
    ...sliceSpans(spans, start, end),
  ]);
}

/** Text that is no prose: its lines as they are, cut where they are too long. */
function plain(text: string, width: number): Row[] {
  return text
    .replace(/\n+$/, '')
    .split('\n')
    .flatMap((line) => hardCuts(line, Math.max(1, width)).map(({ start, end }) => row(line.slice(start, end))));
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}
