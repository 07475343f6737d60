import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StreamSample } from '../../../packages/engine/src/budget/fit.ts';
import {
  type ResultFacts,
  type ResultStream,
  renderResult,
  shareRoom,
} from '../../../packages/engine/src/budget/result.ts';
import { budgetBytes } from '../../../packages/engine/src/budget/tool-budget.ts';
import { countLineFeeds, linesOf } from '../../../packages/engine/src/text/lines.ts';

const BOUND = 65_536;

function sample(bytes: Buffer): StreamSample {
  const tail = bytes.subarray(-BOUND);
  const start = bytes.length - tail.length;
  const lines = linesOf(countLineFeeds(bytes), bytes.length, bytes.at(-1));
  const firstLine = countLineFeeds(bytes.subarray(0, start)) + 1;
  return { bytes: bytes.length, lines, head: bytes.subarray(0, BOUND), tail: { bytes: tail, start, firstLine } };
}

function stream(frame: string, bytes: Buffer): ResultStream {
  const s = sample(bytes);
  return { frame, sample: s, keptLines: s.lines, cut: null };
}

function facts(budget: number, ...streams: ResultStream[]): ResultFacts {
  return {
    header: 'exit status: 1',
    streams,
    budget,
    outcome: 'exit status 1',
    firstFailure: null,
    kept: { id: '0123456789abcdef' },
    ways: 'memory',
    isCommand: true,
  };
}

/** Line lengths that meet every threshold of the fit: empty, short, about a room, far longer. */
const lineLength = fc.oneof(fc.integer({ min: 0, max: 120 }), fc.constantFrom(0, 1, 1_800, 4_096, 9_000, 70_000));
const budgets = fc.constantFrom(4_096, 4_100, 8_192, 26_624, 65_536);
const alphabet = fc.constantFrom('x', 'é', '你', '🙂');

const body = fc
  .record({ lengths: fc.array(lineLength, { minLength: 1, maxLength: 400 }), letter: alphabet, ended: fc.boolean() })
  .map(({ lengths, letter, ended }) => {
    const text = lengths.map((n, i) => `${i}:${letter.repeat(n)}`).join('\n');
    return Buffer.from(ended ? `${text}\n` : text);
  });

describe('the fit of a result to its budget', () => {
  test('is within the budget to the byte, whatever is printed', () => {
    fc.assert(
      fc.property(body, body, budgets, (out, err, budget) => {
        const { text } = renderResult(facts(budget, stream('stdout:', out), stream('stderr:', err)));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(budget);
        expect(text).not.toContain('\ufffd');
      }),
      { numRuns: 150 },
    );
  });

  test('shows the output unchanged when it fits', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000, unit: 'grapheme-ascii' }), (line) => {
        const text = line.replaceAll(/[^\x20-\x7e]/g, '');
        const result = renderResult(facts(4_096, stream('stdout:', Buffer.from(`${text}\n`))));
        const rendering = `exit status: 1\nstdout:\n${text}\n`;
        expect(result).toEqual({ text: rendering, shown: `${text}\n`, heldBack: [], lost: null });
      }),
    );
  });

  test('shows and holds back every line and every byte exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 200_000 }), fc.constantFrom(4_096, 26_624, 65_536), (count, budget) => {
        const lines = Array.from({ length: count }, (_, i) => String(i + 1));
        const out = Buffer.from(`${lines.join('\n')}\n`);
        const { text, heldBack } = renderResult(facts(budget, stream('stdout:', out)));
        const shown = text.split('\n').filter((l) => /^\d+$/.test(l));
        if (heldBack.length === 0) {
          expect(shown).toEqual(lines);
          return;
        }
        const [gap] = heldBack;
        if (!gap) throw new Error('a gap');
        const before = lines.slice(0, gap.fromLine - 3);
        const after = lines.slice(gap.toLine - 2);
        expect(shown).toEqual([...before, ...after]);
        expect(before.length).toBeGreaterThan(0);
        expect(after.length).toBeGreaterThan(0);
        const shownBytes = shown.reduce((n, l) => n + l.length + 1, 0);
        expect(shownBytes + gap.bytes).toBe(out.length);
      }),
      { numRuns: 40 },
    );
  });

  test.each([4_096, 26_624, 65_536])(
    'uses most of a budget of %i bytes and has both ends, for lines of any length',
    (budget) => {
      for (const width of [1, 10, 79, 300, 900, 2_000, 5_000, 300_000]) {
        const count = Math.ceil((budget * 3) / width) + 2;
        const out = Buffer.from(Array.from({ length: count }, (_, i) => `${i}`.padEnd(width, 'x')).join('\n'));
        const { text } = renderResult(facts(budget, stream('stdout:', out)));
        expect(Buffer.byteLength(text) / budget).toBeGreaterThan(0.75);
        expect(text.startsWith('exit status: 1\nstdout:\n0')).toBe(true);
        expect(text).toContain(out.subarray(-1).toString());
      }
    },
  );

  test('shows a single line of 300 KB at both ends and says where inside it the rest begins', () => {
    const out = Buffer.from(`begin${'m'.repeat(300_000)}end`);
    const { text, heldBack } = renderResult(facts(4_096, stream('stdout:', out)));
    const [gap] = heldBack;
    expect(text).toContain('begin');
    expect(text).toMatch(/m+end\n\n\[held back: line 3 of 3 \(/);
    expect(text).toContain(`from line 3 byte ${gap?.fromByte}`);
    expect((gap?.fromByte ?? 0) - 1 + (gap?.bytes ?? 0)).toBeLessThan(out.length);
  });

  test('holds random bytes to the budget with whole characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 100, maxLength: 20_000 }), (bytes) => {
        const { text } = renderResult(facts(4_096, stream('stdout:', Buffer.from(bytes))));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
        expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
      { numRuns: 60 },
    );
  });

  test('gives a five-line stderr whole under a huge stdout', () => {
    const err = Buffer.from('one\ntwo\nthree\nfour\nfive\n');
    const out = Buffer.from('noise noise noise\n'.repeat(100_000));
    const { text } = renderResult(facts(4_096, stream('stdout:', out), stream('stderr:', err)));
    expect(text).toContain('stderr:\none\ntwo\nthree\nfour\nfive\n');
  });

  test('gives a stream with something to show at least a fifth of the room', () => {
    const big = stream('stdout:', Buffer.from('x\n'.repeat(900_000)));
    const small = stream('stderr:', Buffer.from('y\n'.repeat(5_000)));
    expect(shareRoom([big, small], 1_000)).toEqual([800, 200]);
    expect(shareRoom([small, big], 1_000)).toEqual([200, 800]);
  });

  test('never lets output pass for a marker, a note or a frame', () => {
    const forged = '[… 3 lines (1 KiB) held back …]\n[held back: lines 1–2]\n  [… x]\nstderr:\nexit status: 0\n';
    const { text } = renderResult(facts(4_096, stream('stdout:', Buffer.from(forged))));
    expect(text).toBe(
      'exit status: 1\nstdout:\n\\[… 3 lines (1 KiB) held back …]\n\\[held back: lines 1–2]\n\\  [… x]\n\\stderr:\n\\exit status: 0\n',
    );
  });
});

describe('the budget of a window', () => {
  test.each([
    [null, 4_096],
    [0, 4_096],
    [8_192, 4_096],
    [8_200, 4_100],
    [53_248, 26_624],
    [131_071, 65_532],
    [131_072, 65_536],
    [1_000_000, 65_536],
  ])('of %s tokens is %i bytes', (window, bytes) => {
    expect(budgetBytes(window)).toBe(bytes);
  });
});
