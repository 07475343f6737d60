import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMarkdown } from '../../../packages/tui/src/markdown/load.ts';
import { nextTick } from '../../../packages/tui/src/state/reduce.ts';
import { Driver, event, type LineOf, output, STATUS } from './helpers.ts';

const turnEnd = { type: 'turn', phase: 'end', turn: 1, seconds: 2, outcome: 'ok' } as const;
const activity = {
  type: 'activity',
  doing: 'running npm test',
  asking: false,
  turnSeconds: 3,
  thinking: false,
} as const;

beforeAll(loadMarkdown);

describe('lines of the engine', () => {
  it('make a turn: what was asked, calls with their output, the reply, and how it went', () => {
    const driver = new Driver({ columns: 60, rows: 24 });
    driver
      .type('why?\r')
      .line(
        { type: 'turn', phase: 'start', turn: 1 },
        { type: 'delta', text: 'I ' },
        { type: 'delta', text: 'look.\n' },
        event('prompt', { text: 'why?' }, { text: 'why?' }),
        event(
          'tool.call',
          { tool: 'run_command', arguments: 'npm test' },
          { call: 'c1', text: 'run_command npm test' },
        ),
        activity,
      );
    expect(driver.transcript()).toEqual(['› why?', 'I look.', '○ run_command npm test']);
    expect(driver.screen()).toContain('○ running npm test 3s · Esc stops');
    driver.line(
      event('command.outcome', { exitStatus: 1 }, { call: 'c1' }),
      event(
        'tool.result',
        { tool: 'run_command', seconds: 1.25 },
        { call: 'c1', output: output('e1', 'exit status: 1\nstdout:\nFAIL a\n') },
      ),
      event('audit.other', {}, { text: 'a thing happened' }),
      { type: 'delta', text: 'It fails.' },
      event('response', { text: 'It fails.' }, { text: 'It fails.' }),
      { ...turnEnd, inputTokens: 1_000, outputTokens: 20, ran: 'ran: run_command (1 failed)' },
      STATUS,
    );
    expect(driver.transcript()).toEqual([
      '› why?',
      'I look.',
      '✗ run_command npm test · 1.3s',
      '  FAIL a',
      '  · a thing happened',
      'It fails.',
      '  2s · 1,000 → 20 tokens · ran: run_command (1 failed)',
    ]);
    expect(driver.screen()).not.toContain('Esc stops');
  });

  it('show a streamed reply the same, whatever its fragments are', () => {
    const reply = '# Title\n\nSome **bold** text.\n\n```js\nconst x = 1;\n\n  y();\n```\nThe end.';
    const whole = new Driver({ columns: 60, rows: 30 }).line({ type: 'delta', text: reply }, turnEnd).transcript();
    expect(whole).toEqual(['Title', 'Some bold text.', '  js', '  const x = 1;', '    y();', 'The end.', '  2s']);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const driver = new Driver({ columns: 60, rows: 30 });
        for (let at = 0, n = 0; at < reply.length; n++) {
          const size = sizes[n % sizes.length] ?? 1;
          driver.line({ type: 'delta', text: reply.slice(at, at + size) });
          at += size;
        }
        expect(driver.line(turnEnd).transcript()).toEqual(whole);
      }),
    );
  });

  it('take back what turned out to be no part of the reply', () => {
    const driver = new Driver().line({ type: 'delta', text: 'One.' }, event('other', {}, { text: 'a thing' }));
    driver.line(
      { type: 'delta', text: 'run_command {"comm\nand"' },
      { type: 'delta', text: 'Two.', restart: true },
      turnEnd,
    );
    expect(driver.transcript()).toEqual(['One.', '  · a thing', 'Two.', '  2s']);
  });

  it('keep sequences out that are split over fragments', () => {
    const driver = new Driver();
    for (const text of ['a\x1b', '[2', 'Jb\x1b]0;ti', 'tle\x07c\r\n']) driver.line({ type: 'delta', text });
    expect(driver.transcript()).toEqual(['abc']);
  });

  it('break a reply line that never ends, so that a fragment never costs the whole reply', () => {
    const driver = new Driver();
    for (let n = 0; n < 3_000; n++) driver.line({ type: 'delta', text: 'word ' });
    expect(driver.state.streaming.tail.length).toBeLessThanOrEqual(4_096);
    expect(driver.state.transcript.end).toBeGreaterThan(3);
  });

  it('count what comes while the view is scrolled up, and do not move it', () => {
    const driver = new Driver();
    for (let n = 0; n < 40; n++) driver.line({ type: 'output', text: `line ${n}` });
    driver.press('pageup');
    const before = driver.transcript();
    for (let n = 0; n < 3; n++) driver.line({ type: 'note', text: `new ${n}`, level: 'info' });
    expect(driver.transcript()).toEqual(before);
    expect(driver.rows()[13]).toMatch(/^─+ ↓ 3 new below · End ─$/);
    driver.press('end');
    expect(driver.transcript().at(-1)).toBe('  new 2');
    expect(driver.rows()[13]).toBe('─'.repeat(60));
  });

  it('of a typed command complete the line that the person typed', () => {
    const driver = new Driver().type('!ls -la\r');
    expect(driver.transcript()).toEqual(['$ ls -la']);
    const details = { command: 'ls -la', seconds: 0.05, exitStatus: 2 };
    driver.line(event('command.typed', details, { output: output('e1', 'exit status: 2\nno such file\n') }), STATUS);
    expect(driver.transcript()).toEqual(['$ ls -la · exit 2', '  no such file']);
  });

  it('show results whose call was never heard of', () => {
    const driver = new Driver();
    driver.line(event('tool.result', { tool: 'read_file', seconds: 0 }, { call: 'x', output: output('e', 'text\n') }));
    driver.line(event('command.typed', { command: 'pwd' }, { output: output('f', '/\n') }));
    expect(driver.transcript()).toEqual(['● read_file', '  text', '$ pwd', '  /']);
  });

  it('are all made safe to draw', () => {
    const evil = 'x\x1b]0;owned\x07\x9b2Jy';
    const driver = new Driver({ columns: 100, rows: 30 }).line(
      { type: 'hello', protocol: 1, engine: evil, session: evil, home: evil },
      { ...STATUS, model: evil, directory: evil, branch: evil },
      { type: 'note', text: evil, level: 'warn' },
      { type: 'output', text: evil },
      event('tool.call', { tool: evil, arguments: evil }, { call: 'c' }),
      event('tool.result', { tool: evil }, { call: 'c', text: evil, output: output('e', evil) }),
      event('other', {}, { text: evil }),
      { ...activity, doing: evil },
      { ...turnEnd, ran: evil },
      {
        type: 'choice',
        id: '1',
        title: evil,
        options: [{ value: evil, label: evil, detail: evil }],
        acceptsText: false,
      },
    );
    expect(driver.screen()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]|owned/);
    expect(driver.screen()).toContain('xy');
  });

  it('say when the engine ended, keep the transcript, and stop everything that ran', () => {
    const driver = new Driver().line({ type: 'turn', phase: 'start', turn: 1 }, activity, {
      type: 'delta',
      text: 'half',
    });
    driver.event({ kind: 'ended', how: 'signal SIGSEGV', words: 'segmentation\x1b[2J fault\n' });
    expect(driver.transcript()).toEqual([
      'half',
      '✗ The engine ended: signal SIGSEGV.',
      '  Its last words:',
      '  segmentation fault',
    ]);
    expect(driver.rows().at(-1)).toBe(' the engine has ended · Enter starts it again  Ctrl-D leaves');
  });

  it('start the engine again with Enter, with the conversation as it was saved and the draft as it is', () => {
    const driver = new Driver().line({ ...STATUS, name: 'tides' }).type('draft');
    driver.event({ kind: 'ended', how: 'exit status 3', words: '' }).press('enter');
    expect(driver.effects.at(-1)).toEqual({ kind: 'restart', name: 'tides' });
    expect(driver.screen()).toContain('The engine is started again, with the conversation tides.');
    expect(driver.state.editor.text).toBe('draft');
    driver.line({ type: 'hello', protocol: 1, engine: '1', session: 'def', home: '/h' }, STATUS).press('enter');
    expect(driver.sent().at(-1)).toEqual({ type: 'message', text: 'draft' });
  });

  it('show how far a long work has come, and what a command has printed so far', () => {
    const driver = new Driver({ columns: 100, rows: 16 });
    const work: LineOf<'activity'> = { type: 'activity', doing: 'condensing', asking: false, turnSeconds: 65 };
    driver.line({ ...work, progress: { done: 7, total: 48, unit: 'chunks' } });
    expect(driver.screen()).toContain('condensing 1m 05s · 7 of 48 chunks · Esc stops');
    driver.line({ ...work, doing: 'make', bytes: 3_355_443 });
    expect(driver.screen()).toContain('make 1m 05s · 3.2 MiB · Esc stops');
  });

  it('show the tokens of the conversation where there is room', () => {
    const driver = new Driver({ columns: 140, rows: 16 }).line({ ...STATUS, inputTokens: 12_345, outputTokens: 678 });
    expect(driver.rows().at(-1)).toContain('12,345 → 678 tokens');
  });

  it('fold outputs at as many lines as the person set', () => {
    const settings = {
      theme: 'auto',
      alternate: true,
      mouse: false,
      animation: false,
      shownOutputLines: 3,
      pager: null,
    } as const;
    const driver = new Driver().line({ type: 'hello', protocol: 1, engine: '1', session: 'abc', home: '/h', settings });
    driver.line(event('tool.result', { tool: 'run_command' }, { call: 'c', output: output('e1', 'a\nb\nc\nd\ne\n') }));
    expect(driver.screen()).toContain('  c\n  … 2 more lines · Ctrl-O to read all');
  });

  it('leave when the engine says so', () => {
    expect(new Driver().line({ type: 'exit', code: 3 }).effects).toEqual([{ kind: 'leave', code: 3 }]);
  });
});

describe('the clock', () => {
  it('does not tick while nothing moves', () => {
    const driver = new Driver();
    expect(nextTick(driver.state, driver.now)).toBeNull();
    driver.type('a draft').line({ type: 'note', text: 'x', level: 'info' });
    expect(nextTick(driver.state, driver.now)).toBeNull();
  });

  it('ticks at each second of what runs', () => {
    const driver = new Driver().line({ ...activity, turnSeconds: 3.4 });
    expect(nextTick(driver.state, driver.now)).toBe(driver.now + 600);
    driver.wait(600);
    expect(driver.screen()).toContain('running npm test 4s');
    expect(nextTick(driver.line(STATUS).state, driver.now)).toBeNull();
  });

  it('ends a hint', () => {
    const driver = new Driver().press('c', { ctrl: true });
    expect(driver.rows().at(-1)).toBe(' Ctrl-C again leaves');
    expect(nextTick(driver.state, driver.now)).toBe(driver.now + 2_000);
    driver.wait(2_000);
    expect(driver.rows().at(-1)).toContain('ollama:tiny');
  });
});
