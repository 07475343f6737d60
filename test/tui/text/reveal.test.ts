import { describe, expect, it } from 'vitest';
import { bytes, count, duration, plural, took } from '../../../packages/tui/src/text/format.ts';
import { revealLine } from '../../../packages/tui/src/text/reveal.ts';
import { rowText } from '../../../packages/tui/src/text/row.ts';

describe('revealLine', () => {
  it.each([
    ['ls -la', 'ls -la'],
    ['echo \x1b[2K\rrm -rf /', 'echo <ESC>[2K<CR>rm -rf /'],
    ['echo hi\u202e ;fr- mr', 'echo hi<U+202E> ;fr- mr'],
    ['rm\u00a0-rf', 'rm<U+00A0>-rf'],
    ['a\tb', 'a<TAB>b'],
    ['x\u200b\u200d\ufe0f\u{e0041}', 'x<U+200B><U+200D><U+FE0F><U+E0041>'],
    ['漢字 👍', '漢字 👍'],
    ['\ud800', '<U+D800>'],
  ])('shows %j as %j', (line, shown) => {
    expect(rowText(revealLine(line))).toBe(shown);
  });

  it('sets off what was hidden', () => {
    expect(revealLine('a\0b')).toEqual([
      { text: 'a', tone: 'strong' },
      { text: '<NUL>', tone: 'hidden' },
      { text: 'b', tone: 'strong' },
    ]);
  });
});

describe('formats', () => {
  it('write counts, sizes and times as people read them', () => {
    expect([0, 999, 1_000, 190_482, 1_234_567].map(count)).toEqual(['0', '999', '1,000', '190,482', '1,234,567']);
    expect([plural(1, 'line'), plural(2_250, 'line')]).toEqual(['1 line', '2,250 lines']);
    expect([0, 1_023, 1_024, 1_536, 26_624, 16 * 1_048_576].map(bytes)).toEqual([
      '0 B',
      '1023 B',
      '1 KiB',
      '1.5 KiB',
      '26 KiB',
      '16 MiB',
    ]);
    expect([4.9, 65, 7_380].map(duration)).toEqual(['4s', '1m 05s', '2h 03m']);
    expect([0.42, 3, 12.6].map(took)).toEqual(['0.4s', '3s', '12s']);
  });
});
