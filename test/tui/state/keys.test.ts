import { describe, expect, it } from 'vitest';
import { layOut } from '../../../packages/tui/src/screen/layout.ts';
import { Driver, event, type LineOf, output, STATUS } from './helpers.ts';

const start = { type: 'turn', phase: 'start', turn: 1 } as const;
const approval: LineOf<'approval'> = {
  type: 'approval',
  id: 'a1',
  command: 'rm -rf build',
  line: 'cd x && rm -rf build',
  pattern: 'rm',
  directory: '/home/me/project',
  level: 'moderate',
  reasons: ['deletes files'],
};

describe('the draft', () => {
  it('is sent with Enter and remembered', () => {
    const driver = new Driver().type('hello\r');
    expect(driver.sent()).toEqual([{ type: 'message', text: 'hello' }]);
    expect(driver.transcript()).toEqual(['› hello']);
    driver.line(STATUS).press('up');
    expect(driver.state.editor.text).toBe('hello');
    driver.press('down');
    expect(driver.state.editor.text).toBe('');
  });

  it('takes a paste of several lines without sending it', () => {
    const driver = new Driver().type('\x1b[200~one\rtwo\r\x1b[201~');
    expect(driver.sent()).toEqual([]);
    expect(driver.state.editor.text).toBe('one\ntwo\n');
    expect(driver.rows().slice(-4, -1)).toEqual(['› one', '  two', '']);
  });

  it('grows to a third of the screen and then scrolls within', () => {
    const driver = new Driver().type(`${'line\n'.repeat(30)}last`);
    expect(driver.rows().slice(-6, -1)).toEqual(['⋮ line', '  line', '  line', '  line', '  last']);
  });

  it('shows another prompt for a command of the person', () => {
    expect(new Driver().type('!ls').rows().at(-2)).toBe('! ls');
  });

  it('waits while a turn runs, and goes when the engine wants input', () => {
    const driver = new Driver().type('first\r').line(start).type('second\r').type('third\r');
    expect(driver.sent()).toEqual([{ type: 'message', text: 'first' }]);
    expect(driver.screen()).toContain('then: second and 1 more');
    driver.line(STATUS);
    expect(driver.sent()).toEqual([{ type: 'message', text: 'second' }]);
    driver.line(STATUS);
    expect(driver.sent()).toEqual([{ type: 'message', text: 'third' }]);
  });

  it('gets back what waited when the turn is stopped, and with Up', () => {
    const driver = new Driver().type('first\r').line(start).type('second\r').press('escape');
    expect(driver.sent()).toEqual([{ type: 'message', text: 'first' }, { type: 'interrupt' }]);
    expect(driver.state.editor.text).toBe('second');
    driver.type('\x15').type('third\r').press('up');
    expect(driver.state.editor.text).toBe('third');
    expect(driver.state.queued).toEqual([]);
  });

  it('is too long only beyond what a line of the protocol holds', () => {
    const driver = new Driver().type('x'.repeat(200_000)).press('enter');
    expect(driver.sent()).toEqual([]);
    expect(driver.screen()).toContain('Too long for a message');
    expect(driver.state.editor.text).toHaveLength(200_000);
  });
});

describe('a long paste', () => {
  const long = Array.from({ length: 30 }, (_, n) => `line $& ${n}`).join('\n');
  const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;

  it('stands folded in the draft and is sent whole', () => {
    const driver = new Driver().type(`see ${paste(long)} and ${paste(long.toUpperCase())}!`);
    expect(driver.state.editor.text).toBe('see ⟦paste·1·30·lines⟧ and ⟦paste·2·30·lines⟧!');
    driver.sent();
    expect(driver.press('enter').sent()).toEqual([{ type: 'message', text: `see ${long} and ${long.toUpperCase()}!` }]);
  });

  it('is one thing to the keys: passed in one step, taken away whole, never entered', () => {
    const driver = new Driver().type(`a${paste(long)}b`);
    driver.press('left').press('left');
    expect(driver.state.editor.cursor).toBe(1);
    driver.press('right');
    expect(driver.state.editor.cursor).toBe(driver.state.editor.text.length - 1);
    driver.press('backspace');
    expect(driver.state.editor).toMatchObject({ text: 'ab', cursor: 1, folds: [] });
    driver.type(paste(long)).press('w', { ctrl: true });
    expect(driver.state.editor).toMatchObject({ text: 'b', folds: [] });
    driver.type(paste(long)).press('a', { ctrl: true }).press('delete');
    expect(driver.state.editor.text).toBe('b');
  });

  it('comes back folded from the lines sent before', () => {
    const driver = new Driver().type(paste(long)).press('enter').press('up');
    expect(driver.state.editor.text).toBe('⟦paste·1·30·lines⟧');
    driver.sent();
    driver.line({ ...STATUS });
    expect(driver.press('enter').sent()).toEqual([{ type: 'message', text: long }]);
  });
});

