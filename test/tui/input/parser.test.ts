import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InputEvent, key, keyName } from '../../../packages/tui/src/input/keys.ts';
import { InputParser, MAX_PASTE } from '../../../packages/tui/src/input/parser.ts';

/** Names of the keys of `bytes`, fed in one piece. */
function names(bytes: string | Buffer): string[] {
  const parser = new InputParser();
  const chunk = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
  return [...parser.push(chunk), ...parser.flush()].map(keyName);
}

/** Sequences as terminals send them, each with the key that it is; null for a report that is no key. */
const SEQUENCES: readonly (readonly [string, string | null])[] = [
  ['a', 'a'],
  ['é', 'é'],
  ['漢', '漢'],
  ['👍', '👍'],
  ['\r', 'enter'],
  ['\n', 'ctrl+j'],
  ['\t', 'tab'],
  ['\x7f', 'backspace'],
  ['\x08', 'backspace'],
  ['\x01', 'ctrl+a'],
  ['\x0f', 'ctrl+o'],
  ['\x1a', 'ctrl+z'],
  ['\0', 'ctrl+space'],
  ['\x1b[A', 'up'],
  ['\x1bOB', 'down'],
  ['\x1b[1;5C', 'ctrl+right'],
  ['\x1b[1;3D', 'alt+left'],
  ['\x1b[H', 'home'],
  ['\x1b[4~', 'end'],
  ['\x1b[3~', 'delete'],
  ['\x1b[3;5~', 'ctrl+delete'],
  ['\x1b[5~', 'pageup'],
  ['\x1b[6~', 'pagedown'],
  ['\x1bOP', 'f1'],
  ['\x1b[11~', 'f1'],
  ['\x1b[Z', 'shift+tab'],
  ['\x1bb', 'alt+b'],
  ['\x1b\x7f', 'alt+backspace'],
  ['\x1b\r', 'alt+enter'],
  ['\x1b[13;2u', 'shift+enter'],
  ['\x1b[13;5u', 'ctrl+enter'],
  ['\x1b[111;5u', 'ctrl+o'],
  ['\x1b[97u', 'a'],
  ['\x1b[27;2;13~', 'shift+enter'],
  ['\x1b[200~pasted\rtext\x1b[201~', 'paste'],
  ['\x1b[<64;10;5M', 'wheelup'],
  ['\x1b[<65;10;5M', 'wheeldown'],
  ['\x1b[<0;10;5M', null],
  ['\x1b[<0;10;5m', null],
  ['\x1b[<0;10;5m', null],
  ['\x1b[M !!', null],
  ['\x1b[32;10;5M', null],
  ['\x1b[I', null],
  ['\x1b[O', null],
  ['\x1b[12;40R', null],
  ['\x1b[?1;2c', null],
  ['\x1b[?2026;2$y', null],
  ['\x1b]11;rgb:0000/0000/0000\x07', null],
  ['\x1bP1$r0m\x1b\\', null],
];

describe('InputParser', () => {
  it.each(SEQUENCES)('reads %j as %s', (bytes, name) => {
    expect(names(bytes)).toEqual(name === null ? [] : [name]);
  });

  it('gives the same events however the bytes are split', () => {
    const sequence = fc.constantFrom(...SEQUENCES.map(([bytes]) => bytes));
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 12 }), fc.array(fc.nat(200), { maxLength: 12 }), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(''));
        const whole = new InputParser();
        const expected = merged([...whole.push(bytes), ...whole.flush()]);
        const split = new InputParser();
        const events: InputEvent[] = [];
        let at = 0;
        for (const cut of [...cuts.map((n) => n % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)) {
          events.push(...split.push(bytes.subarray(at, cut)));
          at = cut;
        }
        expect(merged([...events, ...split.flush()])).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a paste whole, its line ends and its escapes too, over any number of reads', () => {
    const parser = new InputParser();
    const text = 'one\rtwo\x1b[31m three\x1b[20';
    const events = [...Buffer.from(`\x1b[200~${text}\x1b[201~x`)].flatMap((byte) => parser.push(Buffer.from([byte])));
    expect(events).toEqual([
      { kind: 'paste', text },
      { kind: 'text', text: 'x' },
    ]);
  });

  it('bounds a paste and goes on after it', () => {
    const parser = new InputParser();
    const events = parser.push(Buffer.from(`\x1b[200~${'x'.repeat(MAX_PASTE + 10)}\x1b[201~y`));
    expect(events.map((event) => (event.kind === 'key' ? '' : event.text.length))).toEqual([MAX_PASTE, 1]);
  });

  it('waits after a lone ESC, and takes it for Escape when nothing more came', () => {
    const parser = new InputParser();
    expect(parser.push(Buffer.from('\x1b'))).toEqual([]);
    expect(parser.waiting).toBe(true);
    expect(parser.flush()).toEqual([key('escape')]);
    expect(parser.waiting).toBe(false);
    expect(names('\x1b\x1b')).toEqual(['escape', 'escape']);
    expect(names('\x1b[')).toEqual(['alt+[']);
  });

  it('throws at nothing and holds nothing for ever', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const parser = new InputParser();
        parser.push(Buffer.from(bytes));
        parser.flush();
        // A paste that has begun waits for its end; nothing else waits.
        expect(parser.waiting).toBe(false);
      }),
    );
  });

  it('reads a megabyte of typed lines in time', () => {
    const start = performance.now();
    expect(names(Buffer.from('line of text\r'.repeat(80_000)))).toHaveLength(160_000);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

/** Texts that follow one another are one text: where a read ends says nothing. */
function merged(events: readonly InputEvent[]): InputEvent[] {
  const out: InputEvent[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if (event.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: last.text + event.text };
    else out.push(event);
  }
  return out;
}

describe('the terminal’s background', () => {
  it.each([
    ['\x1b]11;rgb:ffff/ffff/ffff\x07', true],
    ['\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\', false],
    ['\x1b]11;rgb:f0/f0/e0\x07', true],
    ['\x1b]11;unknown\x07', null],
    ['\x1b]10;rgb:ffff/ffff/ffff\x07', null],
  ])('is read from %j, and no key is made of it', (bytes, light) => {
    const parser = new InputParser();
    expect(parser.push(Buffer.from(bytes))).toEqual([]);
    expect(parser.lightBackground).toBe(light);
  });
});
