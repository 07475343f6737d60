import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecallClauses } from '../../../packages/engine/src/budget/ways.ts';
import { type MatchPage, matchPage } from '../../../packages/engine/src/memory/matching.ts';
import { recallPage } from '../../../packages/engine/src/memory/recall.ts';
import type { Reader, Subject } from '../../../packages/engine/src/memory/subject.ts';
import { ALL, ID, model, nextOf, person, subjectOf } from './support.ts';

const never = new AbortController().signal;

async function match(
  subject: Subject,
  pattern: string,
  clauses: Partial<RecallClauses> = {},
  reader: Reader = model(4_096),
): Promise<MatchPage> {
  const given = await matchPage(subject, { ...ALL, ...clauses, pattern }, reader, never);
  if ('problem' in given) throw new Error(given.problem);
  return given;
}

/** Every page of the matches, by the request that each names. */
async function pages(subject: Subject, pattern: string, reader = model(4_096)): Promise<MatchPage[]> {
  const given: MatchPage[] = [];
  for (let next: RecallClauses | null = { ...ALL, pattern }; next; ) {
    expect(next.pattern).toBe(pattern);
    const one = await match(subject, pattern, next, reader);
    expect(Buffer.byteLength(one.text)).toBeLessThanOrEqual(reader.room);
    given.push(one);
    next = nextOf(one.text);
  }
  return given;
}