describe('looking for a line sent before', () => {
  const driver = () =>
    new Driver().event({ kind: 'earlier', lines: ['npm test', 'why does Npm fail?', 'explain the log'] }).type('draft');

  it('finds the newest that holds what is typed, and older ones with Ctrl-R', () => {
    const looking = driver().press('r', { ctrl: true }).type('npm');
    expect(looking.state.editor.text).toBe('why does Npm fail?');
    expect(looking.screen()).toContain('sent before: npm█');
    expect(looking.press('r', { ctrl: true }).state.editor.text).toBe('npm test');
    expect(looking.press('r', { ctrl: true }).screen()).toContain('nothing like it');
    looking.press('enter');
    expect(looking.state).toMatchObject({ lookup: null, editor: { text: 'npm test' } });
    expect(looking.sent().filter((line) => line.type === 'message')).toEqual([]);
  });

  it.each(['escape', 'ctrl+g', 'ctrl+c'])('gives the draft back with %s', (name) => {
    const looking = driver().press('r', { ctrl: true }).type('log');
    expect(looking.state.editor.text).toBe('explain the log');
    looking.press(name.replace('ctrl+', ''), { ctrl: name.startsWith('ctrl+') });
    expect(looking.state).toMatchObject({ lookup: null, editor: { text: 'draft' } });
  });

  it('ends with a key of the draft, which then does what it does', () => {
    const looking = driver().press('r', { ctrl: true }).type('log').press('a', { ctrl: true });
    expect(looking.state).toMatchObject({ lookup: null, editor: { text: 'explain the log', cursor: 0 } });
  });
});

describe('completion', () => {
  const candidates = (id: string, list: string[]) => ({ type: 'completions', id, from: 0, candidates: list }) as const;

  it('asks with Tab, takes a single answer at once and drops a late one', () => {
    const driver = new Driver().type('re').press('tab');
    expect(driver.sent()).toEqual([{ type: 'complete', id: '1', text: 're', cursor: 2 }]);
    driver.line(candidates('1', ['readme']));
    expect(driver.state.editor.text).toBe('readme');
    driver
      .press('tab')
      .type('x')
      .line(candidates('2', ['other']));
    expect(driver.state.editor.text).toBe('readmex');
  });

  it('completes what all candidates share, lists them, and goes round with Tab', () => {
    const driver = new Driver()
      .type('r')
      .press('tab')
      .line(candidates('1', ['read', 'ready', 'reach']));
    expect(driver.state.editor.text).toBe('rea');
    expect(driver.rows().slice(-5, -1)).toEqual(['› rea', '  read', '  ready', '  reach']);
    driver.press('tab').press('tab');
    expect(driver.state.editor.text).toBe('ready');
    expect(driver.screen()).toContain('› ready\n');
    driver.press('tab', { shift: true });
    expect(driver.state.editor.text).toBe('read');
    driver.press('escape');
    expect(driver.state.completion).toBeNull();
  });

  it('lists commands while one is typed, and sends what is typed all the same', () => {
    const driver = new Driver().type('/');
    expect(driver.sent()).toEqual([{ type: 'complete', id: '1', text: '/', cursor: 1 }]);
    driver.line(candidates('1', ['/help', '/model']));
    expect(driver.state.editor.text).toBe('/');
    driver.type('help').press('enter');
    expect(driver.sent().at(-1)).toEqual({ type: 'message', text: '/help' });
    expect(driver.state.completion).toBeNull();
  });
});

