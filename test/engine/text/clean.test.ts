import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanOutput, disarm, pastEscape } from '../../../packages/engine/src/text/clean.ts';
import { clip, grouped, seconds, size } from '../../../packages/engine/src/text/format.ts';
import { LineFeed } from '../../../packages/engine/src/text/line-feed.ts';

const ESC = '\x1b';

describe('output as the model is shown it', () => {
  test.each([
    ['colours', `${ESC}[1;31merror${ESC}[0m`, 'error'],
    ['a cursor movement and an erased line', `a${ESC}[2K${ESC}[1Gb`, 'ab'],
    ['a private mode', `${ESC}[?1049hx`, 'x'],
    ['an 8-bit CSI', 'a\x9b31mb', 'ab'],
    ['a title', `${ESC}]0;title\x07text`, 'text'],
    ['a clipboard write, ended by ST', `${ESC}]52;c;aGk=${ESC}\\text`, 'text'],
    ['an 8-bit OSC', '\x9d0;title\x9ctext', 'text'],
    ['a link', `${ESC}]8;;http://x${ESC}\\here${ESC}]8;;${ESC}\\`, 'here'],
    ['an unterminated OSC, which ends with its line', `${ESC}]0;title\nnext`, '\nnext'],
    ['an unterminated CSI', `a${ESC}[12`, 'a'],
    ['a device control string', `${ESC}Pq#0${ESC}\\x`, 'x'],
    ['a charset', `${ESC}(Bx`, 'x'],
    ['a reset', `${ESC}cx`, 'x'],
    ['CRLF', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['a progress bar', '10%\r50%\r100%\n', '100%\n'],
    ['a progress bar that is not ended', '10%\r50%', '50%'],
    ['backspaces', 'abc\b\bX', 'aX'],
    ['NUL and DEL', 'a\0b\x7f', 'a␀b␡'],
    ['a bell', 'a\x07', 'a␇'],
    ['tabs', 'a\tb', 'a\tb'],
  ])('has no %s', (_, raw, shown) => {
    expect(cleanOutput(raw)).toBe(shown);
  });

  test('never has a control character but tab and line feed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(ESC, '[', ']', '\r', '\b', '\x9b', '\x07', '\\', '3', 'm'))),
        (parts) => {
          expect(cleanOutput(parts.join(''))).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
        },
      ),
    );
  });

  test.each([`${ESC}[`, `${ESC}]`, `${ESC}P`, '\r', `${ESC}[0`, '\b', `x\b`])(
    'takes time in proportion to its length for %j',
    (part) => {
      const hostile = part.repeat(400_000);
      const began = process.cpuUsage().user;
      cleanOutput(hostile);
      expect(process.cpuUsage(undefined).user - began).toBeLessThan(3_000_000);
    },
  );

  test('puts a backslash before what could be taken for wisp’s own words', () => {
    expect(disarm('[… 3 lines\n  [held back: x\nstdout:\nexit status: 0\nended by signal\nplain [held back\n')).toBe(
      '\\[… 3 lines\n\\  [held back: x\n\\stdout:\n\\exit status: 0\n\\ended by signal\nplain [held back\n',
    );
  });

  test('moves a cut past the escape sequence that it would split', () => {
    const bytes = Buffer.from(`ab${ESC}[31mcd`);
    expect([0, 2, 3, 5, 6, 7].map((at) => pastEscape(bytes, at))).toEqual([0, 2, 7, 7, 7, 7]);
  });
});

describe('how numbers read', () => {
  test('sizes are rounded up, so that they never understate', () => {
    expect([0, 1, 1023, 1024, 1025, 184_320, 16_777_216, 16_777_217].map(size)).toEqual([
      '0 bytes',
      '1 byte',
      '1023 bytes',
      '1 KiB',
      '2 KiB',
      '180 KiB',
      '16 MiB',
      '17 MiB',
    ]);
  });

  test('counts are grouped, times are short, long text is clipped at a character', () => {
    expect([0, 999, 1_000, 2_270_000].map(grouped)).toEqual(['0', '999', '1,000', '2,270,000']);
    expect([0.04, 9.96, 42, 185].map(seconds)).toEqual(['0.0 s', '10.0 s', '42 s', '3 min 5 s']);
    expect([clip('short', 10), clip('你好你好', 9)]).toEqual(['short', '你好…']);
  });
});

describe('the line feed', () => {
  const read = (chunks: readonly Buffer[], options = {}): string[] => {
    const lines: string[] = [];
    const feed = new LineFeed((line) => lines.push(line), options);
    for (const chunk of chunks) feed.push(chunk);
    feed.finish();
    return lines;
  };

  test('gives the same lines wherever the bytes are cut', () => {
    const bytes = Buffer.from('one\ntwo 你好\n\nlast 🙂');
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['one', 'two 你好', '', 'last 🙂']);
    }
  });

  test('bounds what it holds of a line, and counts it as one', () => {
    const lines = read([...Array.from({ length: 40 }, () => Buffer.alloc(65_536, 'x')), Buffer.from('\nnext\n')]);
    expect([lines.length, lines[0]?.length, lines[1]]).toEqual([2, 65_536, 'next']);
  });

  test('reads text whose lines end with carriage returns alone, when it is told to', () => {
    expect(read([Buffer.from('one\rtwo\r')], { carriageReturns: true })).toEqual(['one', 'two']);
    expect(read([Buffer.from('one\r\ntwo\r\n')], { carriageReturns: true })).toEqual(['one\r', 'two\r']);
    expect(read([Buffer.from('one\rtwo\r')])).toEqual(['one\rtwo\r']);
  });
});
