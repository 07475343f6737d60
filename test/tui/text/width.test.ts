import fc from 'fast-check';
import stringWidth from 'string-width';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadWidths } from '../../../packages/tui/src/text/clusters.ts';
import inkWidth from '../../../packages/tui/src/text/ink-width.ts';
import { fitRow, rowText, rowWidth, sliceSpans, span } from '../../../packages/tui/src/text/row.ts';
import { cleanLine } from '../../../packages/tui/src/text/sanitise.ts';
import {
  clusterEnd,
  clusterStart,
  cutToWidth,
  padTo,
  textWidth,
  truncate,
  truncateStart,
} from '../../../packages/tui/src/text/width.ts';
import { hardCuts, wordCuts } from '../../../packages/tui/src/text/wrap.ts';

/** Clean text of every kind of width. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'b',
        ' ',
        '  ',
        'word',
        '漢',
        '한',
        'é',
        'e\u0301',
        '👍',
        '👍🏽',
        '🇩🇪',
        '한글',
        'ก็',
        '─',
        'ﾊﾞ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => cleanLine(parts.join('')));
const width = fc.integer({ min: 6, max: 30 });

beforeAll(loadWidths);

describe('textWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['漢字', 4],
    ['e\u0301', 1],
    ['👍', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['한글', 4],
    ['─│', 2],
  ])('measures %j as %i cells', (value, cells) => {
    expect(textWidth(value)).toBe(cells);
  });

  it('takes every sign of the screen’s own for one cell', () => {
    for (const sign of '─›·…▰▱●○✗∴↑↓−×⋮•“”’$!?')
      expect([sign, textWidth(sign), stringWidth(sign)]).toEqual([sign, 1, 1]);
  });

  it('agrees with string-width on every character of its plain ranges', () => {
    for (let unit = 0x20; unit < 0x3100; unit++) {
      const sign = String.fromCharCode(unit);
      if (cleanLine(sign) === sign) expect([unit, textWidth(`a${sign}b`)]).toEqual([unit, stringWidth(`a${sign}b`)]);
    }
  });

  it('agrees with string-width on clean text', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(textWidth(value)).toBe(stringWidth(value));
      }),
    );
  });
});

describe('inkWidth', () => {
  it('measures as rows were cut, whatever styles are in the text', () => {
    expect(inkWidth('\x1b[1m\x1b[36m漢字\x1b[39m ab\x1b[22m')).toBe(7);
    expect(inkWidth('')).toBe(0);
  });
});

describe('clusters', () => {
  it('end where the next begins, forwards and backwards', () => {
    fc.assert(
      fc.property(text, (value) => {
        const ends: number[] = [];
        for (let at = 0; at < value.length; at = clusterEnd(value, at)) ends.push(at);
        const starts: number[] = [];
        for (let at = value.length; at > 0; ) {
          at = clusterStart(value, at);
          starts.unshift(at);
        }
        expect(starts).toEqual(ends);
      }),
    );
  });
});

describe('cutting', () => {
  it('never exceeds the width, never splits a character, and leaves out no more than it must', () => {
    fc.assert(
      fc.property(text, width, (value, cells) => {
        const cut = cutToWidth(value, cells);
        expect(cut.width).toBe(textWidth(cut.text));
        expect(cut.width).toBeLessThanOrEqual(cells);
        expect(value.startsWith(cut.text)).toBe(true);
        if (cut.text !== value) {
          const more = value.slice(0, clusterEnd(value, cut.text.length));
          expect(textWidth(more)).toBeGreaterThan(cells);
        }
        expect(textWidth(padTo(value, cells))).toBe(cells);
        expect(textWidth(truncate(value, cells))).toBeLessThanOrEqual(cells);
        expect(textWidth(truncateStart(value, cells))).toBeLessThanOrEqual(cells);
      }),
    );
  });

  it('marks what is left out', () => {
    expect(truncate('漢字漢字', 5)).toBe('漢字…');
    expect(truncateStart('/home/me/project', 9)).toBe('…/project');
    expect(truncate('fits', 4)).toBe('fits');
  });
});

describe('hardCuts', () => {
  it('puts every character in exactly one row, none wider than the width', () => {
    fc.assert(
      fc.property(text, width, (value, cells) => {
        const cuts = hardCuts(value, cells);
        expect(cuts.map(({ start, end }) => value.slice(start, end)).join('')).toBe(value);
        for (const { start, end } of cuts) expect(textWidth(value.slice(start, end))).toBeLessThanOrEqual(cells);
      }),
    );
  });

  it('takes a line of a million characters in milliseconds', () => {
    const start = performance.now();
    expect(hardCuts('x'.repeat(1_000_000), 80)).toHaveLength(12_500);
    hardCuts('漢'.repeat(200_000), 80);
    expect(performance.now() - start).toBeLessThan(1_500);
  });
});

describe('wordCuts', () => {
  it('breaks at spaces and cuts only words that are longer than a row', () => {
    const rows = (value: string, cells: number) =>
      wordCuts(value, cells).map(({ start, end }) => value.slice(start, end));
    expect(rows('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
    expect(rows('an extraordinarily long word', 8)).toEqual(['an', 'extraord', 'inarily', 'long', 'word']);
    expect(rows('    indented words', 10)).toEqual(['    indent', 'ed words']);
    expect(rows('', 10)).toEqual(['']);
  });

  it('loses nothing but spaces and exceeds no row', () => {
    fc.assert(
      fc.property(text, width, (value, cells) => {
        const rows = wordCuts(value, cells).map(({ start, end }) => value.slice(start, end));
        expect(rows.join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
        for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(cells);
      }),
    );
  });
});

describe('rows', () => {
  it('are cut to the width across their spans', () => {
    const cells = [span('漢字', 'good'), span('abc', 'bad'), span('def')];
    expect(fitRow(cells, 6)).toEqual([span('漢字', 'good'), span('ab', 'bad')]);
    expect(fitRow(cells, 20)).toBe(cells);
    expect(rowWidth(fitRow([span('漢'), span('漢')], 3))).toBe(2);
  });

  it('hold no control character, whatever they are made of', () => {
    expect(rowText([span('a\x1b[2Jb\u009b1m')])).toBe('a[2Jb1m');
  });

  it('slice their spans by offset', () => {
    const spans = [span('one', 'strong'), span('two'), span('three', 'code')];
    expect(sliceSpans(spans, 2, 8)).toEqual([span('e', 'strong'), span('two'), span('th', 'code')]);
  });
});