describe('Ctrl-C', () => {
  it('stops what runs, else clears the draft, else leaves when it comes twice', () => {
    const driver = new Driver().type('go\r').line(start).type('draft');
    const ctrlC = () => driver.wait(200).press('c', { ctrl: true });
    ctrlC();
    expect(driver.sent().at(-1)).toEqual({ type: 'interrupt' });
    driver.line(STATUS);
    expect(driver.state.editor.text).toBe('draft');
    ctrlC();
    expect(driver.state.editor.text).toBe('');
    ctrlC();
    expect(driver.effects).toEqual([]);
    ctrlC();
    expect(driver.effects).toEqual([{ kind: 'leave', code: 0 }]);
  });

  it('counts presses that arrive together as one, and forgets the first after two seconds', () => {
    const driver = new Driver().press('c', { ctrl: true }).press('c', { ctrl: true });
    expect(driver.effects).toEqual([]);
    driver.wait(2_100).press('c', { ctrl: true });
    expect(driver.effects).toEqual([]);
  });

  it('refuses a question at once, and puts a cleared draft where Ctrl-Y finds it', () => {
    const driver = new Driver().line(approval).press('c', { ctrl: true });
    expect(driver.sent()).toEqual([{ type: 'answer', id: 'a1', decision: 'no' }]);
    driver.wait(200).type('draft').press('c', { ctrl: true }).press('y', { ctrl: true });
    expect(driver.state.editor.text).toBe('draft');
  });
});

describe('leaving, suspending, drawing anew', () => {
  it('happen with Ctrl-D on an empty draft, Ctrl-Z and Ctrl-L', () => {
    const driver = new Driver().type('x').type('\x04').type('\x7f').type('\x04').type('\x1a').type('\x0c');
    expect(driver.effects).toEqual([{ kind: 'leave', code: 0 }, { kind: 'suspend' }, { kind: 'repaint' }]);
  });
});

describe('a question', () => {
  it('takes no key before it has been quiet for half a second', () => {
    const driver = new Driver().line(approval).wait(400).type('y').wait(400).type('y');
    expect(driver.sent()).toEqual([]);
    driver.wait(500).type('y');
    expect(driver.sent()).toEqual([{ type: 'answer', id: 'a1', decision: 'once' }]);
    expect(driver.state.dialogs).toEqual([]);
  });

  it.each([
    ['y', 'once'],
    ['s', 'session'],
    ['p', 'project'],
    ['a', 'always'],
    ['n', 'no'],
    ['\x1b', 'no'],
    ['Y', 'once'],
  ])('is answered with %j: %s', (bytes, decision) => {
    const driver = new Driver().line(approval).wait(600).type(bytes);
    expect(driver.sent()).toEqual([{ type: 'answer', id: 'a1', decision }]);
  });

  it('is never remembered beyond the session for what is dangerous', () => {
    const driver = new Driver()
      .line({ ...approval, level: 'dangerous' })
      .wait(600)
      .type('p')
      .type('a')
      .type('x');
    expect(driver.sent()).toEqual([]);
    expect(driver.screen()).not.toContain('always');
    expect(driver.screen()).toContain('DANGEROUS');
  });

  it('shows the whole command, what is hidden in it, and why it is asked', () => {
    const line = `${'echo long '.repeat(8)}\u202e\nrm x`;
    const driver = new Driver().line({ ...approval, line });
    expect(driver.rows().slice(-7)).toEqual([
      '? Run this command?  moderate',
      '  echo long echo long echo long echo long echo long echo lon',
      '  g echo long echo long <U+202E>',
      '  rm x',
      '  in ~/project · because of rm -rf build · deletes files',
      ' y yes  s this session  p this project  a always  n no  · r…',
      expect.stringContaining('ollama:tiny'),
    ]);
  });

  it('scrolls a command that is longer than the screen', () => {
    const line = Array.from({ length: 40 }, (_, n) => `step ${n}`).join('\n');
    const driver = new Driver().line({ ...approval, line }).wait(600);
    expect(driver.screen()).toContain('rows 1–9 of 40, ↑↓');
    for (let n = 0; n < 60; n++) driver.press('down');
    expect(driver.screen()).toContain('step 39');
    expect(driver.sent()).toEqual([]);
  });

  it('waits its turn behind another, and goes when it is withdrawn', () => {
    const driver = new Driver()
      .line(approval, { ...approval, id: 'a2', line: 'make' })
      .wait(600)
      .type('n');
    expect(driver.screen()).toContain('  make');
    driver.type('y');
    expect(driver.sent()).toEqual([{ type: 'answer', id: 'a1', decision: 'no' }]);
    driver.line({ type: 'withdrawn', id: 'a2' });
    expect(driver.state.dialogs).toEqual([]);
  });
});

