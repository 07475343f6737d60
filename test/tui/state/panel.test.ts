import { describe, expect, it } from 'vitest';
import { layOut } from '../../../packages/tui/src/screen/layout.ts';
import { rowText } from '../../../packages/tui/src/text/row.ts';
import { StoredOutput } from '../stored-output.ts';
import { Driver, event, output } from './helpers.ts';

const LOG = new StoredOutput(
  'beef0001',
  Buffer.from(
    `${Array.from({ length: 5_000 }, (_, n) => (n % 1_000 === 499 ? `error ${n + 1}: it broke` : `line ${n + 1} ${'.'.repeat(30)}`)).join('\n')}\n`,
  ),
);

/** A screen with an output open, its pages answered as the engine would. */
class PanelDriver extends Driver {
  readonly log: StoredOutput;

  constructor(log = LOG, size = { columns: 80, rows: 20 }) {
    super(size);
    this.log = log;
    const stored = { id: log.id, bytes: log.bytes.length, lines: log.lines, cut: false };
    this.line(event('tool.result', { tool: 'run_command' }, { call: 'c1', output: output('e1', 'line 1\n', stored) }));
    this.sent();
    this.press('o', { ctrl: true });
    this.answer();
  }

  /** Answers what was asked: pages of the output; the rest is given back. */
  answer() {
    const rest = [];
    for (let sent = this.sent(); sent.length > 0; sent = this.sent()) {
      for (const request of sent) {
        if (request.type === 'output') this.line(this.log.page(request.page));
        else rest.push(request);
      }
    }
    return rest;
  }

  keys(bytes: string) {
    this.type(bytes);
    return this.answer();
  }

  row(index: number): string {
    return this.rows()[index] ?? '';
  }
}

const POINTS = [
  { line: 500, text: 'error 500: it broke', failure: true },
  { line: 700, text: '20 warnings', failure: false },
  { line: 3_500, text: 'error 3500: it broke', failure: true },
];

