import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startScreen } from './pty.ts';

function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'wisp-tui-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe('the draft in a terminal', () => {
  it('edits by grapheme, and takes several lines', async () => {
    using pty = await startScreen();
    pty.type('a👍🏽é漢x\x1b[D\x7f\x7f\x7f');
    await pty.until('› ax');
    pty.type('\x05\nsecond\x1b\rthird\x1b[13;2ufourth');
    await pty.until('  fourth');
    expect(pty.rows().filter((row) => /^(?:› | {2})(?:ax|second|third|fourth)$/.test(row))).toHaveLength(4);
  });

  it('keeps a paste of many lines whole and shows it folded', async () => {
    const journal = join(scratch(), 'journal');
    using pty = await startScreen({ env: { FAKE_ENGINE_JOURNAL: journal } });
    const text = Array.from({ length: 200 }, (_, n) => `pasted ${n}`).join('\n');
    pty.type(`say \x1b[200~${text}\x1b[201~`);
    await pty.until('› say ⟦paste·1·200·lines⟧');
    pty.type('\r');
    await pty.until('tokens');
    expect(readFileSync(journal, 'utf8')).toContain(JSON.stringify({ type: 'message', text: `say ${text}` }));
  });

  it('holds what is sent while a turn runs, shows it, and sends it after', async () => {
    using pty = await startScreen();
    pty.say('slow');
    await pty.until('running sleep 1000');
    pty.say('say later');
    await pty.until('then: say later');
    pty.type('\x1b');
    await pty.until('› say later');
    pty.type('\r');
    await pty.until('later\n  1.4s');
  });

  it('looks for a line sent before with Ctrl-R, also in the next conversation', async () => {
    const home = scratch();
    {
      using pty = await startScreen({ env: { FAKE_ENGINE_HOME: home } });
      pty.say('say the needle');
      await pty.until('tokens');
      pty.type('\x04');
      await pty.exit;
    }
    using pty = await startScreen({ env: { FAKE_ENGINE_HOME: home } });
    pty.type('half\x12need');
    await pty.until('› say the needle');
    expect(pty.text()).toContain('sent before: need█');
    pty.type('\x07');
    await pty.until('› half');
  });

  it('shows what the next request carries with Ctrl-T', async () => {
    using pty = await startScreen();
    pty.type('draft\x14');
    await pty.until('2,500 of 32,768 tokens');
    expect(pty.text()).toContain('why does it fail?');
    pty.type('\x1b');
    await pty.until('› draft');
  });

  it('completes with Tab', async () => {
    using pty = await startScreen();
    pty.type('/h\t');
    await pty.until('› /help');
  });
});
