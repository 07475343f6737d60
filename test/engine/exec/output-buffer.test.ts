import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { OutputBuffer } from '../../../packages/engine/src/exec/output-buffer.ts';
import { Spill } from '../../../packages/engine/src/store/spill.ts';

const directory = mkdtempSync(join(tmpdir(), 'wisp-spill-'));
afterAll(() => rmSync(directory, { recursive: true }));

let next = 0;
const spillPath = () => join(directory, `${next++}.spill`);

async function fill(chunks: readonly Buffer[], bound: number, ceiling = 1_000_000): Promise<OutputBuffer> {
  const buffer = new OutputBuffer({ bound, openSpill: () => new Spill(spillPath(), ceiling) });
  for (const chunk of chunks) {
    const copy = Buffer.from(chunk);
    const wait = buffer.push(copy);
    await wait;
    // A chunk may change as soon as the buffer has taken it.
    copy.fill(0);
  }
  return buffer;
}

const chunks = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é'), maxLength: 60 }).map((s) => Buffer.from(s)),
  { maxLength: 60 },
);

describe('the output buffer', () => {
  test('holds the first and last bytes, counts everything, and spills all of it', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, fc.integer({ min: 1, max: 100 }), async (list, bound) => {
        const all = Buffer.concat(list);
        const buffer = await fill(list, bound);
        expect(buffer.bytes).toBe(all.length);
        expect(buffer.head()).toEqual(all.subarray(0, bound));
        expect(buffer.tail()).toEqual(all.subarray(-bound));
        expect(buffer.lines).toBe(all.length === 0 ? 0 : all.toString('latin1').replace(/\n$/, '').split('\n').length);
        const whole = buffer.whole();
        if (whole) expect(whole).toEqual(all);
        else expect(Buffer.concat([...(buffer.spill?.blocks(all.length) ?? [])])).toEqual(all);
        expect(buffer.spill !== null).toBe(all.length > 2 * bound);
        await buffer.spill?.remove();
      }),
      { numRuns: 200 },
    );
  });

  test('stops writing at the ceiling and goes on counting', async () => {
    const buffer = await fill(
      Array.from({ length: 50 }, () => Buffer.from('0123456789')),
      20,
      133,
    );
    expect(buffer.spill?.bytes).toBe(133);
    expect(readFileSync(buffer.spill?.path ?? '').toString()).toBe('0123456789'.repeat(14).slice(0, 133));
    expect(buffer.bytes).toBe(500);
  });

  test('goes on, and says why, when the spill can not be written', async () => {
    const buffer = new OutputBuffer({ bound: 4, openSpill: () => new Spill('/nowhere/at/all.spill', 100) });
    for (const text of ['first', 'second', 'third']) await buffer.push(Buffer.from(text));
    expect(buffer.spill?.failure).toMatch(/ENOENT/);
    expect([buffer.head().toString(), buffer.tail().toString(), buffer.bytes]).toEqual(['firs', 'hird', 16]);
  });
});
