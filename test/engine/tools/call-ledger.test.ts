import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CallLedger,
  type MadeCall,
  REPEAT_LINE_BYTES,
  type ResultMark,
  repeatLine,
} from '../../../packages/engine/src/tools/call-ledger.ts';

const request = (name: string, args: Record<string, unknown> = {}) => ({ id: 'x', name, arguments: args });
const whole = (sha256: string | null): ResultMark => ({ sha256, room: null, source: null });
const made = (entry: number, mark: ResultMark, changes: Partial<MadeCall> = {}): MadeCall => ({
  entry,
  id: `call${entry}`,
  mark,
  recalled: false,
  changes: false,
  ...changes,
});

/** What a ledger says of the second of two calls with these results. */
function second(first: ResultMark, then: ResultMark): boolean | null | undefined {
  const ledger = new CallLedger();
  ledger.note(request('t'), made(1, first));
  return ledger.note(request('t'), made(2, then))?.same;
}

describe('the ledger of calls', () => {
  it('knows a call by its tool and arguments, whatever the order of their keys', () => {
    const ledger = new CallLedger();
    expect(ledger.note(request('a', { x: 1, y: { p: [1, 2], q: null } }), made(1, whole('h')))).toBeNull();
    expect(ledger.repeats(request('a', { y: { q: null, p: [1, 2] }, x: 1 }))).toBe(true);
    for (const other of [
      request('b', { x: 1, y: { p: [1, 2], q: null } }),
      request('a', { x: 1, y: { p: [2, 1], q: null } }),
      request('a', { x: '1', y: { p: [1, 2], q: null } }),
      request('a', { x: 1 }),
    ])
      expect(ledger.repeats(other)).toBe(false);
  });

  it('counts, names the last call before, and counts equal results in a row', () => {
    const ledger = new CallLedger();
    const results = ['h', 'h', 'h', 'i', 'i'].map((hash, i) => ledger.note(request('t'), made(i + 1, whole(hash))));
    expect(results).toEqual([
      null,
      { count: 2, entry: 1, of: 'call1', same: true, streak: 2, recalled: false },
      { count: 3, entry: 2, of: 'call2', same: true, streak: 3, recalled: false },
      { count: 4, entry: 3, of: 'call3', same: false, streak: 1, recalled: false },
      { count: 5, entry: 4, of: 'call4', same: true, streak: 2, recalled: false },
    ]);
  });

  it('says that results are the same, or differ, only where that is certain', () => {
    const part = (sha256: string, room: number, source: string | null = null) => ({ sha256, room, source });
    expect(second(whole('h'), whole('h'))).toBe(true);
    expect(second(whole('h'), whole('i'))).toBe(false);
    expect(second(whole(null), whole(null))).toBeNull();
    expect(second(whole('h'), whole(null))).toBeNull();
    expect(second(part('h', 4_096), part('h', 3_840))).toBe(true);
    expect(second(part('h', 4_096), part('i', 3_840))).toBeNull();
    expect(second(part('h', 3_840), part('i', 3_840))).toBe(false);
    expect(second(part('h', 4_096), whole('i'))).toBeNull();
    expect(second(part('h', 4_096, 'file'), part('i', 3_840, 'file'))).toBe(true);
    expect(second(part('h', 4_096, 'file'), part('i', 3_840, 'other'))).toBeNull();
  });

  it('takes every call for a new one after an edit, but the edits themselves', () => {
    const ledger = new CallLedger();
    const edit = made(2, whole('e'), { changes: true });
    ledger.note(request('look'), made(1, whole('h')));
    ledger.note(request('edit', { n: 1 }), edit);
    ledger.note(request('edit', { n: 2 }), { ...edit, entry: 3 });
    expect(
      [request('look'), request('edit', { n: 1 }), request('edit', { n: 2 })].map((r) => ledger.repeats(r)),
    ).toEqual([false, true, true]);
    ledger.clear();
    expect(ledger.repeats(request('edit', { n: 1 }))).toBe(false);
  });
});

describe('the line above a repeated call', () => {
  const base = { count: 2, entry: 7, of: 'x', same: true, streak: 2, recalled: true };

  it('is as certain as what is known, and says how to see an earlier result that is another', () => {
    const times = '[This call was made 2 times in this turn; entry 7 was the last before.';
    expect(repeatLine(base)).toBe(`${times} Its result is the same as then.]`);
    expect(repeatLine({ ...base, same: false })).toBe(
      `${times} Its result differs from then. To see that one, memory: "recall entry 7".]`,
    );
    expect(repeatLine({ ...base, same: null, recalled: false })).toBe(`${times}]`);
    expect(repeatLine({ ...base, count: 5, streak: 3 })).toBe(
      '[This call was made 5 times in this turn; entry 7 was the last before. Its result is the same, 3 times in a row. Unless something else changes it will stay so: do something else, or say what you need.]',
    );
  });

  it('never has more bytes than are kept for it', () => {
    const large = fc.integer({ min: 1, max: 999_999 });
    fc.assert(
      fc.property(large, large, large, fc.constantFrom(true, false, null), fc.boolean(), (...values) => {
        const [count, entry, streak, same, recalled] = values;
        const line = repeatLine({ count, entry, streak, same, recalled, of: '' });
        expect(Buffer.byteLength(`${line}\n`)).toBeLessThanOrEqual(REPEAT_LINE_BYTES);
      }),
    );
  });
});
