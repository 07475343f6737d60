import { describe, expect, it } from 'vitest';
import { type Pty, startScreen } from './pty.ts';

/** The screens that people have. */
const SIZES = [
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

/** A screen with an output of 16 MiB open. */
async function openBig(columns: number, rows: number): Promise<Pty> {
  const pty = await startScreen({ columns, rows });
  pty.say('big16');
  await pty.until('tokens');
  pty.type('\x0f');
  await pty.until('line 1 of 199,728');
  return pty;
}

describe.each(SIZES)('the expanded view at %i×%i', (columns, rows) => {
  it('searches the whole, goes from failure to failure, and shows the summary', async () => {
    using pty = await openBig(columns, rows);
    pty.type('/line 170000 \r');
    await pty.until('▸170000 line 170000 ');
    expect(inverse(pty, 'line 170000 ')).toBe(true);
    pty.type('n');
    await pty.until('“line 170000 ” is not found further below');
    pty.type('/LINE 1700\r');
    await pty.until('▸170000 line 170000');
    pty.type('n');
    await pty.until('▸170001 line 170001');
    pty.type('N');
    await pty.until('▸170000');
    expect(pty.raw).not.toContain('\x1b[3J');
    pty.type('ge');
    await pty.until('▸500 line 500');
    pty.type('e');
    await pty.until('▸150000 line 150000');
    pty.type('\t');
    await pty.until('Summary · 3  Enter goes there');
    expect(pty.text()).toContain('L900    12 warnings');
    pty.type('\x1b[B\r');
    await pty.until('▸900 line 900');
    expect(pty.rows()).toHaveLength(rows);
    pty.type('\t\t');
    await pty.until((screen) => !screen.includes('Summary'));
  });
});

describe('the expanded view', () => {
  it('keeps the colours of the output, or drops them, and scrolls long lines sideways', async () => {
    using pty = await startScreen();
    pty.say('colours');
    await pty.until('tokens');
    pty.type('\x0f');
    await pty.until('1 error: it broke');
    expect(colour(pty, 'error: it broke')).toBe(1);
    pty.type('c');
    await pty.untilCells(() => colour(pty, 'error: it broke') === -1);
    pty.type('G');
    await pty.until('xxxEND');
    pty.type('w');
    await pty.until((screen) => !screen.includes('END'));
    pty.type('>>>>>>');
    await pty.until(/x+END/);
  });

  it('copies the rows in view to the clipboard of the terminal, and saves the whole', async () => {
    using pty = await openBig(80, 24);
    pty.type('y');
    await pty.until('sent to the clipboard');
    const [, copied = ''] = /\x1b\]52;c;([A-Za-z0-9+/=]+)\x07/.exec(pty.raw) ?? [];
    const lines = Buffer.from(copied, 'base64').toString().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^line 1 \.+$/);
    pty.type('s\x15out.log\r');
    await pty.until('saved to /kept/out.log');
  });

  it('goes from one output to the next with the arrows, and back to where it was opened from', async () => {
    using pty = await startScreen();
    pty.say('run 2270 + run 50');
    await pty.until('tokens');
    const before = pty.text();
    pty.type('\x0f');
    await pty.until('seq 50');
    pty.type('\x1b[D');
    await pty.until('line 1 of 2,270');
    expect(pty.text()).toContain('output 1 of 2');
    pty.type('\x1b[C');
    await pty.until('output 2 of 2');
    pty.type('q');
    await pty.until('tokens');
    expect(pty.text()).toBe(before);
  });

  it('lists its keys', async () => {
    using pty = await openBig(80, 24);
    pty.type('?');
    await pty.until('Keys of the expanded view');
    expect(pty.text()).toContain('v              read it in the pager');
    pty.type('x');
    await pty.until('line 1 of 199,728');
  });
});

function cellAt(pty: Pty, text: string) {
  const y = pty.rows().findIndex((row) => row.includes(text));
  const x = pty.rows()[y]?.indexOf(text) ?? 0;
  return pty.terminal.buffer.active.getLine(y)?.getCell(x);
}

function inverse(pty: Pty, text: string): boolean {
  return (cellAt(pty, text)?.isInverse() ?? 0) > 0;
}

/** Number of the palette colour, -1 for the terminal's own. */
function colour(pty: Pty, text: string): number | undefined {
  const cell = cellAt(pty, text);
  return cell?.isFgDefault() ? -1 : cell?.getFgColor();
}
