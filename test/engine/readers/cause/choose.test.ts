import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseExcerpts } from '../../../../packages/engine/src/readers/cause/choose.ts';
import { CLIPPED_LINE, type Excerpt, shownBytes } from '../../../../packages/engine/src/readers/cause/excerpt.ts';
import { causeSplit } from '../../../../packages/engine/src/readers/cause/split.ts';

function excerpt(anchorLine: number, above: number, below: number, bytes = 40): Excerpt {
  const lineBytes = Array.from({ length: above + 1 + below }, () => bytes);
  return {
    fromLine: anchorLine - above,
    toLine: anchorLine + below,
    anchorLine,
    why: 'error',
    bytes: shownBytes(lineBytes),
    lineBytes,
    heading: null,
    grows: 'around',
    announces: false,
    mentions: true,
  };
}

const COSTS = { gap: 50, line: 7 };

const EXCERPT = fc
  .record({
    anchor: fc.integer({ min: 20, max: 500 }),
    above: fc.integer({ min: 0, max: 6 }),
    below: fc.integer({ min: 0, max: 12 }),
    bytes: fc.integer({ min: 0, max: 400 }),
    heading: fc.option(fc.integer({ min: 1, max: 10 })),
    grows: fc.constantFrom('around' as const, 'above' as const),
    announces: fc.boolean(),
  })
  .map(({ anchor, above, below, bytes, heading, grows, announces }): Excerpt => {
    const made = excerpt(anchor, above, grows === 'above' ? 0 : below, bytes);
    return { ...made, grows, announces, heading: heading === null ? null : { line: heading, bytes: [bytes, bytes] } };
  });

describe('choosing excerpts', () => {
  it('gives the first one with the lines around it, and lines that touch as one run', () => {
    expect(chooseExcerpts([excerpt(100, 3, 16), excerpt(105, 0, 2)], 2000, COSTS)).toEqual([
      { fromLine: 98, toLine: 107 },
    ]);
  });

  it('shows less around the third one than around the first', () => {
    const ranges = chooseExcerpts([excerpt(100, 3, 16), excerpt(200, 3, 16), excerpt(300, 3, 16)], 2000, COSTS);
    expect(ranges).toEqual([
      { fromLine: 98, toLine: 104 },
      { fromLine: 198, toLine: 204 },
      { fromLine: 299, toLine: 301 },
    ]);
  });

  it('cuts what does not fit to what fits at its anchor', () => {
    expect(chooseExcerpts([excerpt(100, 3, 16, 60)], 190, COSTS)).toEqual([{ fromLine: 99, toLine: 100 }]);
  });

  it('gives nothing when there is no room for a single line', () => {
    expect(chooseExcerpts([excerpt(100, 3, 16)], 40, COSTS)).toEqual([]);
  });

  it('shows the heading far above an anchor', () => {
    const headed = { ...excerpt(100, 0, 0), heading: { line: 40, bytes: [30, 30] } };
    expect(chooseExcerpts([headed], 2000, COSTS)).toEqual([
      { fromLine: 40, toLine: 41 },
      { fromLine: 100, toLine: 100 },
    ]);
  });

  it('fills what is left with the lines before the failing exit', () => {
    const end: Excerpt = { ...excerpt(300, 50, 0), grows: 'above' };
    const [range] = chooseExcerpts([end], 3000, COSTS);
    expect(range).toEqual({ fromLine: 250, toLine: 300 });
  });

  it('gives runs that are sorted, apart, within the excerpts and within the room', () => {
    fc.assert(
      fc.property(fc.array(EXCERPT, { maxLength: 30 }), fc.integer({ min: 0, max: 30_000 }), (excerpts, room) => {
        const ranges = chooseExcerpts(excerpts, room, COSTS);
        const bytes = new Map<number, number>();
        for (const { fromLine, lineBytes, heading } of excerpts) {
          for (const [i, length] of lineBytes.entries())
            bytes.set(fromLine + i, Math.max(length, bytes.get(fromLine + i) ?? 0));
          for (const [i, length] of (heading?.bytes ?? []).entries()) bytes.set((heading?.line ?? 0) + i, length);
        }
        let last = -1;
        let lines = 0;
        for (const { fromLine, toLine } of ranges) {
          expect(fromLine).toBeGreaterThan(last + 1);
          expect(toLine).toBeGreaterThanOrEqual(fromLine);
          for (let line = fromLine; line <= toLine; line++) expect(bytes.has(line)).toBe(true);
          lines += toLine - fromLine + 1;
          last = toLine;
        }
        // The least that they can take: every gap and line number, and no text at all.
        expect(ranges.length * COSTS.gap + lines * (COSTS.line + 1)).toBeLessThanOrEqual(Math.max(room, 0));
        expect(chooseExcerpts(excerpts, room, COSTS)).toEqual(ranges);
      }),
    );
  });
});

describe('the bytes of an excerpt', () => {
  it('count a long line as it is shown, clipped', () => {
    expect(shownBytes([10, 5000])).toBe(10 + 1 + CLIPPED_LINE + 1);
  });
});

describe('the shares of a result', () => {
  it('give most of a small room to excerpts, and about half of a large one', () => {
    expect([causeSplit(1024), causeSplit(4096), causeSplit(65_536), causeSplit(1e9)]).toEqual([
      { head: 0.08, excerpts: 0.74 },
      { head: 0.08, excerpts: 0.74 },
      { head: 0.2, excerpts: 0.5 },
      { head: 0.2, excerpts: 0.5 },
    ]);
  });

  it('leave something for the last lines at every size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (bytes) => {
        const { head, excerpts } = causeSplit(bytes);
        expect(1 - head - excerpts).toBeGreaterThan(0.15);
      }),
    );
  });
});
