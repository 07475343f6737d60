import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from '../../../packages/tui/src/screen/layout.ts';
import { rowWidth } from '../../../packages/tui/src/text/row.ts';
import { Driver, event, output, STATUS } from '../state/helpers.ts';

const approval = {
  type: 'approval' as const,
  id: 'a',
  command: 'make',
  line: 'make '.repeat(200),
  pattern: 'make',
  directory: '/home/me/漢字/project',
  level: 'moderate' as const,
  reasons: ['writes'],
};

/** Every kind of screen that there is, at a size. */
const SCREENS: Record<string, (driver: Driver) => void> = {
  'an empty transcript': () => {},
  'a long transcript, scrolled up': (driver) => {
    for (let n = 0; n < 60; n++) driver.line({ type: 'output', text: `line ${n} 漢字 `.repeat(6) });
    driver.press('pageup');
  },
  'a turn that runs, messages that wait': (driver) => {
    driver.type('one\r').type('two 漢字 '.repeat(20)).press('enter');
    driver.line({ type: 'activity', doing: 'running something long '.repeat(9), asking: false, turnSeconds: 1 });
  },
  'a long draft': (driver) => void driver.type(`\x1b[200~${'漢字 text\n'.repeat(40)}\x1b[201~`),
  candidates: (driver) => {
    driver.press('tab');
    driver.line({
      type: 'completions',
      id: '1',
      from: 0,
      candidates: Array.from({ length: 30 }, (_, n) => `candidate-${n}`),
    });
  },
  'a question': (driver) => void driver.line(approval),
  'a choice': (driver) => {
    const options = Array.from({ length: 40 }, (_, n) => ({
      value: `${n}`,
      label: `option 漢字 ${n}`,
      detail: 'detail '.repeat(9),
    }));
    driver.line({ type: 'choice', id: 'c', title: 'Which? '.repeat(9), options, acceptsText: true });
  },
  'the help': (driver) => void driver.press('f1'),
  'the expanded view': (driver) => {
    driver.line(
      event('tool.result', { tool: 'x' }, { text: 'cat '.repeat(50), output: output('e', '漢字\ttext\n'.repeat(50)) }),
    );
    driver.type('\x0f');
  },
  'the expanded view, searched': (driver) => {
    driver.line(event('tool.result', { tool: 'x' }, { output: output('e', 'needle in hay\n'.repeat(50)) }));
    driver.type('\x0f/needle\r/');
  },
  'an engine that ended': (driver) =>
    void driver.event({ kind: 'ended', how: 'signal SIGKILL', words: 'word '.repeat(100) }),
};

describe.each(Object.entries(SCREENS))('the screen with %s', (_, prepare) => {
  it('has as many rows as the terminal and none wider, at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 130 }), fc.integer({ min: 1, max: 50 }), (columns, rows) => {
        const driver = new Driver({ columns: 80, rows: 24 });
        prepare(driver);
        driver.resize(columns, rows);
        const { main, below, cursor } = layOut(driver.state, driver.now);
        const all = [...main, ...below];
        expect(all).toHaveLength(rows);
        for (const cells of all) expect(rowWidth(cells)).toBeLessThanOrEqual(columns);
        if (cursor) {
          expect(cursor.x).toBeLessThan(columns);
          expect(cursor.y).toBeLessThan(rows);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the status line', () => {
  it.each<[number, string]>([
    [120, ' ollama:tiny · ▰▰▰▰▱▱▱▱ 50% of context · 4 KiB a result · ~/project · main +1 · F1 keys'],
    [70, ' ollama:tiny · ▰▰▰▰▱▱▱▱ 50% of context · ~/project · main +1'],
    [45, ' ollama:tiny · ▰▰▰▰▱▱▱▱ 50% of context'],
    [24, ' ollama:tiny'],
  ])('at %i columns keeps what matters most', (columns, expected) => {
    expect(new Driver({ columns, rows: 10 }).rows().at(-1)).toBe(expected);
  });

  it('says when commands run without asking, and when there is no model', () => {
    const driver = new Driver({ columns: 120, rows: 10 }).line({
      ...STATUS,
      approval: 'yes',
      model: null,
      contextUsed: null,
    });
    expect(driver.rows().at(-1)).toBe(
      ' no model · 4 KiB a result · ~/project · main +1 · runs without asking · F1 keys',
    );
  });
});
