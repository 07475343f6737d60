import { describe, expect, it } from 'vitest';
import { Pty, startScreen, WISP_TUI } from './pty.ts';

const SIZES = [
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

const MARKDOWN = [
  'say # The cause',
  '',
  'It is **one** line in `src/a.ts`:',
  '',
  '```js',
  'const x = 1;',
  '```',
  '',
  '| file | line |',
  '| --- | ---: |',
  '| a.ts | 12 |',
  '',
  '- first',
  '- second',
].join('\n');

describe.each(SIZES)('the transcript at %i×%i', (columns, rows) => {
  it('shows a reply’s Markdown, its code in colours', async () => {
    using pty = await startScreen({ columns, rows });
    pty.type(`\x1b[200~${MARKDOWN}\x1b[201~\r`);
    await pty.until('tokens');
    await pty.until('• second');
    expect(pty.text()).toContain(
      'It is one line in `src/a.ts`:\n\n  js\n  const x = 1;\n\nfile │ line\n─────┼─────\na.ts │   12\n\n• first\n• second',
    );
    await pty.untilCells(() => colourAt(pty, 'const x') === 5);
  });
});

describe('an output in the transcript', () => {
  it('is chosen with Tab and opened with Enter', async () => {
    using pty = await startScreen();
    pty.say('run 30 + run 40');
    await pty.until('tokens');
    pty.type('\t');
    await pty.untilCells(() => isInverse(pty, '● run_command: seq 40'));
    pty.type('\x1b[A');
    await pty.untilCells(() => isInverse(pty, '● run_command: seq 30'));
    pty.type('\r');
    await pty.until('30 lines, all of it');
    expect(pty.rows()[1]).toBe(' run_command: seq 30');
  });
});

describe('colours', () => {
  it('are those for a light ground when the terminal says that it has one, or when it is asked for', async () => {
    using pty = await startScreen({ args: ['--theme', 'light'] });
    expect(colourAt(pty, '▰')).toBe(28);
    using asked = await startScreen({ env: { COLORFGBG: '0;15' } });
    expect(colourAt(asked, '▰')).toBe(28);
    using dark = await startScreen();
    expect(colourAt(dark, '▰')).toBe(2);
    dark.type('\x1b]11;rgb:ffff/ffff/ffff\x1b\\');
    await dark.untilCells(() => colourAt(dark, '▰') === 28);
    expect(dark.text()).not.toContain('rgb');
  });

  it.each([
    ['NO_COLOR', { env: { NO_COLOR: '1' } }],
    ['--theme none', { args: ['--theme', 'none'] }],
  ])('are none with %s', async (_, options) => {
    using pty = await startScreen(options);
    pty.say('fail');
    await pty.until('✗ run_command');
    expect(pty.raw).not.toMatch(/\x1b\[(?:[\d;]*;)?(?:3[0-8]|9[0-7])(?:;|m)/);
  });
});

describe('the engine that died', () => {
  it('is started again with Enter, and the conversation goes on', async () => {
    using pty = await startScreen();
    pty.say('say before');
    await pty.until('tokens');
    pty.say('die');
    await pty.until('Enter starts it again');
    pty.type('\r');
    await pty.until('The engine is started again');
    await pty.until('ollama:tiny-coder ·');
    pty.say('say after');
    await pty.until((screen) => screen.includes('after\n  1.4s') && screen.includes('before\n  1.4s'));
  });
});

describe('without a screen', () => {
  it.each([
    ['--plain', ['--plain'], {}],
    ['a dumb terminal', [], { TERM: 'dumb' }],
  ])('it is the engine’s plain chat with %s', async (_, args, env) => {
    using pty = new Pty({ args, env });
    await pty.until('plain chat of the fake engine');
    expect(await pty.exit).toBe(7);
    expect(pty.raw).not.toContain('\x1b[?1049h');
  });

  it('nor where its input is no terminal', async () => {
    using pty = new Pty({
      command: ['/bin/sh', '-c', `"$0" "$1" < /dev/null; echo "status $?"`, process.execPath, WISP_TUI],
    });
    await pty.until('status 7');
  });
});

function cellAt(pty: Pty, text: string) {
  const y = pty.rows().findLastIndex((row) => row.includes(text));
  return pty.terminal.buffer.active.getLine(y)?.getCell(Math.max(0, pty.rows()[y]?.indexOf(text) ?? 0));
}

/** Number of the palette colour of a text's first cell, -1 for the terminal's own. */
function colourAt(pty: Pty, text: string): number | undefined {
  const cell = cellAt(pty, text);
  return cell?.isFgDefault() ? -1 : cell?.getFgColor();
}

function isInverse(pty: Pty, text: string): boolean {
  return (cellAt(pty, text)?.isInverse() ?? 0) > 0;
}
