import { describe, expect, it } from 'vitest';
import { type Pty, startScreen } from './pty.ts';

describe('the screen in a terminal', () => {
  it('starts, shows what the engine says of itself, and stands at an empty draft', async () => {
    using pty = await startScreen();
    expect(pty.rows()[0]).toBe('wisp 0.1.0');
    expect(pty.rows().slice(-3)).toEqual([
      '─'.repeat(80),
      '› Ask, or ! to run a command yourself, / for what wisp can do',
      expect.stringMatching(/^ ollama:tiny-coder · ▰▱▱▱▱▱▱▱ 12% of context/),
    ]);
    const { cursorX, cursorY } = pty.terminal.buffer.active;
    expect([cursorX, cursorY]).toEqual([2, 22]);
  });

  it('streams a reply, and says how the turn went', async () => {
    using pty = await startScreen();
    pty.say('say **One** step, then `two`.');
    await pty.until('tokens');
    expect(pty.rows().slice(2, 8)).toEqual([
      '',
      '› say **One** step, then `two`.',
      '',
      'One step, then `two`.',
      '  1.4s · 1,204 → 96 tokens · ran: 0 calls',
      '',
    ]);
  });

  it('shows the first lines of an output, how many more there are, and the whole with Ctrl-O', async () => {
    using pty = await startScreen({ rows: 40 });
    pty.say('run 2270');
    await pty.until('tokens');
    expect(pty.text()).toContain('● run_command: seq 2270 · 0.2s\n  line 1 ');
    expect(pty.text()).toContain('  … 2,258 more lines · Ctrl-O to read all');
    const before = pty.text();
    pty.type('\x0f');
    await pty.until('line 1 of 2,270');
    expect(pty.rows()[1]).toBe(' run_command: seq 2270');
    pty.type('\x1b[F');
    await pty.until('100%');
    expect(pty.rows().slice(-2)[0]).toBe(' 2270 line 2270 .............................');
    pty.type('\x1b[H');
    await pty.until('line 1 of 2,270');
    pty.type('\x0f');
    await pty.until('tokens');
    expect(pty.text()).toBe(before);
  });

  it('runs the command of the person under a changed prompt', async () => {
    using pty = await startScreen();
    pty.type('!ls -la');
    await pty.until('! ls -la');
    pty.type('\r');
    await pty.until('you ran ls -la');
    expect(pty.text()).toContain('$ ls -la · 0.3s\n  you ran ls -la');
  });

  it('asks before a command runs, takes no key at once, and sends the answer', async () => {
    using pty = await startScreen();
    pty.say('approve make install');
    await pty.until('Run this command?');
    pty.type('y');
    await pty.until((screen) => screen.includes('y yes'));
    expect(pty.text()).not.toContain('The answer was');
    // The keys are bold once they work: the dialog has been quiet for long enough.
    await pty.until(() => isBold(pty, ' y yes'));
    pty.type('s');
    await pty.until('The answer was session.');
  });

  it('stops a turn with Esc and keeps what was said', async () => {
    using pty = await startScreen();
    pty.say('slow');
    await pty.until('running sleep 1000');
    pty.type('\x1b');
    await pty.until('interrupted');
    expect(pty.text()).toContain('I wait.\n  interrupted');
  });

  it('keeps the transcript and says what the engine said last when the engine ends', async () => {
    using pty = await startScreen();
    pty.say('say before');
    await pty.until('tokens');
    pty.say('die');
    await pty.until('The engine ended: exit status 3.');
    expect(pty.text()).toContain('panic: the model is on fire');
    expect(pty.text()).toContain('before');
    pty.type('\x04');
    expect(await pty.exit).toBe(0);
  });

  it('goes on when a library prints a line that is no line of the protocol', async () => {
    using pty = await startScreen();
    pty.say('stray');
    await pty.until('Still here.');
    expect(pty.text()).not.toContain('a library says hello');
  });

  it('lays the text out anew when the terminal becomes narrower, wider and tiny', async () => {
    using pty = await startScreen({ columns: 80, rows: 24 });
    pty.say(`say ${'word '.repeat(30)}end`);
    await pty.until('tokens');
    pty.resize(40, 12);
    await pty.until((screen) => screen.includes(`${'word '.repeat(8).trim()}\n`) && pty.rows()[9] === '─'.repeat(40));
    pty.resize(18, 5);
    await pty.until((screen) => screen.trim() === 'wisp needs 20×6 ce');
    pty.resize(120, 30);
    await pty.until(
      (screen) => screen.includes(`${'word '.repeat(20).trim()}\n`) && pty.rows()[27] === '─'.repeat(120),
    );
    expect(pty.rows().filter((row) => row.startsWith('─'))).toHaveLength(1);
  });

  it('works on a screen of 20 by 6 cells', async () => {
    using pty = await startScreen({ columns: 20, rows: 6 });
    pty.say('say hi');
    await pty.until('hi\n');
    expect(pty.rows()).toHaveLength(6);
  });
});

function isBold(pty: Pty, text: string): boolean {
  const y = pty.rows().findIndex((row) => row.startsWith(text));
  const cell = pty.terminal.buffer.active.getLine(y)?.getCell(1);
  return (cell?.isBold() ?? 0) > 0;
}
