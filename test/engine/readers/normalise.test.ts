import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReaderLine } from '../../../packages/engine/src/readers/line.ts';
import { LineNormaliser } from '../../../packages/engine/src/readers/normalise.ts';

function normalise(lines: readonly string[]): ReaderLine[] {
  const normaliser = new LineNormaliser();
  const out = lines.flatMap((line) => [...normaliser.push(line)]);
  return [...out, ...normaliser.flush()];
}

const texts = (lines: readonly string[]) => normalise(lines).map((line) => line.text);
const lanes = (lines: readonly string[]) => normalise(lines).map((line) => line.lane);

describe('cleaning a line', () => {
  it('drops a byte order mark, a trailing carriage return and NUL bytes', () => {
    expect(texts(['\ufefffirst\r', 'se\0cond', '\ufffd kept'])).toEqual(['first', 'second', '\ufffd kept']);
  });

  it('keeps what a progress line showed last', () => {
    expect(texts(['10%\r20%\rdone', '10%\r20%\r', '10%\r\x1b[0m'])).toEqual(['done', '20%', '10%']);
  });

  it('takes fold markers away, which end in a carriage return and a clear', () => {
    expect(texts(['travis_fold:start:a\r\x1b[0K$ make', 'travis_fold:end:a\r\x1b[0K'])).toEqual(['$ make', '']);
  });

  it('applies backspaces', () => {
    expect(texts(['ab\b\bxy', '\b\ba'])).toEqual(['xy', 'a']);
  });

  it.each([
    ['colours', '\x1b[1;31merror\x1b[0m', 'error'],
    ['colon and question mark parameters', '\x1b[38:5:1mred\x1b[?25l', 'red'],
    ['charset shifts', 'red\x1b(B\x1b[m', 'red'],
    ['keypad and cursor saving', '\x1b=\x1b7a\x1b8\x1b>', 'a'],
    ['hyperlinks, keeping their text', '\x1b]8;;https://a.b\x1b\\text\x1b]8;;\x07', 'text'],
    ['cursor moves to the right, which stand for spaces', 'a\x1b[2Cb', 'a  b'],
    ['moves to the first column, which overwrite', 'old\x1b[1Gnew', 'new'],
    ['an unfinished sequence', 'a\x1b]0;title', 'a0;title'],
  ])('strips %s', (_what, raw, expected) => {
    expect(texts([raw])).toEqual([expected]);
  });

  it('shows readers the first 8,192 characters of a longer line', () => {
    expect(texts(['x'.repeat(840_000)])).toEqual(['x'.repeat(8192)]);
    expect(texts([`${'\x1b[31mx\x1b[0m'.repeat(20_000)}`])[0]).toMatch(/^x{4,8192}/);
  });
});

describe('the prefix of a log', () => {
  it.each([
    ['ISO timestamps', '2026-01-02T03:04:05.1234567Z '],
    ['bracketed timestamps', '[2026-01-02T03:04:05.123Z] '],
    ['clock times', '03:04:05 '],
    ['bracketed clock times', '[03:04:05] '],
    ['clock times with a level', '03:04:05     INFO - '],
    ['worker timestamps', '[task 2026-01-02T03:04:05.123Z] '],
    ['runner timestamps with a stream', '2026-01-02T03:04:05.123456Z 01O '],
    ['container runtime streams', '2026-01-02T03:04:05.123456789Z stderr F '],
  ])('takes %s off', (_what, prefix) => {
    const lines = ['make', 'a.c:1:2: error: x', '', 'done'];
    expect(texts(lines.map((line) => prefix + line))).toEqual(lines);
  });

  it.each([
    ['Docker Compose', 'web-1  | ', 'web-1'],
    ['a task runner', '@scope/pkg:build: ', '@scope/pkg:build'],
    ['parallel commands', '[server] ', 'server'],
    ['a workspace runner', 'packages/web build: ', 'packages/web build'],
    ['an image build', '#12 3.456 ', '#12'],
  ])('keeps the task that %s names as the lane', (_what, prefix, lane) => {
    const lines = ['make', 'a.c:1:2: error: x', 'done', 'more'].map((line) => prefix + line);
    expect(texts(lines)).toEqual(['make', 'a.c:1:2: error: x', 'done', 'more']);
    expect(lanes(lines)).toEqual([lane, lane, lane, lane]);
  });

  it('takes nested prefixes off and keeps the inner lane', () => {
    const lines = ['web:build: a', 'api:build: b', 'web:build: c', 'api:build: d'].map((l) => `03:04:05 ${l}`);
    expect(normalise(lines)).toEqual([
      { number: 1, text: 'a', lane: 'web:build' },
      { number: 2, text: 'b', lane: 'api:build' },
      { number: 3, text: 'c', lane: 'web:build' },
      { number: 4, text: 'd', lane: 'api:build' },
    ]);
  });

  it('leaves file positions, levels and a lone timestamp alone', () => {
    for (const lines of [
      ['src/a.c:12:5: error: x', 'src/a.c:13:5: error: y', 'src/a.c:14:5: error: z'],
      ['[ERROR] a', '[INFO] b', '[WARNING] c'],
      ['2026-01-02T03:04:05Z one', 'two', 'three', 'four'],
    ]) {
      expect(texts(lines)).toEqual(lines);
    }
  });

  it('finds a prefix that starts after the first sample', () => {
    const before = Array.from({ length: 300 }, (_, i) => `installing ${i}`);
    const after = Array.from({ length: 3000 }, (_, i) => `web:build: step ${i}`);
    expect(normalise([...before, ...after]).at(-1)).toEqual({ number: 3300, text: 'step 2999', lane: 'web:build' });
  });
});

it('gives every line of any bytes once, in order, and never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 450 }), (rows) => {
      const lines = rows.map((row) => new TextDecoder().decode(row).replaceAll('\n', ''));
      expect(normalise(lines).map((line) => line.number)).toEqual(lines.map((_, index) => index + 1));
    }),
    { numRuns: 50 },
  );
});
