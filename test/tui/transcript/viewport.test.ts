import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarkdown } from '../../../packages/tui/src/markdown/load.ts';
import { rowText, rowWidth } from '../../../packages/tui/src/text/row.ts';
import type { Item } from '../../../packages/tui/src/transcript/items.ts';
import { append, at, EMPTY_LOG, type Log, replace } from '../../../packages/tui/src/transcript/log.ts';
import { itemRows } from '../../../packages/tui/src/transcript/rows.ts';
import {
  lastVisible,
  type Scroll,
  scrollHome,
  scrollRows,
  visibleRows,
} from '../../../packages/tui/src/transcript/viewport.ts';

function logOf<T>(items: readonly T[]): Log<T> {
  return items.reduce<Log<T>>((log, item) => append(log, item), EMPTY_LOG);
}

function line(text: string): Item {
  return { kind: 'printed', text, begins: false };
}

const numbered = (count: number) => logOf(Array.from({ length: count }, (_, n) => line(`line ${n}`)));

describe('the log', () => {
  it('keeps items in order, shares its chunks, and never changes an earlier version', () => {
    const first = logOf(Array.from({ length: 1_000 }, (_, n) => n));
    const second = append(first, 1_000);
    expect(Array.from({ length: second.end }, (_, n) => at(second, n))).toEqual(
      Array.from({ length: 1_001 }, (_, n) => n),
    );
    expect(first.end).toBe(1_000);
    expect(second.chunks[0]).toBe(first.chunks[0]);
    const changed = replace(second, 300, -1);
    expect([at(changed, 300), at(second, 300)]).toEqual([-1, 300]);
    expect(replace(second, 5_000, 0)).toBe(second);
  });

  it('forgets the oldest items once it holds 102,400, and counts on', () => {
    let log: Log<number> = EMPTY_LOG;
    for (let n = 0; n < 103_000; n++) log = append(log, n);
    expect(log.end).toBe(103_000);
    expect(log.end - log.first).toBeLessThanOrEqual(102_400);
    expect(at(log, log.first)).toBe(log.first);
    expect(at(log, 0)).toBeUndefined();
  });
});

describe('the rows in view', () => {
  it('are the last ones while the view follows, and stay where they are once it does not', () => {
    const log = numbered(100);
    expect(visibleRows(log, null, 80, 3).map(rowText)).toEqual(['line 97', 'line 98', 'line 99']);
    const scroll = scrollRows(log, null, 80, 3, -10);
    const before = visibleRows(log, scroll, 80, 3).map(rowText);
    expect(before).toEqual(['line 87', 'line 88', 'line 89']);
    const more = append(append(log, line('new')), line('newer'));
    expect(visibleRows(more, scroll, 80, 3).map(rowText)).toEqual(before);
  });

  it('scroll by rows within wrapped items, to the first row and back to following', () => {
    const log = logOf([line('abcdef'), line('ghijkl')]);
    const up = scrollRows(log, null, 2, 3, -2);
    expect(visibleRows(log, up, 2, 3).map(rowText)).toEqual(['cd', 'ef', 'gh']);
    const home = scrollHome(log, 2, 3);
    expect(visibleRows(log, home, 2, 3).map(rowText)).toEqual(['ab', 'cd', 'ef']);
    expect(scrollRows(log, home, 2, 3, 100)).toBeNull();
    expect(scrollRows(log, home, 2, 3, -1)).toEqual(home);
    expect(scrollHome(log, 2, 10)).toBeNull();
  });

  it('agree with the whole list of rows, wherever the view is moved', () => {
    const texts = fc.array(
      fc.string({ maxLength: 30 }).map((text) => line(text.replaceAll(/[^ -~]/g, '.'))),
      { maxLength: 30 },
    );
    const moves = fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 10 });
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 8 }),
        moves,
        (items, width, height, by) => {
          const log = logOf(items);
          const all = items.flatMap((item) => itemRows(item, width).map(rowText));
          const last = Math.max(0, all.length - height);
          let top = last;
          let scroll: Scroll = null;
          for (const move of by) {
            top = Math.min(last, Math.max(0, top + move));
            scroll = scrollRows(log, scroll, width, height, move);
            expect(visibleRows(log, scroll, width, height).map(rowText)).toEqual(all.slice(top, top + height));
            expect(scroll === null).toBe(top === last);
          }
        },
      ),
    );
  });

  it('cost the same in a transcript of 50,000 rows as in one of 50', () => {
    const log = numbered(50_000);
    let scroll = scrollRows(log, null, 80, 40, -1);
    visibleRows(log, scroll, 80, 40);
    const start = performance.now();
    for (let n = 0; n < 100; n++) {
      scroll = scrollRows(log, scroll, 80, 40, -39);
      visibleRows(log, scroll, 80, 40);
    }
    expect((performance.now() - start) / 100).toBeLessThan(5);
  });

  it('tell the last item that is in view', () => {
    const log = numbered(10);
    expect(lastVisible(log, null, 80, 3)).toBe(9);
    expect(lastVisible(log, { item: 2, row: 0 }, 80, 3)).toBe(4);
  });

  it('survive an anchor at another width or of an item that is gone', () => {
    const log = logOf([line('abcdefgh'), line('x')]);
    expect(visibleRows(log, { item: 0, row: 3 }, 80, 2).map(rowText)).toEqual(['abcdefgh', 'x']);
    expect(visibleRows({ ...log, first: 0 }, { item: -5, row: 2 }, 80, 1).map(rowText)).toEqual(['abcdefgh']);
  });
});

