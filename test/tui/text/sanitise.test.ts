import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanInline, cleanLine, cleanLines } from '../../../packages/tui/src/text/sanitise.ts';
import { ATTACKS } from '../hostile.ts';

const UNSAFE =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/;

/** Texts made of what sequences are made of, so that they nest, break off and overlap. */
const nasty = fc
  .array(
    fc.constantFrom(
      ...[
        '\x1b',
        '[',
        ']',
        'P',
        '_',
        '^',
        'X',
        '\\',
        '\x07',
        '\x9b',
        '\x9c',
        '\x9d',
        '\x90',
        '0',
        ';',
        '?',
        'm',
        'K',
        'a',
        ' ',
      ],
      ...[
        '\r',
        '\b',
        '\t',
        '\0',
        '\x18',
        '\x7f',
        '\x85',
        '\u200d',
        '\u202e',
        '\ufe0f',
        '👍',
        '漢',
        'é',
        '\ud800',
        '\u{e0041}',
      ],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('cleanLine', () => {
  it.each(Object.entries(ATTACKS))('leaves nothing of %s but the words around it', (name, bytes) => {
    const clean = cleanLine(`before ${bytes}after`);
    expect(clean).not.toMatch(UNSAFE);
    expect(clean.startsWith('before ')).toBe(true);
    expect(clean.endsWith('after')).toBe(true);
    if (!name.includes('never ends')) expect(clean).toBe('before after');
  });

  it('shows the text of a sequence that never ends, and does not let it eat what follows', () => {
    expect(cleanLine('a \x1b]0;title and the rest')).toBe('a 0;title and the rest');
    expect(cleanLine('a \x1bPq and the rest')).toBe('a q and the rest');
    expect(cleanLine('a \x1b]0;title\x1b[31m red')).toBe('a 0;title red');
  });

  it.each([
    ['10%\r50%\rdone', 'done'],
    ['10%\r50%\r', '50%'],
    ['text\r', 'text'],
    ['spinner |\b/\b-', 'spinner -'],
    ['N\bNA\bAM\bM', 'NAM'],
    ['a\tb', 'a       b'],
    ['漢字\tb', '漢字    b'],
    ['12345678\tb', '12345678        b'],
    ['👨\u200d👩\u200d👧 ok', '👨👩👧 ok'],
    ['half \ud83d pair', 'half \ufffd pair'],
    ['one\u2028two', 'one two'],
  ])('shows %j as %j', (line, clean) => {
    expect(cleanLine(line)).toBe(clean);
  });

  it('leaves no control or invisible character of anything', () => {
    fc.assert(
      fc.property(nasty, (line) => {
        expect(cleanLine(line)).not.toMatch(UNSAFE);
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns text that holds nothing to clean as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', '~', 'ß', '漢', '한', '─') }), (line) => {
        expect(cleanLine(line)).toBe(line);
      }),
    );
  });

  it('cleans what is clean already to the same', () => {
    fc.assert(
      fc.property(nasty, (line) => {
        const once = cleanLine(line);
        expect(cleanLine(once)).toBe(once);
      }),
    );
  });

  it.each([
    ['escapes', '\x1b'],
    ['OSC beginnings', '\x1b]'],
    ['8-bit OSC beginnings', '\x9d'],
    ['CSI without an end', '\x1b[1;'],
    ['carriage returns', 'x\r'],
    ['backspaces', 'x\b'],
    ['tabs', '\t'],
    ['colours', '\x1b[31mx\x1b[0m'],
  ])('takes a line of 200,000 characters of %s in milliseconds', (_, unit) => {
    const line = unit.repeat(Math.ceil(200_000 / unit.length));
    const start = performance.now();
    cleanLine(line);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('cleanLines', () => {
  it('splits at line feeds alone, takes CR LF for one, and adds no empty line at the end', () => {
    expect(cleanLines('a\r\nb\n\nc\n')).toEqual(['a', 'b', '', 'c']);
    expect(cleanLines('')).toEqual(['']);
    expect(cleanLines('no end')).toEqual(['no end']);
  });
});

describe('cleanInline', () => {
  it('makes one line of several', () => {
    expect(cleanInline('make \\\n\x1b[1minstall')).toBe('make \\ install');
  });
});
