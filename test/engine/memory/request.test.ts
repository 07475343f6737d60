import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RecallClauses, recallWay, type Scope, waysToRest } from '../../../packages/engine/src/budget/ways.ts';
import {
  type MemoryRequest,
  requestIn,
  type Target,
  type Wrong,
  wrongAnswer,
} from '../../../packages/engine/src/memory/request.ts';
import { type MemoryFields, readRequestFields } from '../../../packages/engine/src/memory/request-fields.ts';
import { readRequestText } from '../../../packages/engine/src/memory/request-text.ts';
import { ALL } from './support.ts';

const output: Target = { output: '3f9a2c1b' };
const recall = (clauses: Partial<RecallClauses> = {}, target: Target = output): MemoryRequest => ({
  action: 'recall',
  target,
  clauses: { ...ALL, ...clauses },
});
const from = (line: number, byte = 1) => ({ from: { line, byte } });
const lines = (a: number, b: number): { scope: Scope } => ({ scope: { kind: 'lines', from: a, to: b } });
const head = (count: number): { scope: Scope } => ({ scope: { kind: 'head', count } });
const tail = (count: number): { scope: Scope } => ({ scope: { kind: 'tail', count } });

describe('a request in words', () => {
  test.each<[string, MemoryRequest]>([
    // As the notes and hints write it.
    ['recall output 3f9a2c1b', recall()],
    ['recall output 3f9a2c1b from line 345', recall(from(345))],
    ['recall output 3f9a2c1b from line 12 byte 4097', recall(from(12, 4_097))],
    ['recall output 3f9a2c1b matching error', recall({ pattern: 'error' })],
    ['recall output 3f9a2c1b matching error from line 7', recall({ pattern: 'error', ...from(7) })],
    ["recall output 3f9a2c1b matching 'two words' from line 7", recall({ pattern: 'two words', ...from(7) })],
    [
      'recall output 3f9a2c1b matching error lines 3-9 from line 5',
      recall({ pattern: 'error', ...lines(3, 9), ...from(5) }),
    ],
    ['recall output 3f9a2c1b lines 3-9', recall(lines(3, 9))],
    ['recall output 3f9a2c1b lines 3-9 from line 5 byte 2', recall({ ...lines(3, 9), ...from(5, 2) })],
    ['recall output 3f9a2c1b head 50', recall(head(50))],
    ['recall output 3f9a2c1b tail 50 from line 9', recall({ ...tail(50), ...from(9) })],
    ['recall entry 7 tail 20', recall(tail(20), { entry: 7 })],
    ['summarise output 3f9a2c1b', { action: 'summarise', target: output, overview: false }],
    ['summarise entry 7 overview', { action: 'summarise', target: { entry: 7 }, overview: true }],
    [
      'condense output 3f9a2c1b: why did it fail?',
      { action: 'condense', target: output, question: 'why did it fail?' },
    ],
    ['condense entry 7: what: this?', { action: 'condense', target: { entry: 7 }, question: 'what: this?' }],
    // As small models write it.
    ['"recall output 3f9a2c1b from line 345"', recall(from(345))],
    ['memory "recall output 3f9a2c1b from line 345"', recall(from(345))],
    ['memory: recall output 3f9a2c1b', recall()],
    ['Recall Output 3F9A2C1B From Line 345', recall(from(345))],
    ['RECALL OUTPUT `3f9a2c1b` FROM LINE 345.', recall(from(345))],
    ['recall output "3f9a2c1b" lines 3 to 9', recall(lines(3, 9))],
    ['recall the output <3f9a2c1b>, lines 3 through 9', recall(lines(3, 9))],
    ['recall output id 3f9a2c1b line 5', recall(from(5))],
    ['recall output #3f9a2c1b from 5', recall(from(5))],
    ['recall output: 3f9a2c1b from line 1,204 onwards', recall(from(1_204))],
    ['recall output=3f9a2c1b starting from line #5', recall(from(5))],
    ['recall output 3f9a2c1b at line 12, byte 9', recall(from(12, 9))],
    ['recall output 3f9a2c1b from byte 9', recall(from(1, 9))],
    ['recall output 3f9a2c1b line 3–9', recall(lines(3, 9))],
    ['recall output 3f9a2c1b from line 3 to line 9', recall(lines(3, 9))],
    ['recall output 3f9a2c1b from 3 to 9', recall(lines(3, 9))],
    ['recall output 3f9a2c1b lines 9-3', recall(lines(3, 9))],
    ['recall output 3f9a2c1b lines 1,200-1,300', recall(lines(1_200, 1_300))],
    ['recall output 3f9a2c1b from line 1,204', recall(from(1_204))],
    ['recall output 3f9a2c1b lines 3,9', recall(lines(3, 9))],
    ['recall output 3f9a2c1b lines 5', recall(lines(5, 5))],
    ['recall output 3f9a2c1b lines 41-', recall(from(41))],
    ['recall output 3f9a2c1b lines 41 on', recall(from(41))],
    ['recall output 3f9a2c1b lines: 0-9', recall(lines(1, 9))],
    ['recall output 3f9a2c1b head -n 50', recall(head(50))],
    ['recall output 3f9a2c1b the first 50 lines', recall(head(50))],
    ['recall output 3f9a2c1b last 1,000 lines', recall(tail(1_000))],
    ['recall output 3f9a2c1b tail=50', recall(tail(50))],
    ['recall output 3f9a2c1b with lines 3-9 and from line 5', recall({ ...lines(3, 9), ...from(5) })],
    ['recall output 3f9a2c1b from line 5 lines 3-9', recall({ ...lines(3, 9), ...from(5) })],
    ['recall output 3f9a2c1b lines 3-9 matching error', recall({ pattern: 'error', ...lines(3, 9) })],
    ['recall output 3f9a2c1b matching: error|warning', recall({ pattern: 'error|warning' })],
    ['recall output 3f9a2c1b matching "error"', recall({ pattern: 'error' })],
    ['recall output 3f9a2c1b MATCHES “error”', recall({ pattern: 'error' })],
    ['recall output 3f9a2c1b lines matching error', recall({ pattern: 'error' })],
    ['filter output 3f9a2c1b matching error', recall({ pattern: 'error' })],
    ['output 3f9a2c1b', recall()],
    ['3f9a2c1b from line 5', recall(from(5))],
    ['recall 3f9a2c1b', recall()],
    ['recall 7', recall({}, { entry: 7 })],
    ['entry #7', recall({}, { entry: 7 })],
    ['recall entry 1,204', recall({}, { entry: 1_204 })],
    ['recall output of entry 7 head 3', recall(head(3), { entry: 7 })],
    ['summarize output 3f9a2c1b.', { action: 'summarise', target: output, overview: false }],
    ['summary of output 3f9a2c1b', { action: 'summarise', target: output, overview: false }],
    ['overview of output 3f9a2c1b', { action: 'summarise', target: output, overview: true }],
    ['summarise output 3f9a2c1b as an overview', { action: 'summarise', target: output, overview: true }],
    ['condense output 3f9a2c1b "why?"', { action: 'condense', target: output, question: 'why?' }],
    ['condense 3f9a2c1b:why?', { action: 'condense', target: output, question: 'why?' }],
    ['ask output 3f9a2c1b about the first error', { action: 'condense', target: output, question: 'the first error' }],
    // Patterns that look like clauses, and quotes in patterns.
    ["recall output 3f9a2c1b matching 'x from line 5'", recall({ pattern: 'x from line 5' })],
    ["recall output 3f9a2c1b matching 'x' from line 5' from line 9", recall({ pattern: "x' from line 5", ...from(9) })],
    ['recall output 3f9a2c1b matching "a"b"', recall({ pattern: 'a"b' })],
    ['recall output 3f9a2c1b matching a b  c', recall({ pattern: 'a b  c' })],
    ["recall output 3f9a2c1b matching don't from line 5", recall({ pattern: "don't", ...from(5) })],
    ['recall output 3f9a2c1b matching read from disk', recall({ pattern: 'read from disk' })],
  ])('%s', (text, request) => {
    expect(readRequestText(text)).toEqual(request);
  });

  const unknown: Target = { output: 'ID' };
  test.each<[string, string, MemoryRequest]>([
    ['', 'the request is empty: it names no output and no entry', recall({}, unknown)],
    ['recall everything', 'the request names no output and no entry', recall({}, unknown)],
    [
      'recall output call_17',
      '"call_17" is no output id (4 to 16 characters of 0-9 and a-f) and no entry number',
      recall({}, unknown),
    ],
    [
      'recall entry seven',
      '"seven" is no output id (4 to 16 characters of 0-9 and a-f) and no entry number',
      recall({}, unknown),
    ],
    [
      'recall output 3f9a2c1b the failures',
      '"failures" is no part of a recall, which takes: matching PATTERN, lines A-B, head N, tail N, from line N',
      recall({ pattern: 'failures' }),
    ],
    [
      'recall output 3f9a2c1b head 5 tail 5',
      '"tail 5" says more than a recall takes: one of lines A-B, head N and tail N, and one "from line N"',
      recall(tail(5)),
    ],
    [
      'recall output 3f9a2c1b matching from line 5',
      '"matching" is followed by no pattern',
      recall({ pattern: 'error' }),
    ],
    ['recall output 3f9a2c1b matching', '"matching" is followed by no pattern', recall({ pattern: 'error' })],
    [
      `recall output 3f9a2c1b matching ${'x'.repeat(513)}`,
      'the pattern has 513 characters; it may have 512',
      recall({ pattern: 'x'.repeat(40) }),
    ],
    [
      'condense output 3f9a2c1b',
      '"condense" asks a question about the output, and there is none',
      { action: 'condense', target: output, question: 'what failed, and why?' },
    ],
    [
      'summarise output 3f9a2c1b lines 3-9',
      '"lines 3-9" is no part of a summary: it is of the whole output, with "overview" or nothing after it',
      { action: 'summarise', target: output, overview: false },
    ],
    ['x'.repeat(9_000), 'a request has at most 8192 characters', recall({}, unknown)],
  ])('that is wrong is answered with what is wrong and one that works: %s', (text, problem, example) => {
    expect(readRequestText(text)).toEqual({ problem, example });
  });

  test('is read back as it is written, whatever the pattern', () => {
    const word = fc.constantFrom(
      'a',
      ' ',
      "'",
      '"',
      '`',
      'from line 5',
      'lines 3-9',
      'head 2',
      'matching',
      '.*',
      '\\d',
      '“',
      ',',
      '.',
      '你',
      'tail=5',
      ';',
      'first',
      '?i',
      '\n',
    );
    const pattern = fc
      .array(word, { minLength: 1, maxLength: 9 })
      .map((words) => words.join('').trim())
      .filter((p) => p !== '');
    const count = fc.integer({ min: 1, max: 99_999 });
    const scope = fc.oneof(
      fc.constant(null),
      fc.tuple(count, count).map(([a, b]): Scope => ({ kind: 'lines', from: Math.min(a, b), to: Math.max(a, b) })),
      fc.record({ kind: fc.constantFrom('head' as const, 'tail' as const), count }),
    );
    const place = fc.option(fc.record({ line: count, byte: count }));
    fc.assert(
      fc.property(fc.option(pattern), scope, place, (pattern, scope, from) => {
        const request = recall({ pattern, scope, from });
        const words = requestIn('memory', request);
        expect(readRequestText(words)).toEqual(request);
        expect(readRequestText(words.slice('memory "'.length, -1))).toEqual(request);
      }),
      { numRuns: 5_000 },
    );
  });

  test('takes no long time to be refused', () => {
    const began = performance.now();
    for (const part of [' ', 'from ', 'line 1 ', 'lines 1-2 matching ', '"', 'matching ', '1,', '- ']) {
      readRequestText(`recall output 3f9a2c1b ${part.repeat(Math.floor(8_000 / part.length))}`);
      readRequestText(`recall output 3f9a2c1b matching ${part.repeat(Math.floor(8_000 / part.length))}`);
    }
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('a request in fields', () => {
  test.each<[MemoryFields, MemoryRequest]>([
    [{ action: 'recall', output: '3f9a2c1b' }, recall()],
    [{ output: '3f9a2c1b', from: 5 }, recall(from(5))],
    [{ output: '3f9a2c1b', from: 'line 5', byte: 9 }, recall(from(5, 9))],
    [{ output: '3f9a2c1b', from: 'line 5 byte 9' }, recall(from(5, 9))],
    [{ output: '3f9a2c1b', byte: '9' }, recall(from(1, 9))],
    [
      { output: '`3F9A2C1B`', matching: 'error', lines: '', head: 0, tail: 0, from: 0, byte: 0 },
      recall({ pattern: 'error' }),
    ],
    [{ output: '3f9a2c1b', matching: ' a  "b"' }, recall({ pattern: ' a  "b"' })],
    [{ output: '3f9a2c1b', matching: 'none', entry: null }, recall({ pattern: 'none' })],
    [{ output: 'output 3f9a2c1b', lines: '3-9' }, recall(lines(3, 9))],
    [{ output: '3f9a2c1b', lines: [3, 9] }, recall(lines(3, 9))],
    [{ output: '3f9a2c1b', lines: 'lines 3 to 9' }, recall(lines(3, 9))],
    [{ output: '3f9a2c1b', head: '50' }, recall(head(50))],
    [
      { output: '3f9a2c1b', tail: 'tail 50', from: 9, matching: 'x' },
      recall({ pattern: 'x', ...tail(50), ...from(9) }),
    ],
    [{ entry: 7 }, recall({}, { entry: 7 })],
    [{ entry: 'entry #7', output: 'none' }, recall({}, { entry: 7 })],
    [
      { action: 'Summarize', output: '3f9a2c1b' },
      { action: 'summarise', target: output, overview: false },
    ],
    [
      { output: '3f9a2c1b', overview: true },
      { action: 'summarise', target: output, overview: true },
    ],
    [
      { action: 'overview', output: '3f9a2c1b' },
      { action: 'summarise', target: output, overview: true },
    ],
    [
      { action: 'condense', output: '3f9a2c1b', question: 'why?' },
      { action: 'condense', target: output, question: 'why?' },
    ],
    [
      { entry: 7, question: 'why?' },
      { action: 'condense', target: { entry: 7 }, question: 'why?' },
    ],
    [{ request: 'recall output 3f9a2c1b from line 5' }, recall(from(5))],
    [{ action: 'recall output 3f9a2c1b from line 5' }, recall(from(5))],
  ])('%j', (fields, request) => {
    expect(readRequestFields(fields)).toEqual(request);
  });

  test.each<[MemoryFields, Wrong]>([
    [{}, { problem: 'the request is empty: it names no output and no entry', example: recall({}, { output: 'ID' }) }],
    [
      { output: 'call_17' },
      {
        problem: '"call_17" is no output id (4 to 16 characters of 0-9 and a-f) and no entry number',
        example: recall({}, { output: 'ID' }),
      },
    ],
    [
      { action: 'delete', output: '3f9a2c1b' },
      { problem: 'there is no action "delete": there are recall, summarise and condense', example: recall() },
    ],
    [
      { output: '3f9a2c1b', head: 5, tail: 5 },
      {
        problem: '"tail 5" says more than a recall takes: one of lines A-B, head N and tail N, and one "from line N"',
        example: recall(tail(5)),
      },
    ],
  ])('that is wrong is answered with what is wrong and one that works: %j', (fields, wrong) => {
    expect(readRequestFields(fields)).toEqual(wrong);
  });
});

describe('a request for more', () => {
  const clauses: RecallClauses = {
    pattern: "it's",
    scope: { kind: 'lines', from: 3, to: 9 },
    from: { line: 5, byte: 2 },
  };

  test('is in the words of whoever reads it', () => {
    expect(recallWay('memory', '3f9a', clauses)).toBe(
      `recall output 3f9a matching "it's" lines 3-9 from line 5 byte 2`,
    );
    expect(recallWay('command-line', '3f9a', clauses)).toBe(
      `wisp recall 3f9a --matching 'it'\\''s' --lines 3-9 --from 5 --byte 2`,
    );
    expect(requestIn('memory', { action: 'summarise', target: { entry: 7 }, overview: true })).toBe(
      'memory "summarise entry 7 overview"',
    );
    expect(requestIn('command-line', { action: 'condense', target: output, question: 'why?' }, 8_192)).toBe(
      `wisp condense 3f9a2c1b 'why?' --window 8192`,
    );
  });

  test('stands at the end of what was wrong', () => {
    const wrong = { problem: 'there is no line 9', example: recall(from(3)) };
    expect(wrongAnswer('memory', wrong)).toBe(
      'there is no line 9. This works: memory "recall output 3f9a2c1b from line 3"',
    );
  });

  test('stands in a held-back note, from the place where what is held back begins', () => {
    expect(waysToRest('memory', '3f9a', { line: 41, byte: 1 })).toBe(
      'memory: "recall output 3f9a from line 41", "recall output 3f9a matching PATTERN" (also: lines A-B, tail N), "summarise output 3f9a", "condense output 3f9a: QUESTION"',
    );
    expect(waysToRest('command-line', '3f9a', { line: 41, byte: 7 })).toBe(
      'wisp recall 3f9a --from 41 --byte 7 (also: --matching PATTERN, --lines A-B, --tail N), wisp summarise 3f9a, wisp show 3f9a',
    );
  });
});
