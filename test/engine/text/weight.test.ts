import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOKEN_WEIGHT, weightOf } from '../../../packages/engine/src/text/weight.ts';

const lines = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n)).join('');
const two = (n: number) => String(n).padStart(2, '0');

/** Texts as tools print them, each with its tokens as counted by a byte-pair tokenizer that takes digits one by one. */
const COUNTED: [what: string, text: string, tokens: number][] = [
  ['numbers', lines(4_000, (n) => `${n + 1}\n`), 18_893],
  ['test output', lines(300, (n) => `ok ${n} - height ${n} hours after high water is within the range\n`), 5_780],
  [
    'a table of measurements',
    lines(
      300,
      (n) => `${n},${(n * 1.37).toFixed(4)},${(n / 7).toFixed(4)},2026-11-${two((n % 28) + 1)}T10:${two(n % 60)}:33Z\n`,
    ),
    12_339,
  ],
  ['hashes', lines(150, (n) => `${createHash('sha256').update(String(n)).digest('hex')}  file${n}.txt\n`), 9_441],
  ['one line again and again', 'line-of-3\n'.repeat(1_500), 7_500],
];

describe('the weight of a text', () => {
  it.each(COUNTED)('of %s is near its tokens, where bytes are not', (_, text, tokens) => {
    const estimate = weightOf(text) / TOKEN_WEIGHT;
    expect(estimate / tokens).toBeGreaterThan(0.8);
    expect(estimate / tokens).toBeLessThan(1.5);
  });

  it('of sentences is little more than their bytes', () => {
    const text = 'The tide comes in twice a day, and nobody on the quay is surprised by that any more.';
    expect(weightOf(text) / Buffer.byteLength(text)).toBeLessThan(1.2);
    expect(weightOf('Unvorhergesehene Überraschungen im Hafenbüro.')).toBe(47);
  });

  it('is never less than the bytes, and hardly less than that of the parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat(400), (text, at) => {
        expect(weightOf(text)).toBeGreaterThanOrEqual(Buffer.byteLength(text));
        const cut = Math.min(at, text.length);
        expect(weightOf(text)).toBeLessThanOrEqual(weightOf(text.slice(0, cut)) + weightOf(text.slice(cut)) + 8);
      }),
    );
    expect(weightOf('')).toBe(0);
  });
});