describe('the lines of an output that match', () => {
  const log = 'start\nError: one\nfine\nan ERROR: two\nend\n';

  test('are numbered in the whole, without regard to case, with their count', async () => {
    expect((await match(subjectOf(log), 'error')).text).toBe(
      `[output ${ID} of run_command; 2 lines of 5 match error]\n2: Error: one\n4: an ERROR: two\n[no more matches]`,
    );
  });

  test('are those that the expression matches line by line, whatever it is', async () => {
    const word = fc.constantFrom('error', 'warn', 'a', 'b', ' ', 'Ünï', '你好', '1', '', '.', '\t');
    const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(''));
    const patterns = [
      ...['error', 'warn|好', '^a', 'b$', '^$', '\\s', '\\bA\\b', '[^ab]', '.', 'a\\nb', '你.', '\\W', 'x{0}'],
      ...['er+or', '(a|b)1', 'a.*b', '^(?!.*a)', '(?<!a)b', '\\p{L}1', 'ü', '(?:)', '[^a]*1$', 'z?'],
    ];
    const body = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 40 }), ended: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(...patterns), async ({ lines, ended }, pattern) => {
        const text = lines.join('\n') + (ended ? '\n' : '');
        if (text === '') return;
        const all = ended || lines.at(-1) !== '' ? lines : lines.slice(0, -1);
        const expression = new RegExp(pattern, pattern.includes('\\p') ? 'imu' : 'im');
        const expected = all.flatMap((one, i) => (expression.test(one) ? [i + 1] : []));
        const given = await match(subjectOf(text), pattern, {}, model(65_536));
        expect(given.rows.map((row) => row.line)).toEqual(expected);
        expect(given.lines).toBe(expected.length);
      }),
      { numRuns: 60 },
    );
  });

  test('are paged by the room, each once, the pattern repeated and the rest counted', async () => {
    const text = Array.from({ length: 1_500 }, (_, i) =>
      i % 3 === 0 ? `hit ${i} ${'x'.repeat(i % 90)}` : 'miss',
    ).join('\n');
    for (const pattern of ['hit', 'h(i)t \\d+', "hit '?", 'hit "?\\d', 'hit .* from line 7|hit', 'it\'s "|hit ']) {
      const given = await pages(subjectOf(text), pattern);
      const numbers = given.flatMap((one) => one.rows.map((row) => row.line));
      expect(numbers).toEqual(Array.from({ length: 500 }, (_, i) => i * 3 + 1));
      let before = 0;
      for (const one of given) {
        expect([one.lines, one.total, one.before, one.before + one.rows.length + one.rest]).toEqual([
          500,
          500,
          before,
          500,
        ]);
        before += one.rows.length;
      }
      expect(given[0]?.text).toMatch(/\[4\d\d more: memory "recall output \w+ matching .* from line \d+"\]$/);
      expect(given.at(-1)?.text).toMatch(/\[no more matches\]$/);
    }
  });

  test('are those among the lines that were asked for', async () => {
    const subject = subjectOf('a1\na2\nb3\na4\na5\na6\n');
    const among = async (clauses: Partial<RecallClauses>) =>
      (await match(subject, 'a', clauses)).text.split('\n').slice(0, -1);
    expect(await among({ scope: { kind: 'lines', from: 2, to: 4 } })).toEqual([
      `[output ${ID} of run_command; 2 lines among lines 2–4 match a]`,
      '2: a2',
      '4: a4',
    ]);
    expect(await among({ scope: { kind: 'tail', count: 1 } })).toEqual([
      `[output ${ID} of run_command; 1 line among the last 1 line matches a]`,
      '6: a6',
    ]);
    expect(await among({ scope: { kind: 'head', count: 4 }, from: { line: 2, byte: 1 } })).toEqual([
      `[output ${ID} of run_command; 3 lines among the first 4 lines match a; here are matches 2–3]`,
      '2: a2',
      '4: a4',
    ]);
  });

  test('are found where colours and redrawn progress stand between what is seen', async () => {
    const subject = subjectOf('\x1b[31mer\x1b[0mror: one\r\n 10%\r100% done\n');
    expect((await match(subject, '^error: one$')).rows).toEqual([{ line: 1, byte: 1, text: 'error: one' }]);
    expect((await match(subject, '10%')).lines).toBe(0);
    expect((await match(subject, '^100%')).rows).toEqual([{ line: 2, byte: 1, text: '100% done' }]);
  });

  test('are found by a pattern that is no regular expression, literally, and the answer says so', async () => {
    expect((await match(subjectOf('f(a, b\nother\n'), 'f(a')).text.split('\n').slice(0, 2)).toEqual([
      `[output ${ID} of run_command; 1 line of 2 matches f(a; it is no regular expression (unterminated group) and was taken literally]`,
      '1: f(a, b',
    ]);
    expect((await match(subjectOf('a[0\nb\n'), 'A[0')).rows).toEqual([{ line: 1, byte: 1, text: 'a[0' }]);
    expect((await match(subjectOf('Straße\n'), '(?i)STRAßE')).literal).toBe(null);
  });

  test('are found in the exact middle of 16 MiB', async () => {
    const half = 'nothing of interest on this line, nor on the next\n'.repeat(167_000);
    const given = await match(subjectOf(`${half}the NEEDLE\n${half}`), 'needle');
    expect(given.rows).toEqual([{ line: 167_001, byte: 1, text: 'the NEEDLE' }]);
  });

  test('when there are none, the answer names other ways', async () => {
    expect((await match(subjectOf(log), 'absent')).text).toBe(
      `[output ${ID} of run_command; 0 lines of 5 match absent]\n` +
        `[nothing matches. Its notable lines: memory "summarise output ${ID}"; its end: memory "recall output ${ID} tail 40"]`,
    );
    expect((await match(subjectOf(log), 'absent', {}, person(4_096))).text).toContain(
      `Its notable lines: wisp summarise ${ID}; its end: wisp recall ${ID} --tail 40]`,
    );
  });

  test('when there are none further on, the answer says how many came before', async () => {
    const given = await match(subjectOf(log), 'error', { from: { line: 5, byte: 1 } });
    expect(given.text.split('\n')[1]).toBe(
      `[no match from there on; 2 before it: memory "recall output ${ID} matching error"]`,
    );
  });
});

