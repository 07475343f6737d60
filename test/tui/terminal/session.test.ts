import { describe, expect, it } from 'vitest';
import { isDeadTerminal, TerminalSession } from '../../../packages/tui/src/terminal/session.ts';

function device(fail?: Error) {
  const log: string[] = [];
  return {
    log,
    writeSync: (text: string) => {
      if (fail && log.includes('raw')) throw fail;
      log.push(text);
    },
    setRaw: (raw: boolean) => void log.push(raw ? 'raw' : 'cooked'),
    size: () => ({ columns: 80, rows: 3 }),
  };
}

describe('the terminal session', () => {
  it('enters once and leaves once, every mode taken back in the opposite order', () => {
    const to = device();
    const session = new TerminalSession(to, true);
    session.leave();
    session.enter();
    session.enter();
    session.leave();
    session.leave();
    expect(to.log).toEqual([
      'cooked',
      'raw',
      '\x1b[?1049h\x1b[H\x1b[?1007s\x1b[?1007h\x1b[?2004h\x1b[?7l\x1b[?25l\x1b[>1u',
      '\x1b[0m\x1b[<u\x1b[?25h\x1b[?7h\x1b[?2004l\x1b[?1007r\x1b[?1049l',
      'cooked',
    ]);
  });

  it('without the alternate screen scrolls what is there up, and leaves below its last frame', () => {
    const to = device();
    const session = new TerminalSession(to, false);
    session.enter();
    session.leave();
    expect(to.log[2]).toBe('\n\n\n\x1b[?2004h\x1b[?7l\x1b[?25l\x1b[>1u');
    expect(to.log[3]).toBe('\x1b[0m\x1b[3;1H\r\n\x1b[<u\x1b[?25h\x1b[?7h\x1b[?2004l');
  });

  it('leaves a terminal that is gone alone, and does not hide any other fault', () => {
    const gone = Object.assign(new Error('write EIO'), { code: 'EIO' });
    expect(isDeadTerminal(gone)).toBe(true);
    for (const [error, throws] of [
      [gone, false],
      [new Error('other'), true],
    ] as const) {
      const session = new TerminalSession(device(error), true);
      expect(() => session.enter()).toThrow(error);
      if (throws) expect(() => session.leave()).toThrow(error);
      else session.leave();
      expect(session.entered).toBe(false);
    }
  });
});
