import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageArrived } from '../../../packages/tui/src/panel/answers.ts';
import { panelEnd, panelHome, scrollPanel } from '../../../packages/tui/src/panel/moves.ts';
import { type HeldPage, holdPage, type PageRows, pageRows, rowRange } from '../../../packages/tui/src/panel/page.ts';
import { askForEdge, fitWidth, isAwaited, openPanel, type Panel } from '../../../packages/tui/src/panel/panel.ts';
import { seekLine } from '../../../packages/tui/src/panel/seek.ts';
import { heldPage, MAX_PAGES, placesFrom } from '../../../packages/tui/src/panel/window.ts';
import { numberedLines, StoredOutput } from '../stored-output.ts';

function rowOf(page: HeldPage, rows: PageRows, index: number): string {
  const { start, end } = rowRange(rows, index);
  return page.text.slice(start, end);
}

const ROOM = { columns: 80, height: 20 };

/** Opens an output and answers every page that the panel asks for, as the engine would. */
class Reader {
  readonly output: StoredOutput;
  asked: number[] = [];
  panel: Panel;

  constructor(output: StoredOutput, room = ROOM) {
    this.output = output;
    const stored = { id: output.id, bytes: output.bytes.length, lines: output.lines, cut: false };
    this.panel = openPanel({ id: 'e1', title: 'cat', text: '', complete: false, stored }, room);
    this.settle(room);
  }

  do(step: (panel: Panel) => Panel, room = ROOM): this {
    this.panel = step(this.panel);
    this.settle(room);
    return this;
  }

  settle(room = ROOM): void {
    for (let rounds = 0; this.panel.pending; rounds++) {
      if (rounds > 600) throw new Error('the panel never stops asking');
      const { page } = this.panel.pending;
      this.asked.push(page);
      this.panel = askForEdge(pageArrived(this.panel, this.output.page(page), room), room);
      expect(this.panel.window.pages.length).toBeLessThanOrEqual(MAX_PAGES);
    }
  }

  view(): string[] {
    return viewOf(this.panel);
  }
}

/** Where the text in view begins, in its page. */
function offsetOfTop(panel: Panel): number {
  const page = heldPage(panel.window, panel.top.page);
  return page ? (pageRows(page, panel.width).starts[panel.top.row] ?? -1) : -1;
}

/** The text of the rows in view. */
function viewOf(panel: Panel): string[] {
  return placesFrom(panel.window, panel.top, panel.width, ROOM.height).map((place) => {
    const page = heldPage(panel.window, place.page);
    return page ? rowOf(page, pageRows(page, panel.width), place.row).trim() : '';
  });
}

const big = new StoredOutput('3f9a', numberedLines(40_000));
const name = (line: string | undefined) => line?.replace(/ ?\.+$/, '');

