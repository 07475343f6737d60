import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest, repeat } from './digest.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.stringMatching(/^[[\]{}()<>=,;:|"'`.\\/ \t0-9a-fA-Z-]{0,80}$/),
  fc.constantFrom('2026-01-02 03:04:05 ERROR x', '{"msg":"a"}', '\tat a.b(C.java:1)', '', 'ValueError: 1'),
);

describe('LogDigest', () => {
  it('reads any text, gives every line a number, and counts every line once', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), (lines) => {
        const { numbers, report } = digest(lines);
        expect(numbers).toHaveLength(lines.length);
        const ids = new Set(report.templates.map((one) => one.id));
        for (const number of numbers) expect(number === 0 || ids.has(number)).toBe(true);
        const counted = report.templates.reduce((count, one) => count + one.count, 0);
        expect(counted + report.continued).toBe(lines.length);
        expect(Object.values(report.severities).reduce((a, b) => a + b, 0)).toBe(counted);
        for (const one of report.templates) {
          expect(numbers[one.firstLine - 1]).toBe(one.id);
          expect(numbers[one.lastLine - 1]).toBe(one.id);
          expect(numbers.filter((number) => number === one.id)).toHaveLength(one.count);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same report for the same lines', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), (lines) => {
        expect(digest(lines)).toEqual(digest(lines));
      }),
      { numRuns: 50 },
    );
  });

  it('takes equal lines for one message wherever they stand', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a b c', 'open 7', 'shut x.y.z:12', '用户登录'), { minLength: 1, maxLength: 50 }),
        (lines) => {
          const { numbers } = digest(lines);
          const seen = new Map<string, number | undefined>();
          lines.forEach((line, i) => {
            if (!seen.has(line)) seen.set(line, numbers[i]);
            expect(numbers[i]).toBe(seen.get(line));
          });
        },
      ),
    );
  });

  it('reads lines built to be slow in no time', () => {
    const long = 8000;
    const lines = [
      '('.repeat(long),
      '['.repeat(long),
      'a:'.repeat(long),
      '1.'.repeat(long),
      '="'.repeat(long),
      `${' '.repeat(long)}x`,
      'a'.repeat(long),
      '<1'.repeat(long),
      'ab:cd:'.repeat(long),
    ];
    const begun = performance.now();
    expect(digest(repeat(40, (i) => lines[i % lines.length] ?? '')).numbers).toHaveLength(40);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