describe('a choice', () => {
  const options = ['small', 'middle', 'large'].map((value) => ({ value, label: `${value} model` }));
  const choice: LineOf<'choice'> = {
    type: 'choice',
    id: 'm',
    title: 'Which?',
    options,
    current: 'middle',
    acceptsText: false,
  };

  it('begins at what holds now, moves with the arrows and is taken with Enter', () => {
    const driver = new Driver().line(choice).press('down').press('enter');
    expect(driver.sent()).toEqual([{ type: 'choose', id: 'm', value: 'large' }]);
  });

  it('is filtered by what is typed, and left as it is with Esc', () => {
    const driver = new Driver().line(choice).type('sma');
    expect(driver.screen()).toContain('› small model');
    expect(driver.screen()).not.toContain('large');
    driver.press('escape');
    expect(driver.sent()).toEqual([{ type: 'choose', id: 'm', value: null }]);
  });

  it('takes a text of its own where it may', () => {
    const driver = new Driver()
      .line({ ...choice, acceptsText: true })
      .type('ollama:x')
      .press('enter');
    expect(driver.sent()).toEqual([{ type: 'choose', id: 'm', value: 'ollama:x' }]);
    expect(new Driver().line(choice).type('nothing').press('enter').sent()).toEqual([]);
  });
});

describe('the wheel', () => {
  it('scrolls the transcript and never walks through the lines sent before', () => {
    const driver = new Driver().type('hello\r').line(STATUS);
    for (let n = 0; n < 40; n++) driver.line({ type: 'output', text: `line ${n}` });
    driver.type('\x1b[A\x1b[A\x1b[A');
    expect(driver.state.editor.text).toBe('');
    expect(driver.transcript().at(-1)).toBe('line 36');
    driver.type('\x1b[B\x1b[B\x1b[B');
    expect(driver.state.scroll).toBeNull();
  });
});

describe('outputs', () => {
  const stored = { id: '3f9a', bytes: 100_000, lines: 2_000, cut: false };
  const result = (id: string, text: string, kept?: typeof stored) =>
    event('tool.result', { tool: 'run_command' }, { call: null, text: `ran ${id}`, output: output(id, text, kept) });

  it('open with Ctrl-O, the last in view, and close to the same place', () => {
    const driver = new Driver().line(result('e1', 'first\n'));
    for (let n = 0; n < 30; n++) driver.line({ type: 'output', text: `line ${n}` });
    driver.line(result('e2', 'second\n'));
    driver.type('\x0f');
    expect(driver.state.panel?.openable.id).toBe('e2');
    driver.type('q').gesture({ kind: 'wheel', rows: -30 });
    const before = driver.screen();
    driver.type('\x0f');
    expect(driver.rows().slice(0, 3)).toEqual([' 1 line, all of it', ' ran e1', ' 1 first']);
    driver.type('\x0f');
    expect(driver.screen()).toBe(before);
  });

  it('are asked for page by page, once each, and say which of them is open', () => {
    const driver = new Driver().line(result('e1', 'a\n', stored), result('e2', 'b\n'));
    driver.type('/show e1\r');
    expect(driver.sent()).toEqual([{ type: 'output', id: '3f9a', page: 1 }]);
    expect(driver.rows()[0]).toBe(' output 3f9a · loading…');
    driver.press('right');
    expect(driver.state.panel?.openable.id).toBe('e2');
    driver.press('left');
    expect(driver.sent()).toEqual([{ type: 'output', id: '3f9a', page: 1 }]);
  });

  it('say why there is nothing more, and show what the tool returned', () => {
    const driver = new Driver().line(result('e1', 'what it returned\n', stored)).type('\x0f');
    driver.line({
      type: 'view',
      kind: 'output',
      id: '3f9a',
      page: 1,
      error: 'It was swept after 30 days.',
      reason: 'swept',
    });
    expect(driver.screen()).toContain(' 1 what it returned');
    expect(driver.rows().at(-1)).toBe(' It was swept after 30 days. · q back');
  });

  it('of an id that the person names are asked for, whatever it is', () => {
    const driver = new Driver().type('/show feedbeef\r');
    expect(driver.sent()).toEqual([{ type: 'output', id: 'feedbeef', page: 1 }]);
    driver.line({
      type: 'view',
      kind: 'output',
      id: 'feedbeef',
      page: 1,
      error: 'No such output.',
      reason: 'no such output',
    });
    expect(driver.rows().at(-1)).toContain('No such output.');
  });

  it('do not open again by an answer that comes after the view was closed', () => {
    const page = {
      type: 'view',
      kind: 'output',
      page: 1,
      pages: 1,
      text: 'x\n',
      firstLine: 1,
      lines: 1,
      start: 0,
      end: 2,
    } as const;
    const whole = { id: '3f9a', totalBytes: 2, totalLines: 1, cut: false, exact: true, last: true };
    const driver = new Driver()
      .line(result('e1', 'a\n', stored))
      .type('\x0fq')
      .line({ ...page, ...whole });
    expect(driver.state.panel).toBeNull();
    driver.line({ ...page, ...whole });
    expect(driver.screen()).toContain('output 3f9a · line 1 of 1 · 100% · 2 B');
  });

  it('are said not to be there when nothing has printed', () => {
    expect(new Driver().type('\x0f').rows().at(-1)).toBe(' Nothing has printed anything yet.');
    expect(new Driver().type('/last\r').rows().at(-1)).toBe(' Nothing has printed anything yet.');
  });
});