describe('the keys of the expanded view', () => {
  it('search the whole output by asking the engine, and mark the line that it found', () => {
    const driver = new PanelDriver();
    const [asked] = driver.keys('/error\r');
    expect(asked).toEqual({
      type: 'search',
      id: 'p1',
      output: LOG.id,
      pattern: 'error',
      line: 0,
      direction: 'forward',
    });
    expect(driver.rows().at(-1)).toContain('searching the whole output');
    driver.line({ type: 'found', id: 'p1', output: LOG.id, line: 500 });
    driver.answer();
    expect(driver.screen()).toContain('▸500 error 500: it broke');
    const hit = layOut(driver.state, 0).main.find((cells) => rowText(cells).includes('▸500'));
    expect(hit?.filter((span) => span.tone === 'selected').map((span) => span.text)).toEqual(['error']);
    expect(driver.keys('n')).toMatchObject([{ line: 500, direction: 'forward' }]);
    expect(driver.keys('N')).toMatchObject([{ line: 500, direction: 'backward' }]);
    driver.line({ type: 'found', id: 'p3', output: LOG.id, line: null });
    expect(driver.rows().at(-1)).toContain('“error” is not found further above; n looks below');
  });

  it('drop an answer to a search that was given up', () => {
    const driver = new PanelDriver();
    driver.keys('/x\r');
    driver.press('escape').line({ type: 'found', id: 'p1', output: LOG.id, line: 4_000 });
    expect(driver.row(2)).toContain('line 1');
    expect(driver.screen()).not.toContain('4000');
  });

  it('say why the engine would not search', () => {
    const driver = new PanelDriver();
    driver.keys('/(a+)+$\r');
    driver.line({ type: 'found', id: 'p1', output: LOG.id, line: null, error: 'that pattern takes too long' });
    expect(driver.rows().at(-1)).toContain('that pattern takes too long');
  });

  it('go from one known failure to the next, asking for them once', () => {
    const driver = new PanelDriver();
    expect(driver.keys('e')).toEqual([{ type: 'points', id: 'p1', output: LOG.id }]);
    driver.line({ type: 'points', id: 'p1', output: LOG.id, points: POINTS });
    driver.answer();
    expect(driver.screen()).toContain('▸ 500 error 500'.replace('▸ ', '▸'));
    expect(driver.keys('e')).toEqual([]);
    expect(driver.screen()).toContain('▸3500 error 3500');
    driver.keys('e');
    expect(driver.rows().at(-1)).toContain('no known failure further below; E looks above');
    driver.keys('E');
    expect(driver.screen()).toContain('▸500 error 500');
  });

  it.each([
    ['beside the text', { columns: 120, rows: 20 }, 17],
    ['below it on a narrow screen', { columns: 80, rows: 20 }, 11],
  ])('show the summary %s, and Enter goes to the line of a point', (_, size, height) => {
    const driver = new PanelDriver(LOG, size);
    driver.keys('\t');
    driver.line({ type: 'points', id: 'p1', output: LOG.id, points: POINTS });
    expect(driver.screen()).toContain('Summary · 3  Enter goes there');
    expect(driver.screen()).toContain('L500  error 500: it broke');
    expect(
      driver.rows().filter((row) => / line \d+ \.|error \d+:/.test(row.slice(0, 20)) && /^ *\d/.test(row)),
    ).toHaveLength(height);
    driver.press('down').press('down').press('enter');
    driver.answer();
    expect(driver.screen()).toContain('▸3500 error 3500');
    driver.keys('\t\t');
    expect(driver.screen()).not.toContain('Summary');
  });

  it('cut long lines and scroll them sideways with w', () => {
    const log = new StoredOutput('feed', Buffer.from(`${'0123456789'.repeat(30)}\nshort\n漢字${'x'.repeat(200)}\n`));
    const driver = new PanelDriver(log, { columns: 40, rows: 10 });
    driver.keys('w');
    expect(driver.rows().slice(2, 5)).toEqual(
      ['1 01234567890123456789012345678901234567', '2 short', `3 漢字${'x'.repeat(34)}`].map((row) =>
        ` ${row}`.slice(0, row.includes('漢') ? 38 : 40),
      ),
    );
    driver.keys('>');
    expect(driver.row(2)).toContain('1 0123456789');
    expect(driver.row(3).trim()).toBe('2');
    driver.keys('<<w');
    expect(driver.row(3)).toContain('789012345678');
  });

  it('save the whole to a file that the person names', () => {
    const driver = new PanelDriver();
    driver.keys('s');
    expect(driver.rows().at(-1)).toContain('save to: beef0001.log');
    driver.press('u', { ctrl: true });
    expect(driver.keys('out.txt\r')).toEqual([{ type: 'keep', id: 'p1', output: LOG.id, path: 'out.txt' }]);
    driver.line({ type: 'kept', id: 'p1', output: LOG.id, path: '/home/me/out.txt' });
    expect(driver.rows().at(-1)).toContain('saved to /home/me/out.txt');
  });

  it('copy the rows in view, a wrapped line as one', () => {
    const log = new StoredOutput('feed', Buffer.from(`${'abc'.repeat(40)}\nsecond\n`));
    const driver = new PanelDriver(log, { columns: 40, rows: 10 });
    driver.type('y');
    expect(driver.effects).toEqual([{ kind: 'copy', text: `${'abc'.repeat(40)}\nsecond` }]);
  });

  it('keep the colours of the output, or drop them with c', () => {
    const log = new StoredOutput('feed', Buffer.from('\x1b[31merror\x1b[0m: \x1b]52;c;eA==\x07no\n'));
    const driver = new PanelDriver(log);
    const line = () =>
      layOut(driver.state, 0)
        .main[2]?.filter((span) => span.text !== '')
        .slice(1);
    expect(line()).toEqual([
      { text: 'error', tone: 'plain', look: { color: 'ansi256(1)' } },
      { text: ': no', tone: 'plain' },
    ]);
    driver.keys('c');
    expect(line()).toEqual([{ text: 'error: no', tone: 'plain' }]);
  });

  it('take a whole command that came in one read', () => {
    expect(new PanelDriver().keys('/err')).toEqual([]);
    const driver = new PanelDriver();
    driver.type('/error\rq');
    expect(driver.state.panel).toBeNull();
  });

  it('search what came with its event where nothing was kept', () => {
    const driver = new Driver({ columns: 80, rows: 20 });
    driver.line(
      event('tool.result', { tool: 'run_command' }, { call: 'c1', output: output('e1', 'one\ntwo\nthree\n') }),
    );
    driver.press('o', { ctrl: true }).type('/THREE\r');
    expect(driver.screen()).toContain('▸3 three');
    driver.type('e');
    expect(driver.rows().at(-1)).toContain('only a part of this output was kept');
  });
});
