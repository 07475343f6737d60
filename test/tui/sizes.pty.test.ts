import { describe, expect, it } from 'vitest';
import { type Pty, startScreen } from './pty.ts';

const SIZES = [
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

describe.each(SIZES)('at %i×%i', (columns, rows) => {
  it('the input takes several lines, completes, and folds a long paste', async () => {
    using pty = await startScreen({ columns, rows });
    pty.type('/h\t');
    await pty.until('› /help');
    pty.type('\x15one\x0atwo');
    await pty.until('› one\n  two');
    pty.type(`\x1b[200~${'a line\n'.repeat(200)}\x1b[201~`);
    await pty.until(/paste.1.201.lines/);
    expect(pty.rows()).toHaveLength(rows);
  });

  it('a question shows the command whole, its reasons and its scopes, and takes an answer once it has stood', async () => {
    using pty = await startScreen({ columns, rows });
    pty.say('approve make install');
    await pty.until('Run this command?');
    expect(pty.text()).toContain('make install');
    await pty.until(() => isBold(pty, ' y yes'));
    pty.type('n');
    await pty.until('The answer was no.');
  });

  it('the status line is the last row, and says the model, the context and what runs', async () => {
    using pty = await startScreen({ columns, rows });
    expect(pty.rows().at(-1)).toMatch(/^ ollama:tiny-coder · ▰▱▱▱▱▱▱▱ 12% of context/);
    pty.type('slow\r');
    await pty.until('running sleep 1000');
    pty.type('\x1b');
    await pty.until('interrupted');
    pty.type('\x14');
    await pty.until('2,500 of 32,768 tokens');
  });

  it('the screen outlives its engine, a resize in between, and leaves the shell clean', async () => {
    using pty = await startScreen({ columns, rows });
    pty.say('say before');
    await pty.until('tokens');
    pty.say('die');
    await pty.until('Enter starts it again');
    pty.resize(40, 12);
    await pty.until(() => pty.rows()[9] === '─'.repeat(40));
    pty.resize(columns, rows);
    pty.type('\r');
    await pty.until('The engine is started again');
    await pty.until('ollama:tiny-coder ·');
    pty.say('say after');
    await pty.until('after\n  1.4s');
    pty.type('\x04');
    expect(await pty.exit).toBe(0);
    expect(pty.terminal.buffer.active.type).toBe('normal');
    expect(pty.raw).not.toContain('\x1b[3J');
  });
});

function isBold(pty: Pty, text: string): boolean {
  const y = pty.rows().findIndex((row) => row.startsWith(text));
  const cell = pty.terminal.buffer.active.getLine(y)?.getCell(1);
  return (cell?.isBold() ?? 0) > 0;
}
