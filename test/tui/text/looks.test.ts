import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySgr } from '../../../packages/tui/src/text/look.ts';
import { lineLooks } from '../../../packages/tui/src/text/looks.ts';
import { cleanLine } from '../../../packages/tui/src/text/sanitise.ts';

const looksOf = (line: string) => lineLooks(line, cleanLine(line), null);

describe('the colours of an output', () => {
  it.each([
    ['1;31', { bold: true, color: 'ansi256(1)' }],
    ['91;44', { color: 'ansi256(9)', backgroundColor: 'ansi256(4)' }],
    ['38;5;208', { color: 'ansi256(208)' }],
    ['38;2;1;2;3;4', { color: 'rgb(1, 2, 3)', underline: true }],
    ['38:2::1:2:3', { color: 'rgb(1, 2, 3)' }],
    ['48:5:7', { backgroundColor: 'ansi256(7)' }],
    ['3;4;7;9', { italic: true, underline: true, inverse: true, strikethrough: true }],
    ['8', null],
    ['5', null],
    ['38;5;999', null],
    ['', null],
  ])('are read from ESC[%sm', (parameters, look) => {
    expect(applySgr(null, parameters)).toEqual(look);
  });

  it('end as they were begun', () => {
    const red = applySgr(null, '1;2;3;31;42');
    expect(applySgr(red, '22;23;39;49')).toBeNull();
    expect(applySgr(red, '0')).toBeNull();
    expect(applySgr(applySgr(null, '4'), '4:0')).toBeNull();
  });

  it('stand at the places of the clean text, tabs expanded', () => {
    expect(looksOf('a\tb\x1b[32m\tok\x1b[m')).toEqual({
      runs: [
        { at: 9, look: { color: 'ansi256(2)' } },
        { at: 18, look: null },
      ],
      after: null,
    });
  });

  it('go on behind the line until they are ended', () => {
    expect(looksOf('\x1b[31mred').after).toEqual({ color: 'ansi256(1)' });
    expect(lineLooks('still', 'still', { color: 'ansi256(1)' }).runs).toEqual([
      { at: 0, look: { color: 'ansi256(1)' } },
    ]);
  });

  it('are left out where a carriage return wrote the line anew', () => {
    expect(looksOf('\x1b[31m 10%\r\x1b[32m100% done')).toEqual({ runs: [], after: { color: 'ansi256(2)' } });
  });

  it('never change the text, whatever bytes came', () => {
    const piece = fc.constantFrom(
      '\x1b[31m',
      '\x1b[0m',
      '\x1b[',
      '\t',
      'ab',
      '漢',
      '\r',
      '\b',
      '\x1b]52;c;x\x07',
      'é',
      '\x9b1m',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const line = pieces.join('');
        const clean = cleanLine(line);
        for (const { at } of lineLooks(line, clean, null).runs) expect(at).toBeLessThanOrEqual(clean.length);
      }),
    );
  });

  it('of a line of 200,000 tabs and colours take no time to speak of', () => {
    const line = '\x1b[31m\tx\x1b[0m'.repeat(20_000);
    expect(looksOf(line).runs).toHaveLength(40_000);
  });
});