beforeAll(loadMarkdown);

describe('an item’s rows', () => {
  const rows = (item: Item, width = 40) => itemRows(item, width).map(rowText);

  it('are made once a width', () => {
    const item = line('text');
    expect(itemRows(item, 40)).toBe(itemRows(item, 40));
    expect(itemRows(item, 20)).not.toBe(itemRows(item, 40));
  });

  it.each<[string, Item, string[]]>([
    [
      'the person’s message',
      { kind: 'user', text: 'one two three four\nfive' },
      ['', '› one two three', '  four', '  five'],
    ],
    ['a call that runs', { kind: 'call', title: 'ls', state: 'running', outcome: '' }, ['', '○ ls']],
    ['a call that went well', { kind: 'call', title: 'ls', state: 'ok', outcome: '0.2s' }, ['', '● ls · 0.2s']],
    [
      'a call whose outcome has no room beside it',
      { kind: 'call', title: 'a long command', state: 'failed', outcome: 'exit 1' },
      ['', '✗ a long command', '  exit 1'],
    ],
    [
      'folded output',
      { kind: 'typed', command: 'ls', state: 'ok', outcome: '', fold: { lines: ['a', 'b'], more: 1, openable: 'x' } },
      ['', '$ ls', '  a', '  b', '  … 1 more line · '],
    ],
    ['a heading', { kind: 'reply', text: '## Why', code: null, begins: true }, ['', 'Why']],
    [
      'a list item',
      { kind: 'reply', text: '- one two three four', code: null, begins: false },
      ['• one two three', '  four'],
    ],
    ['bold and code', { kind: 'reply', text: 'a **b** `c` **d', code: null, begins: false }, ['a b `c` **d']],
    ['code', { kind: 'reply', text: '  x = **1**', code: '', begins: false }, ['    x = **1**']],
    ['an event', { kind: 'event', text: 'asked the person' }, ['  · asked the', '    person']],
    ['a warning', { kind: 'note', level: 'warn', text: 'careful' }, ['', '! careful']],
  ])('show %s', (_, item, expected) => {
    expect(rows(item, 18)).toEqual(expected);
  });

  it('of folded output are never more than 20 and the line that says what is missing, however long its lines', () => {
    const fold = { lines: ['x'.repeat(2_000), 'second'], more: 5, openable: 'x' };
    const all = rows({ kind: 'call', title: 'cat', state: 'ok', outcome: '', fold });
    expect(all).toHaveLength(2 + 20 + 1);
    expect(all.at(-1)).toBe('  … 7 more lines · Ctrl-O to read all');
  });

  it('are never wider than the screen, whatever it is', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll(/\p{C}/gu, ''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 8, max: 60 }), (text, width) => {
        const fold = { lines: [text], more: 3, openable: 'x' };
        const items: Item[] = [
          { kind: 'user', text },
          { kind: 'reply', text, code: null, begins: true },
          { kind: 'reply', text: `- ${text}`, code: null, begins: true },
          { kind: 'call', title: text, state: 'ok', outcome: text, fold },
          { kind: 'note', level: 'error', text },
        ];
        for (const item of items) {
          for (const cells of itemRows(item, width)) expect(rowWidth(cells)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});
