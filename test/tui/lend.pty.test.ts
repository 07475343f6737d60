import { expect, it } from 'vitest';
import { type Pty, startScreen } from './pty.ts';

async function openOutput(pty: Pty): Promise<void> {
  pty.say('run 5000');
  await pty.until('tokens');
  pty.type('\x0f');
  await pty.until('line 1 of 5,000');
}

it('gives the terminal to the pager and takes it back ten times, and loses no key', async () => {
  using pty = await startScreen();
  await openOutput(pty);
  for (let round = 1; round <= 10; round++) {
    pty.type('v');
    await pty.until((screen) => /^line 1 \./.test(screen) && !screen.includes('of 5,000'));
    expect(pty.terminal.modes.bracketedPasteMode).toBe(false);
    // Ctrl-C there goes to every process of the terminal; it is the pager's.
    pty.kill('SIGINT');
    pty.type('G');
    await pty.until('line 5000');
    pty.type('q');
    await pty.until(`line ${round} of 5,000`);
    pty.type('j');
    await pty.until(`line ${round + 1} of 5,000`);
  }
  pty.type('q');
  await pty.until('tokens');
  pty.type('still here');
  await pty.until('› still here');
}, 30_000);

it('writes the draft in the person’s editor with Ctrl-G', async () => {
  using pty = await startScreen({
    env: { VISUAL: '', EDITOR: 'f() { cat "$1"; printf "%s\\n" "from the" "editor" > "$1"; }; f' },
  });
  pty.type('draft\x07');
  await pty.until('  editor');
  expect(pty.text()).toContain('› from the\n  editor');
  pty.type('!');
  await pty.until('  editor!');
});

it('keeps the draft and says why when the editor can not be run', async () => {
  using pty = await startScreen({ env: { VISUAL: '/no/such/editor' } });
  pty.type('draft\x07');
  await pty.until('it ended with exit status 127');
  expect(pty.text()).toContain('› draft');
});
