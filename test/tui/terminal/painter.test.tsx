import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Box, InkLayout, Text } from '../../../packages/tui/src/ink.ts';
import { Painter } from '../../../packages/tui/src/terminal/painter.ts';
import { BLANK, fitRow, type Row, rowText, span } from '../../../packages/tui/src/text/row.ts';
import { PartCanvas } from '../../../packages/tui/src/view/canvas.tsx';

/** A terminal that shows what is painted. */
class Glass {
  readonly terminal: xterm.Terminal;
  raw = '';

  constructor(columns: number, rows: number) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 50 });
  }

  async show(bytes: string): Promise<string[]> {
    this.raw += bytes;
    await new Promise<void>((resolve) => this.terminal.write(bytes, resolve));
    const { active } = this.terminal.buffer;
    return Array.from({ length: this.terminal.rows }, (_, y) =>
      (active.getLine(y)?.translateToString(true, 0, this.terminal.cols) ?? '').trimEnd(),
    );
  }
}

function failOn(error: unknown): never {
  throw error;
}

/** Rows through Ink, as the program draws them. */
function drawn(canvas: PartCanvas, cells: readonly Row[], columns: number, rows: number): string[] {
  return canvas.draw(
    Array.from({ length: rows }, (_, y) => cells[y] ?? BLANK),
    columns,
  );
}

const tone = fc.constantFrom('plain', 'dim', 'accent', 'selected', 'bad' as const);
const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', 'é', '─', '字'), maxLength: 30 });
const rowArbitrary = fc.array(fc.record({ text, tone }), { maxLength: 3 });

describe('frames', () => {
  it('show exactly the rows that were laid out, whatever was there before', async () => {
    const canvas = new PartCanvas(failOn);
    const frames = fc.array(fc.array(rowArbitrary, { maxLength: 10 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(frames, fc.integer({ min: 8, max: 40 }), async (sequence, columns) => {
        const rows = 10;
        const glass = new Glass(columns, rows);
        const painter = new Painter();
        await glass.show('\x1b[?7l');
        for (const frame of sequence) {
          const cells = frame.map((parts) =>
            fitRow(
              parts.map((part) => span(part.text, part.tone)),
              columns,
            ),
          );
          const bytes = painter.paint({ rows: drawn(canvas, cells, columns, rows), columns, cursor: { x: 1, y: 2 } });
          const shown = await glass.show(bytes);
          const expected = Array.from({ length: rows }, (_, y) => rowText(cells[y] ?? BLANK).trimEnd());
          expect(shown).toEqual(expected);
          expect([glass.terminal.buffer.active.cursorX, glass.terminal.buffer.active.cursorY]).toEqual([1, 2]);
        }
        expect(glass.raw).not.toMatch(/\x1b\[[23]J/);
      }),
      { numRuns: 60 },
    );
  });

  it('are written by changed rows alone, and not at all when nothing changed', () => {
    const painter = new Painter();
    const frame = (second: string) => ({ rows: ['first', second, 'third'], columns: 20, cursor: null });
    expect(painter.paint(frame('a'))).toContain('first');
    expect(painter.paint(frame('b'))).toBe('\x1b[?2026h\x1b[?25l\x1b[2;1Hb\x1b[K\x1b[?25l\x1b[?2026l');
    expect(painter.paint(frame('b'))).toBe('');
    expect(painter.paint({ ...frame('b'), cursor: { x: 0, y: 0 } })).toBe('\x1b[1;1H\x1b[?25h');
    painter.invalidate();
    expect(painter.paint(frame('b'))).toContain('third');
  });

  it('never erase the last cell of a full row', async () => {
    const glass = new Glass(5, 2);
    const shown = await glass.show(new Painter().paint({ rows: ['12345', '漢字x'], columns: 5, cursor: null }));
    expect(shown).toEqual(['12345', '漢字x']);
  });

  it('take less than 16 KiB for a full screen of 200 by 50', () => {
    const canvas = new PartCanvas(failOn);
    const cells = Array.from({ length: 50 }, () => [span('x'.repeat(200), 'dim')]);
    expect(
      new Painter().paint({ rows: drawn(canvas, cells, 200, 50), columns: 200, cursor: null }).length,
    ).toBeLessThan(16_384);
  });
});

describe('a component that throws', () => {
  it('is told of, and nothing is drawn after it', async () => {
    const failed = Promise.withResolvers<unknown>();
    const layout = new InkLayout(failed.resolve);
    const Broken = () => {
      throw new Error('broken');
    };
    expect(
      layout.draw(
        <Box>
          <Text>fine</Text>
        </Box>,
        10,
        2,
      ),
    ).toEqual(['fine', '']);
    layout.draw(<Broken />, 10, 2);
    expect(await failed.promise).toEqual(new Error('broken'));
  });
});