describe('the help', () => {
  it('opens with F1, or ? on an empty draft, and closes with any key', () => {
    const driver = new Driver({ columns: 60, rows: 24 }).type('?');
    expect(driver.rows()[0]).toBe(' Keys');
    driver.type('x');
    expect(driver.state.help).toBe(false);
    expect(driver.state.editor.text).toBe('');
    expect(driver.type('why?').state.help).toBe(false);
    expect(driver.press('f1').state.help).toBe(true);
  });
});

describe('what the next request carries', () => {
  const CONTEXT: Omit<LineOf<'context'>, 'id'> = {
    type: 'context',
    window: 8_192,
    room: 1_024,
    calibrated: true,
    parts: [
      { name: 'system prompt', bytes: 2_000, tokens: 500 },
      { name: 'turn 1', detail: 'why does it \x1b[31mfail?', bytes: 8_000, tokens: 2_000 },
    ],
  };

  it('is asked for with Ctrl-T, also while a turn runs, and any key goes back', () => {
    const driver = new Driver({ columns: 100, rows: 16 }).line({ type: 'turn', phase: 'start', turn: 1 });
    expect(driver.press('t', { ctrl: true }).sent()).toEqual([{ type: 'context', id: 't1' }]);
    expect(driver.screen()).toContain('asking what the next request carries');
    driver.line({ ...CONTEXT, id: 't1' });
    expect(driver.rows().filter((row) => row !== '')).toEqual([
      ' The next request carries  tokens, by the server’s count so far',
      ' system prompt       500    2 KiB ▰▱▱▱▱▱▱▱▱▱▱▱',
      ' turn 1            2,000  7.8 KiB ▰▰▰▱▱▱▱▱▱▱▱▱  why does it fail?',
      ' ▰▰▰▰▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱ 2,500 of 8,192 tokens · 1,024 kept for the reply',
      ' Any key goes back',
    ]);
    expect(driver.press('escape').screen()).not.toContain('The next request carries');
    driver.line({ ...CONTEXT, id: 't1' });
    expect(driver.state.carried).toBeNull();
  });
});

describe('choosing an output', () => {
  const driver = () => {
    const three = new Driver({ columns: 60, rows: 24 });
    for (const id of ['a', 'b', 'c'])
      three.line(
        event('tool.call', { tool: 'ls' }, { call: id, text: `ls ${id}` }),
        event('tool.result', { tool: 'ls' }, { call: id, output: output(id, `out ${id}\n`) }),
      );
    return three;
  };
  const chosenTitle = (one: Driver) =>
    layOut(one.state, 0)
      .main.find((cells) => cells.some((part) => part.tone === 'selected'))
      ?.map((part) => part.text)
      .join('');

  it('begins with Tab on an empty draft, at the last, and goes up and down', () => {
    const one = driver().press('tab');
    expect(chosenTitle(one)).toBe('● ls c');
    expect(chosenTitle(one.press('up'))).toBe('● ls b');
    expect(chosenTitle(one.press('tab').press('tab'))).toBe('● ls a');
    expect(chosenTitle(one.press('down'))).toBe('● ls b');
    expect(chosenTitle(one.press('escape'))).toBeUndefined();
  });

  it('opens the chosen one with Enter', () => {
    const one = driver().press('tab').press('up').press('enter');
    expect(one.state.panel?.openable.id).toBe('b');
    expect(one.state.chosen).toBeNull();
  });

  it('ends with any other key, which then does what it does', () => {
    const one = driver().press('tab').type('x');
    expect(one.state).toMatchObject({ chosen: null, editor: { text: 'x' } });
  });

  it('scrolls to what is out of view', () => {
    const one = driver();
    for (let n = 0; n < 60; n++) one.line({ type: 'output', text: `line ${n}` });
    one.press('tab');
    expect(chosenTitle(one)).toBe('● ls c');
  });
});