describe('matches in a long line', () => {
  const items = Array.from(
    { length: 60_000 },
    (_, i) => `{"id":${i},"name":"${i % 9_000 === 4_500 ? 'Needlé' : 'häystack'}","pad":"${'.'.repeat(50)}"}`,
  );
  const json = `[${items.join(',')}]`;

  test('are shown one by one with the place of each, from which it can be read on', async () => {
    const subject = subjectOf(`first\n${json}\n`);
    for (const pattern of ['needlé', 'need(l|x)é']) {
      const given = await pages(subject, pattern);
      const rows = given.flatMap((one) => one.rows);
      expect(rows.length).toBe(7);
      expect(given[0]?.text.split('\n')[0]).toBe(
        `[output ${ID} of run_command; 1 line of 2 matches ${pattern}, in 7 places]`,
      );
      for (const { line, byte, text } of rows) {
        expect(text).toMatch(/^….*"name":"Needlé".*…$/);
        const read = recallPage(subject, { ...ALL, from: { line, byte } }, model(4_096));
        if ('problem' in read) throw new Error(read.problem);
        expect(read.rows[0]?.text.startsWith('Needlé')).toBe(true);
      }
    }
  });

  test('are paged inside the line, each place once', async () => {
    const part = json.slice(0, 500_000);
    const given = await pages(subjectOf(part), 'häystack');
    const places = given.flatMap((one) => one.rows.map((row) => row.byte));
    expect(new Set(places).size).toBe(places.length);
    expect(places.length).toBe(given[0]?.total);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.length).toBeGreaterThan(part.length / 500);
  });

  test('have their exact bytes where the line is no UTF-8', async () => {
    const line = Buffer.concat([Buffer.alloc(5_000, 0xff), Buffer.from('needle'), Buffer.alloc(5_000, 0xe9)]);
    expect((await match(subjectOf(line), 'needle')).rows.map((row) => row.byte)).toEqual([5_001]);
  });

  test('stay between two redraws of a progress bar', async () => {
    const bar = Array.from({ length: 400 }, (_, i) => `step ${i} of 400\r`).join('');
    expect((await match(subjectOf(bar), 'step 250')).rows.map((row) => row.text)).toEqual(['…step 250 of 400…']);
  });
});

describe('a pattern that backtracks', () => {
  const hard = `${'a'.repeat(60)}!\n`;

  test('is stopped within two seconds over 16 MiB, while the engine goes on answering', async () => {
    const subject = subjectOf(hard.repeat(Math.floor((16 * 1_024 * 1_024) / hard.length)));
    let turns = 0;
    const others = setInterval(() => turns++, 10);
    const began = performance.now();
    const given = await matchPage(subject, { ...ALL, pattern: '(a+)+$' }, model(4_096), never);
    clearInterval(others);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(turns).toBeGreaterThan(50);
    expect(given).toEqual({
      problem:
        'the pattern (a+)+$ was stopped: it takes too long over this output. Leave repetition inside repetition out, or match plain words',
      example: { action: 'recall', target: { output: ID }, clauses: { ...ALL, pattern: 'error' } },
    });
  });

  test('is stopped in one long line too', async () => {
    const given = await matchPage(
      subjectOf('x'.repeat(8 * 1_024 * 1_024)),
      { ...ALL, pattern: 'x.*y' },
      model(4_096),
      never,
    );
    expect('problem' in given && given.problem).toMatch(/^the pattern x\.\*y was stopped: it takes too long/);
  });

  test('is answered with the longest word of the pattern as one that works', async () => {
    const given = await matchPage(subjectOf(hard), { ...ALL, pattern: '(a|aa)+$|segfault' }, model(4_096), never);
    expect('example' in given && given.example).toEqual({
      action: 'recall',
      target: { output: ID },
      clauses: { ...ALL, pattern: 'segfault' },
    });
  });

  test('is stopped at once when the turn is interrupted', async () => {
    const interrupt = new AbortController();
    const searching = matchPage(subjectOf(hard), { ...ALL, pattern: '(a+)+$' }, model(4_096), interrupt.signal);
    setImmediate(() => interrupt.abort(new Error('interrupted')));
    await expect(searching).rejects.toThrow('interrupted');
  });
});
