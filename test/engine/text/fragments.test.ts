import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanKeepingColours, cleanOutput, FragmentCleaner } from '../../../packages/engine/src/text/clean.ts';

/** Pieces of text as hostile output has them: sequences of every kind, whole, torn and never ended. */
const PIECES = [
  'a',
  'é',
  '\n',
  ' ',
  '\x1b[31m',
  '\x1b[0m',
  '\x1b[2J',
  '\x1b]0;t\x07',
  '\x1b]8;;u\x1b\\',
  '\x1b]52;c;x',
  '\x1b[',
  '\x1b',
  '\x9b1m',
  '\x1bPq',
  '\x07',
  '\x00',
  '[',
  ']',
  ';',
  'm',
];

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));

function inFragments(whole: string, cuts: readonly number[], cleaner: FragmentCleaner): string {
  let out = '';
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (whole.length + 1)), whole.length].sort((a, b) => a - b)) {
    out += cleaner.push(whole.slice(from, cut));
    from = cut;
  }
  return out + cleaner.end();
}

describe('text that is cleaned as it comes', () => {
  test('is what it is when it is cleaned whole, wherever it is cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 8 }), (whole, cuts) => {
        expect(inFragments(whole, cuts, new FragmentCleaner())).toBe(cleanOutput(whole));
      }),
      { numRuns: 2_000 },
    );
  });

  test('for a pager has no escape sequence but one that selects colours', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 8 }), (whole, cuts) => {
        const out = inFragments(whole, cuts, new FragmentCleaner(cleanKeepingColours));
        expect(out.replaceAll(/\x1b\[[0-9;:]*m/g, '')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
        expect(out.replaceAll(/\x1b\[[0-9;:]*m/g, '')).toBe(cleanOutput(whole));
      }),
      { numRuns: 2_000 },
    );
  });

  test('does not wait for the end of a sequence without one for ever', () => {
    const cleaner = new FragmentCleaner();
    cleaner.push('\x1b]0;');
    for (let n = 0; n < 100; n++) cleaner.push('x'.repeat(100));
    expect(cleaner.push('plain')).toContain('plain');
  });
});
