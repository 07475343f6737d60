import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecallClauses } from '../../../packages/engine/src/budget/ways.ts';
import { type RecallPage, recallPage } from '../../../packages/engine/src/memory/recall.ts';
import type { Reader, Subject } from '../../../packages/engine/src/memory/subject.ts';
import { ALL, ID, model, nextOf, person, subjectOf } from './support.ts';

function page(subject: Subject, clauses: Partial<RecallClauses>, reader: Reader): RecallPage {
  const given = recallPage(subject, { ...ALL, ...clauses }, reader);
  if ('problem' in given) throw new Error(given.problem);
  return given;
}

/** Every page to the end, by the request that each names. */
function pages(subject: Subject, reader: Reader, clauses: Partial<RecallClauses> = {}): RecallPage[] {
  const given: RecallPage[] = [];
  for (let next: RecallClauses | null = { ...ALL, ...clauses }; next; ) {
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

  test.each<[string, Partial<RecallClauses>, string[]]>([
    [
      'some lines',
      { scope: { kind: 'lines', from: 3, to: 4 } },
      ['lines 3–4 of 9; asked for: lines 3–4', '3: c', '4: d'],
    ],
    ['one line', { scope: { kind: 'lines', from: 3, to: 3 } }, ['line 3 of 9; asked for: line 3', '3: c']],
    [
      'the first lines',
      { scope: { kind: 'head', count: 2 } },
      ['lines 1–2 of 9; asked for: the first 2 lines', '1: a', '2: b'],
    ],
  ])('gives %s, and the way to what comes after', (_, clauses, [header, ...rows]) => {
    const subject = subjectOf('a\nb\nc\nd\ne\nf\ng\nh\ni\n');
    const last = Number(rows.at(-1)?.split(':')[0]);
    expect(page(subject, clauses, model(4_096)).text.split('\n')).toEqual([
      `[output ${ID} of run_command; ${header}]`,
      ...rows,
      `[end of what was asked for; after it: memory "recall output ${ID} from line ${last + 1}"]`,
    ]);
  });

  test('gives the last lines, and all of an output that has fewer', () => {
    const subject = subjectOf('a\nb\nc');
    const last = (count: number) => page(subject, { scope: { kind: 'tail', count } }, model(4_096)).text.split('\n');
    expect(last(2)).toEqual([
      `[output ${ID} of run_command; lines 2–3 of 3; asked for: the last 2 lines]`,
      '2: b',
      '3: c',
      '[end of the output]',
    ]);
    expect(last(9).slice(1, -1)).toEqual(['1: a', '2: b', '3: c']);
  });

  test('repeats what was asked for in the request for the next page, and ends where that ends', () => {
    const subject = subjectOf(Array.from({ length: 500 }, (_, i) => `${i + 1}${'x'.repeat(60)}`).join('\n'));
    for (const scope of [
      { kind: 'lines', from: 20, to: 320 },
      { kind: 'head', count: 300 },
      { kind: 'tail', count: 300 },
    ] as const) {
      const given = pages(subject, model(4_096), { scope });
      const numbers = given.flatMap((one) => one.rows.map((row) => row.line));
      const first = scope.kind === 'lines' ? 20 : scope.kind === 'head' ? 1 : 201;
      const count = scope.kind === 'lines' ? 301 : 300;
      expect(numbers).toEqual(Array.from({ length: count }, (_, i) => first + i));
    }
  });

  test('says that the ceiling cut an output, where what was kept ends', () => {
    expect(page(subjectOf('a\n', 3_000), {}, model(4_096)).text.split('\n').at(-1)).toBe(
      '[end of what was kept; 3,000 bytes more (3 KiB) passed the ceiling and were not kept]',
    );
  });

  test('says that an output is empty', () => {
    expect(page(subjectOf(''), {}, model(4_096)).text).toBe(
      `[output ${ID} of run_command is empty: it has 0 bytes, and there is nothing to read]`,
    );
  });

  test('says why nothing can be seen of lines that hold control sequences alone', () => {
    const given = pages(subjectOf('\x1b[31m\x1b[0m\n'.repeat(3_000)), model(4_096));
    expect(given.at(-1)?.end).toBe(30_000);
    for (const { text } of given)
      expect(text).toContain(
        '[nothing of these lines can be seen: they are blank, or hold terminal control sequences alone]',
      );
  });

  test.each<[string, Partial<RecallClauses>, string, Partial<RecallClauses>]>([
    [
      'a line past the end',
      { from: { line: 9, byte: 1 } },
      'the output has 3 lines; there is no line 9',
      { from: { line: 1, byte: 1 } },
    ],
    [
      'lines past the end',
      { scope: { kind: 'lines', from: 7, to: 9 } },
      'the output has 3 lines; there is no line 7',
      { from: { line: 1, byte: 1 } },
    ],
    [
      'a byte past the end of its line',
      { from: { line: 2, byte: 9 } },
      'line 2 has 5 bytes; there is no byte 9',
      { from: { line: 2, byte: 1 } },
    ],
    [
      'a line that is not among those asked for',
      { scope: { kind: 'head', count: 2 }, from: { line: 3, byte: 1 } },
      'line 3 is not among the lines 1–2 that are asked for',
      { scope: { kind: 'head', count: 2 } },
    ],
  ])('answers %s with what is wrong and a request that works', (_, clauses, problem, instead) => {
    const subject = subjectOf('one\nfour\nseven\n');
    const given = recallPage(subject, { ...ALL, ...clauses }, model(4_096));
    const example = { action: 'recall', target: { output: ID }, clauses: { ...ALL, ...instead } };
    expect(given).toEqual({ problem, example });
    expect(page(subject, instead, model(4_096)).rows.length).toBeGreaterThan(0);
  });

  test('shows lines as a terminal would leave them, and none that could be taken for its own words', () => {
    const text = page(subjectOf('\x1b[31mred\x1b[0m\n10%\r100%\n[held back: all]\r\nstdout:\n'), {}, model(4_096)).text;
    expect(text.split('\n').slice(1, -1)).toEqual(['1: red', '2: 100%', '3: \\[held back: all]', '4: stdout:']);
  });

  test('stays within its room and loses nothing of coloured lines that are cut', () => {
    const cell = fc.constantFrom(
      '\x1b[38;5;196mred\x1b[0m',
      'plain ',
      '你好',
      '\u{1f642}',
      '\x1b]8;;http://a/b\x07link',
      '\x00',
    );
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 300, max: 2_000 }),
        (cells, times) => {
          const line = cells.join('').repeat(times);
          const given = pages(subjectOf(line), model(4_096));
          expect(given.at(-1)?.end).toBe(Buffer.byteLength(line));
          const shown = given.flatMap((one) => one.rows.map((row) => row.text)).join('');
          const visible = line.replaceAll(/\x1b\[[\d;]*m|\x1b\][^\x07]*\x07/g, '').replaceAll('\x00', '\u2400');
          expect(shown).toBe(visible);
        },
      ),
      { numRuns: 30 },
    );
  });
});
