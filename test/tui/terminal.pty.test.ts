import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Pty, startScreen, WISP_TUI } from './pty.ts';

/** A shell with job control that runs the screen, as a person would start it. */
async function inShell(): Promise<Pty> {
  const pty = new Pty({ command: ['bash', '--norc', '--noprofile', '-i'], env: { PS1: 'shell> ' } });
  await pty.until('shell>');
  pty.say('echo earlier; stty -a | md5sum');
  await pty.until(/-\n(.*\n)*shell>/);
  return pty;
}

function modes(pty: Pty) {
  const { bracketedPasteMode, mouseTrackingMode, wraparoundMode } = pty.terminal.modes;
  return { screen: pty.terminal.buffer.active.type, bracketedPasteMode, mouseTrackingMode, wraparoundMode };
}

const NORMAL = { screen: 'normal', bracketedPasteMode: false, mouseTrackingMode: 'none', wraparoundMode: true };
const OURS = { screen: 'alternate', bracketedPasteMode: true, mouseTrackingMode: 'none', wraparoundMode: false };

describe('the terminal’s modes', () => {
  it('are set while the screen runs, and taken back when it is left, with a line on the session', async () => {
    using pty = await startScreen();
    expect(modes(pty)).toEqual(OURS);
    pty.type('\x04');
    expect(await pty.exit).toBe(0);
    await pty.until('Session 00c0ffee00c0ffee. What its tools printed: wisp show ID');
    expect(modes(pty)).toEqual(NORMAL);
    expect(pty.raw).toContain('\x1b[?25h\x1b[?7h\x1b[?2004l\x1b[?1007r\x1b[?1049l');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('are taken back after %s', async (signal, code) => {
    using pty = await startScreen();
    pty.kill(signal);
    expect(await pty.exit).toBe(code);
    await pty.until('Session 00c0ffee00c0ffee');
    expect(modes(pty)).toEqual(NORMAL);
  });

  it('are taken back when the engine asks to leave', async () => {
    using pty = await startScreen();
    pty.say('/quit');
    expect(await pty.exit).toBe(0);
    await pty.until('Session 00c0ffee00c0ffee');
    expect(modes(pty)).toEqual(NORMAL);
  });

  it('leave the screen of the shell, its scrollback and its settings as they were', async () => {
    using pty = await inShell();
    const before = pty.text().trimEnd();
    pty.say(`node ${WISP_TUI}`);
    await pty.until('ollama:tiny-coder');
    pty.say('run 300');
    await pty.until('tokens');
    pty.type('\x04');
    await pty.until(/Session 00c0ffee00c0ffee\. What its tools printed: wisp show [0-9a-f]+\nshell>/);
    expect(pty.text().startsWith(before)).toBe(true);
    pty.say('stty -a | md5sum');
    await pty.until((screen) => (screen.match(/^[0-9a-f]{32} {2}-$/gm) ?? []).length === 2);
    expect(new Set(pty.text().match(/^[0-9a-f]{32} {2}-$/gm)).size).toBe(1);
    expect(pty.raw).not.toMatch(/\x1b\[[23]J/);
  });

  it('are left for the shell with Ctrl-Z, and set again with fg, the screen drawn anew', async () => {
    using pty = await inShell();
    pty.say(`node ${WISP_TUI}`);
    await pty.until('ollama:tiny-coder');
    pty.say('say remember me');
    await pty.until('tokens');
    const screen = pty.text();
    pty.type('\x1a');
    await pty.until('Stopped');
    expect(pty.terminal.buffer.active.type).toBe('normal');
    pty.resize(70, 20);
    pty.say('echo in the shell');
    await pty.until('in the shell\nshell>');
    pty.resize(80, 24);
    pty.say('fg');
    await pty.until((text) => text === screen);
    expect(modes(pty)).toEqual(OURS);
    pty.say('say still here');
    await pty.until(/›.*\n\nstill here/);
    pty.type('\x04');
    await pty.until('Session 00c0ffee00c0ffee');
  });

  it('come back after a stop that nobody announced', async () => {
    using pty = await inShell();
    pty.say(`node ${WISP_TUI}`);
    await pty.until('ollama:tiny-coder');
    const group = foregroundGroup(pty.pid);
    process.kill(-group, 'SIGSTOP');
    await pty.until('Stopped');
    pty.say('fg');
    await pty.until((text) => text.startsWith('wisp 0.1.0'));
    pty.say('say alive');
    await pty.until(/›.*\n\nalive/);
    expect(modes(pty)).toEqual(OURS);
  });

  it('are not needed: --no-alt-screen keeps the terminal’s own screen and what stood on it', async () => {
    using pty = new Pty({
      command: ['/bin/sh', '-c', `echo earlier; "$0" "$1" --no-alt-screen`, process.execPath, WISP_TUI],
    });
    await pty.until('ollama:tiny-coder');
    expect(pty.terminal.buffer.active.type).toBe('normal');
    pty.say('say it stays');
    await pty.until('tokens');
    pty.type('\x04');
    await pty.exit;
    await pty.until('Session 00c0ffee00c0ffee');
    const { normal } = pty.terminal.buffer;
    const all = Array.from({ length: normal.length }, (_, y) => normal.getLine(y)?.translateToString(true) ?? '');
    expect(all[0]).toBe('earlier');
    expect(all.some((line) => line === 'it stays')).toBe(true);
  });

  it('are not needed either when the setting screen.alternate says so', async () => {
    const home = mkdtempSync(join(tmpdir(), 'wisp-home-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    writeFileSync(join(home, 'config.json'), JSON.stringify({ screen: { alternate: false } }));
    using pty = new Pty({ args: ['--model', 'none'], env: { WISP_HOME: home, WISP_ENGINE: '' } });
    await pty.until(() => pty.terminal.buffer.active.type === 'normal' && pty.text().includes('Ask, or !'));
    pty.say('!echo it stays');
    await pty.until('\n  it stays');
    pty.type('\x04');
    expect(await pty.exit).toBe(0);
  });

  it('are taken back while a reply streams', async () => {
    using pty = await startScreen();
    pty.say('ticks 100000');
    await pty.until(/tick \d{3}/);
    pty.kill('SIGTERM');
    expect(await pty.exit).toBe(143);
    await pty.until('Session 00c0ffee00c0ffee');
    expect(modes(pty)).toEqual(NORMAL);
    expect(pty.raw).not.toMatch(/\x1b\[[23]J/);
  });

  it('hold no colour where NO_COLOR is set, and the screen says the same without', async () => {
    using pty = await startScreen({ rows: 40, env: { NO_COLOR: '1' } });
    pty.say('fail');
    await pty.until('tokens');
    expect(pty.text()).toContain('✗ run_command: npm test');
    expect(pty.raw).not.toMatch(/\x1b\[[34][0-7]m/);
  });

  it('end with the terminal: a screen whose terminal is gone does not go on', async () => {
    const pty = await startScreen();
    const { pid } = pty;
    pty[Symbol.dispose]();
    await pty.exit;
    expect(isAlive(pid)).toBe(false);
  });
});

describe('output that tries to act on the terminal', () => {
  it('changes neither title nor clipboard nor modes, in the transcript and in the expanded view', async () => {
    using pty = await startScreen({ columns: 100, rows: 60 });
    pty.say('hostile');
    await pty.until('tokens');
    pty.type('\x0f');
    await pty.until('all of it');
    pty.type('\x1b[F');
    await pty.until('done at last');
    expect(pty.titles).toEqual([]);
    expect(modes(pty)).toEqual(OURS);
    // The screen's own question for the colour of the ground is no output's.
    expect(pty.raw.replace('\x1b]11;?\x1b\\', '')).not.toMatch(
      /\x1b\]|\x1bP|\x1b_|\x1b\^|\x1bX|\x1bc|\x07|\x0e|[\x80-\x9f]|\x1b\[[23]J|\x1b\[\?100[0-6]h|\u202e|\u200b/,
    );
    expect(pty.text()).toContain('before after title (OSC 0)');
    expect(pty.text()).toContain('before 0;after OSC that never ends');
    expect(pty.text()).not.toContain('progress');
  });
});

function foregroundGroup(shell: number): number {
  return Number(readFileSync(`/proc/${shell}/stat`, 'utf8').split(') ')[1]?.split(' ')[5]);
}

function isAlive(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)]).toString();
    return !state.startsWith('Z');
  } catch {
    return false;
  }
}
