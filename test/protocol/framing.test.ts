import { PassThrough, Readable, Writable } from 'node:stream';
import { encodeLine, type Frame, LineSplitter, LineWriter, MAX_LINE_BYTES, readFrames } from '@wisp/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** The frames of `bytes`, pushed in pieces cut at `cuts`. */
function split(bytes: Buffer, cuts: readonly number[], max?: number): Frame[] {
  const splitter = new LineSplitter(max);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const frames: Frame[] = [];
  let from = 0;
  for (const to of [...places, bytes.length]) {
    frames.push(...splitter.push(bytes.subarray(from, to)));
    from = to;
  }
  const rest = splitter.flush();
  return rest ? [...frames, rest] : frames;
}

const lines = (...texts: string[]): Frame[] => texts.map((text) => ({ kind: 'line', text }));

describe('framing', () => {
  test('gives the same lines wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat()), (texts, cuts) => {
        const clean = texts.map((text) => text.replaceAll(/[\n\r]/g, ' '));
        const bytes = Buffer.from(clean.map((text) => `${text}\n`).join(''));
        expect(split(bytes, cuts)).toEqual(lines(...clean));
      }),
    );
  });

  test('splits at byte 0x0A alone: U+2028, U+2029, NEL, form feed and a lone CR are part of a line', () => {
    const text = 'a\u2028b\u2029c\u0085d\fe\rf';
    expect(split(Buffer.from(`${text}\nnext\n`), [3, 4, 5])).toEqual(lines(text, 'next'));
  });

  test('takes CRLF as a line end', () => {
    expect(split(Buffer.from('one\r\ntwo\r\n'), [4])).toEqual(lines('one', 'two'));
  });

  test('gives the last line also when nothing ends it', () => {
    expect(split(Buffer.from('one\ntwo'), [])).toEqual(lines('one', 'two'));
  });

  test('puts a character that a chunk cuts together again', () => {
    const bytes = Buffer.from('{"text":"你好 🙂"}\n');
    for (let cut = 0; cut <= bytes.length; cut++) expect(split(bytes, [cut])).toEqual(lines('{"text":"你好 🙂"}'));
  });

  test('counts a line over the bound and goes on after it', () => {
    const bytes = Buffer.from(`${'x'.repeat(10)}\n${'y'.repeat(11)}\nz\n`);
    expect(split(bytes, [5, 15, 20], 10)).toEqual([
      ...lines('x'.repeat(10)),
      { kind: 'oversize', bytes: 11 },
      ...lines('z'),
    ]);
  });

  test('bounds a line at 1 MiB', () => {
    const whole = Buffer.from(`${'x'.repeat(MAX_LINE_BYTES)}\n`);
    expect(split(whole, [70_000])).toEqual(lines('x'.repeat(MAX_LINE_BYTES)));
    const over = Buffer.concat([Buffer.from('x'), whole]);
    expect(split(over, [70_000])).toEqual([{ kind: 'oversize', bytes: MAX_LINE_BYTES + 1 }]);
  });

  test('reads an endless line in time that grows with its length alone', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const source = Readable.from(Array.from({ length: 512 }, () => chunk));
    const frames = [];
    for await (const frame of readFrames(source)) frames.push(frame);
    expect(frames).toEqual([{ kind: 'oversize', bytes: 512 * 65_536 }]);
  });

  test('escapes the separators on which other readers would split', () => {
    expect(encodeLine({ text: 'a\u2028b\u2029c\n' })).toBe('{"text":"a\\u2028b\\u2029c\\n"}\n');
    expect(JSON.parse(encodeLine({ text: '\u2028' }))).toEqual({ text: '\u2028' });
  });
});

describe('the line writer', () => {
  test('waits while the reader does not read, and keeps the order', async () => {
    const pipe = new PassThrough({ highWaterMark: 64 });
    const writer = new LineWriter(pipe);
    let sent = 0;
    const all = Array.from({ length: 20 }, (_, i) => writer.send({ n: i, fill: 'x'.repeat(40) }).then(() => sent++));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBeLessThan(20);
    const read: number[] = [];
    for await (const frame of readFrames(pipe)) {
      if (frame.kind === 'line') read.push(JSON.parse(frame.text).n);
      if (read.length === 20) break;
    }
    await Promise.all(all);
    expect(read).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  test('drops lines, and waits for nothing, once the reader is gone', async () => {
    const broken = new Writable({
      write: (_chunk, _encoding, done) => done(new Error('EPIPE')),
    });
    const writer = new LineWriter(broken);
    await writer.send({ a: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    await writer.send({ a: 2 });
    expect(writer.closed).toBe(true);
  });
});