describe('the expanded view', () => {
  it('opens at the first line and asks for the next page before it is needed', () => {
    const reader = new Reader(big, { columns: 80, height: 900 });
    expect(name(reader.view()[0])).toBe('line 1');
    expect(reader.asked).toEqual([1, 2]);
  });

  it('reads an output from end to end and back, four pages at most, every line once and in order', () => {
    const reader = new Reader(big);
    const seen: string[] = [];
    for (let screens = 0; screens < 3_000; screens++) {
      const view = reader.view();
      const fresh = view.filter((line) => !seen.includes(line, Math.max(0, seen.length - 25)));
      seen.push(...fresh);
      const { top } = reader.panel;
      reader.do((panel) => scrollPanel(panel, 19, ROOM));
      if (reader.panel.top === top || JSON.stringify(reader.panel.top) === JSON.stringify(top)) break;
    }
    expect(seen.map(name)).toEqual(Array.from({ length: 40_000 }, (_, n) => `line ${n + 1}`));
    expect(new Set(reader.asked).size).toBe(reader.asked.length);
    while (reader.panel.top.page > 1 || reader.panel.top.row > 0) reader.do((panel) => scrollPanel(panel, -400, ROOM));
    expect(name(reader.view()[0])).toBe('line 1');
  });

  it('keeps the rows in view where they are while pages come and go', () => {
    const reader = new Reader(big);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3_000, max: 3_000 }), { maxLength: 8 }), (moves) => {
        for (const by of moves) {
          const moved = { ...scrollPanel(reader.panel, by, ROOM), owed: 0 };
          const view = viewOf(moved);
          reader.do(() => moved);
          expect(reader.view().slice(0, view.length)).toEqual(view);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('scrolls on by what a page was missing for once that page is there', () => {
    const reader = new Reader(big).do((panel) => panelEnd(panel, ROOM));
    const before = new Reader(big).do((panel) => seekLine(panel, 1, ROOM));
    const last = before.panel.window.pages.at(-1);
    before.do((panel) => ({ ...panel, top: { page: last?.number ?? 1, row: 1_600 } }));
    const lines = () => viewOf(before.panel).map(name);
    const [first] = lines();
    const number = Number(first?.split(' ')[1]);
    for (let n = 0; n < 5; n++) before.panel = scrollPanel(before.panel, 19, ROOM);
    before.settle();
    expect(Number(lines()[0]?.split(' ')[1])).toBeGreaterThanOrEqual(number + 19);
    expect(reader.panel.owed).toBe(0);
  });

  it('goes to the end and to the beginning by asking for those pages alone', () => {
    const reader = new Reader(big).do((panel) => panelEnd(panel, ROOM));
    expect(name(reader.view().at(-1))).toBe('line 40000');
    expect(reader.view()).toHaveLength(20);
    reader.do((panel) => panelHome(panel, ROOM));
    expect(name(reader.view()[0])).toBe('line 1');
    expect(reader.asked.length).toBeLessThan(8);
  });

  it('stands at the end with a full screen when the last page is short', () => {
    const bytes = Buffer.concat([numberedLines(1_639), Buffer.from('the last line\n')]);
    const reader = new Reader(new StoredOutput('x', bytes)).do((panel) => panelEnd(panel, ROOM));
    expect(reader.view().at(-1)).toBe('the last line');
    expect(reader.view()).toHaveLength(20);
  });

  it('drops an answer that it no longer waits for', () => {
    const reader = new Reader(big);
    const waiting = panelEnd(reader.panel, ROOM);
    expect(isAwaited(waiting, big.page(3))).toBe(false);
    expect(isAwaited(waiting, big.page(big.pages))).toBe(true);
    expect(isAwaited(waiting, { ...big.page(big.pages), id: 'another' })).toBe(false);
    expect(isAwaited(reader.panel, big.page(1))).toBe(false);
  });

  it('finds a line by halving', () => {
    const reader = new Reader(
      new StoredOutput('y', Buffer.concat([Buffer.from('\n'.repeat(300_000)), numberedLines(20_000)])),
    );
    reader.do((panel) => seekLine(panel, 310_000, ROOM));
    expect(reader.view().map(name)).toContain('line 10000');
    expect(reader.asked.length).toBeLessThan(12);
    reader.do((panel) => seekLine(panel, 1, ROOM));
    expect(reader.panel.top).toEqual({ page: 1, row: 0 });
    reader.do((panel) => seekLine(panel, 999_999_999, ROOM));
    expect(name(reader.view().at(-1))).toBe('line 20000');
  });

  it('pages inside one line that is longer than all pages that it holds', () => {
    const reader = new Reader(new StoredOutput('z', Buffer.from(`start${'0123456789'.repeat(60_000)}end\nafter\n`)));
    expect(reader.view()[0]?.startsWith('start0123')).toBe(true);
    reader.do((panel) => panelEnd(panel, ROOM));
    expect(reader.view().at(-1)).toBe('after');
    expect(reader.view().at(-2)?.endsWith('end')).toBe(true);
    for (let n = 0; n < 600 && reader.panel.top.page > 1; n++) reader.do((panel) => scrollPanel(panel, -19, ROOM));
    reader.do((panel) => panelHome(panel, ROOM));
    expect(reader.view()[0]?.startsWith('start0123')).toBe(true);
  });

  it('ends at the last page of an output in which nothing can be seen', () => {
    const reader = new Reader(new StoredOutput('n', Buffer.alloc(600_000)));
    for (let n = 0; n < 20; n++) reader.do((panel) => scrollPanel(panel, 1, ROOM));
    expect(reader.panel.window.pages.at(-1)?.number).toBe(reader.output.pages);
  });

  it('shows the same text at another width', () => {
    const reader = new Reader(new StoredOutput('w', Buffer.from(`${'0123456789'.repeat(5_000)}\nend\n`)));
    reader.do((panel) => scrollPanel(panel, 40, ROOM));
    const first = offsetOfTop(reader.panel);
    for (const columns of [30, 200, 80]) {
      const room = { columns, height: 20 };
      reader.do((panel) => askForEdge(fitWidth(panel, room), room), room);
      expect(reader.panel.width).toBe(columns - 3);
      expect(Math.abs(offsetOfTop(reader.panel) - first)).toBeLessThan(200);
    }
  });

  it('shows what the event carried when nothing is stored', () => {
    const panel = openPanel({ id: 'e', title: 'echo', text: 'one\n\x1b[31mtwo\n', complete: true }, ROOM);
    expect(panel.pending).toBeNull();
    expect(panel.window.pages.map((page) => page.text)).toEqual(['one\ntwo']);
  });
});

describe('a page’s rows', () => {
  it('are its lines, each wrapped, and give its text back', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '漢', 'é', '👍', '\t', '\x1b'), maxLength: 40 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.integer({ min: 2, max: 20 }), (lines, width) => {
        const output = new StoredOutput('p', Buffer.from(`${lines.join('\n')}\n`));
        const page = holdPage(output.page(1));
        const rows = pageRows(page, width);
        const byLine = new Map<number, string>();
        for (let row = 0; row < rows.count; row++) {
          const number = rows.lines[row] ?? 0;
          byLine.set(number, (byLine.get(number) ?? '') + rowOf(page, rows, row));
        }
        expect([...byLine.keys()]).toEqual(page.text.split('\n').map((_, n) => n + 1));
        expect([...byLine.values()].join('\n')).toBe(page.text);
      }),
    );
  });

  it('of 65,536 empty lines take kilobytes, not objects', () => {
    const page = holdPage(new StoredOutput('e', Buffer.from('\n'.repeat(65_536))).page(1));
    const rows = pageRows(page, 80);
    expect(rows.count).toBe(65_536);
    expect(rows.starts.byteLength + rows.lines.byteLength).toBeLessThan(600_000);
    expect(pageRows(page, 80)).toBe(rows);
  });

  it('know whether the page begins inside a line', () => {
    const output = new StoredOutput('i', Buffer.from(`${'x'.repeat(200_000)}\nlast\n`));
    expect([1, 2, 3].map((n) => holdPage(output.page(n)).inside)).toEqual([false, true, true]);
    expect(holdPage(big.page(2)).inside).toBe(false);
  });
});
