import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecallClauses } from '../../../packages/engine/src/budget/ways.ts';
import { type RecallPage, recallPage } from '../../../packages/engine/src/memory/recall.ts';
import { readRequestText } from '../../../packages/engine/src/memory/request-text.ts';
import type { Reader, Subject } from '../../../packages/engine/src/memory/subject.ts';
import { ID, model, person, subjectOf } from './support.ts';

const all: RecallClauses = { pattern: null, scope: null, from: null };

function page(subject: Subject, clauses: Partial<RecallClauses>, reader: Reader): RecallPage {
  const given = recallPage(subject, { ...all, ...clauses }, reader);
  if ('problem' in given) throw new Error(given.problem);
  return given;
}

/** The clauses of the request that a page's last line names, read by the grammar; null at the end. */
function nextOf(text: string): RecallClauses | null {
  const hint = /\n\[more: memory "(.*)"\]$/.exec(text)?.[1];
  if (hint === undefined) return null;
  const request = readRequestText(hint, { output: 'ffff' });
  if ('problem' in request || request.action !== 'recall') throw new Error(hint);
  expect(request.target).toEqual({ output: ID });
  return request.clauses;
}

/** Every page to the end, by the request that each names. */
function pages(subject: Subject, reader: Reader, clauses: Partial<RecallClauses> = {}): RecallPage[] {
  const given: RecallPage[] = [];
  for (let next: RecallClauses | null = { ...all, ...clauses }; next; ) {
    const one = page(subject, next, reader);
    expect(Buffer.byteLength(one.text)).toBeLessThanOrEqual(reader.room);
    given.push(one);
    next = nextOf(one.text);
  }
  return given;
}

/** What the rows of some pages hold, put together again. */
function joined(given: readonly RecallPage[], ended: boolean): string {
  const rows = given.flatMap((one) => one.rows);
  const text = rows.map((row, i) => `${row.text}${rows[i + 1]?.line === row.line ? '' : '\n'}`).join('');
  return ended ? text : text.slice(0, -1);
}

describe('a recall of an output', () => {
  test('gives a short output whole, each line with its number', () => {
    expect(page(subjectOf('one\ntwo\n'), {}, model(4_096)).text).toBe(
      `[output ${ID} of run_command; lines 1–2 of 2]\n1: one\n2: two\n[end of the output]`,
    );
  });

  test('says which entry it is of, and that it comes from the store', () => {
    const text = page({ ...subjectOf('one\n'), entry: 7 }, {}, model(4_096)).text;
    expect(text.split('\n')[0]).toBe(`[entry 7, from the store: output ${ID} of run_command; line 1 of 1]`);
  });

  test('names the next page in the words of whoever reads it', () => {
    const subject = subjectOf('x'.repeat(99).concat('\n').repeat(100));
    expect(page(subject, {}, model(4_096)).text).toMatch(
      /\n\[more: memory "recall output 3f9a2c1b00112233 from line 37"\]$/,
    );
    expect(page(subject, {}, person(4_096)).text).toMatch(/\n\[more: wisp recall 3f9a2c1b00112233 --from 37\]$/);
    const wide = { ...person(4_096), window: 8_192 };
    expect(page(subject, {}, wide).text).toMatch(/\n\[more: wisp recall 3f9a2c1b00112233 --from 37 --window 8192\]$/);
  });

  test('reaches every byte of an output, whatever the length of its lines, in about size / room pages', () => {
    const length = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(1_500, 3_900, 4_096, 9_000, 70_000));
    const body = fc.record({
      lengths: fc.array(length, { minLength: 1, maxLength: 60 }),
      letter: fc.constantFrom('x', 'é', '你', '🙂'),
      ended: fc.boolean(),
      room: fc.constantFrom(1_024, 4_096, 26_624, 65_536),
    });
    fc.assert(
      fc.property(body, ({ lengths, letter, ended, room }) => {
        const text = lengths.map((n, i) => `${i}${letter.repeat(n)}`).join('\n') + (ended ? '\n' : '');
        const subject = subjectOf(text);
        const given = pages(subject, model(room));
        expect(joined(given, ended)).toBe(text);
        let end = 0;
        for (const one of given) {
          expect(one.start).toBe(end);
          end = one.end;
        }
        expect(end).toBe(Buffer.byteLength(text));
        // A page's frame takes some of its room, its lines' numbers too, and a page may end at two thirds of it.
        const shown = Buffer.byteLength(text) + lengths.length * 6;
        expect(given.length).toBeLessThanOrEqual(Math.ceil(shown / ((room - 420) * (2 / 3))) + 1);
      }),
      { numRuns: 60 },
    );
  });

  test('goes to the end of one line of 5 MiB, by its bytes', () => {
    const text = Array.from({ length: 5 * 1_024 * 128 }, (_, i) => String(i).padStart(8, '.')).join('');
    const given = pages(subjectOf(text), model(65_536));
    expect(joined(given, false)).toBe(text);
    expect(given.length).toBe(Math.ceil(text.length / 65_536) + 1);
    expect(given[1]?.text).toMatch(
      /^\[output \w+ of run_command; line 1 from byte 65,\d{3} to byte 13\d,\d{3} of 1\]\n1 byte 65\d{3}: /,
    );
  });

  test('goes through 16 MiB to the last byte', () => {
    const line = 'the quick brown fox jumps over the lazy dog, again and again and again, until it is tired\n';
    const bytes = Buffer.alloc(16 * 1_024 * 1_024, line);
    const given = pages(subjectOf(bytes), model(65_536));
    expect(Buffer.from(joined(given, false)).equals(bytes)).toBe(true);
    expect(given.length).toBeLessThan(300);
  });
});
