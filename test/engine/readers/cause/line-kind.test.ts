import { describe, expect, it } from 'vitest';
import { frameMark, isRule } from '../../../../packages/engine/src/readers/cause/frames.ts';
import { type LineKind, lineKind } from '../../../../packages/engine/src/readers/cause/line-kind.ts';
import { matchedPart } from '../../../../packages/engine/src/readers/cause/matched.ts';
import { type LineSigns, readSigns } from '../../../../packages/engine/src/readers/cause/signals.ts';
import { lineTraits, TRAIT } from '../../../../packages/engine/src/readers/cause/traits.ts';

function kindOf(line: string): LineKind {
  const signs: LineSigns = { signals: 0, template: 0, prefix: 0, ascii: true };
  const part = matchedPart(line);
  readSigns(part, signs);
  return lineKind(part, signs.signals);
}

function shapesOf(...lines: string[]): number[] {
  return lines.map((line) => {
    const signs: LineSigns = { signals: 0, template: 0, prefix: 0, ascii: true };
    readSigns(line, signs);
    return signs.template;
  });
}

const KINDS: readonly (readonly [LineKind, string])[] = [
  ['error', 'error: no such option: --fast'],
  ['error', 'src/list.c:12:5: error: unknown type name'],
  ['error', 'src/list.ts(3,14): error TS2322: not assignable'],
  ['error', '[12:00:01] ERROR: the queue is gone'],
  ['error', 'error[E0425]: cannot find value'],
  ['error', '##[error]The operation was canceled'],
  ['error', 'src/列表.c:12:5: 错误：未知的类型'],
  ['error', 'Fehler: Datei fehlt'],
  ['fatal', 'fatal: not a git repository'],
  ['fatal', 'Segmentation fault (core dumped)'],
  ['exception', 'java.lang.IllegalStateException: closed'],
  ['exception', 'E       assert 1 == 2'],
  ['exception', '** (ArgumentError) wrong number of arguments'],
  ['mark', '--- FAIL: TestQueue (0.01s)'],
  ['mark', 'not ok 3 - keeps order'],
  ['mark', '✖ 3 problems'],
  ['mark', '[junit] Failed tests: 2'],
  ['numbered', '  1) keeps order'],
  ['summary', 'Failures:'],
  ['summary', '3 failing'],
  ['ruler', '_________ test_queue _________'],
  ['phrase', 'sh: 1: mkdocs: command not found'],
  ['phrase', 'The file list.txt does not exist'],
  ['mark inside', 'queue.spec.ts ... FAILED'],
  ['place', 'lib/queue.js:3 Strings must use singlequote'],
  ['word', 'the last error was kept'],
  ['failing word', 'Bundle exceeds the size of 20 kB'],
  ['demand', 'Please commit the generated files'],
  ['warning', 'two warnings were raised'],
  ['wrapper', 'make[2]: *** [all] Error 2'],
  ['wrapper', 'Process finished with exit code 3'],
  ['compile', 'cc -Wall -Werror -o error.o -c error.c'],
  ['zero', '12 passed, 0 failed'],
  ['zero', 'Errors: 0'],
  ['zero', '-- Looking for kvm_open in kvm - not found'],
  ['zero', 'checking for strlcpy... no'],
  ['pass', 'ok 4 - fails when it should'],
  ['pass', '✓ reports an error'],
  ['frame', '    at Queue.push (queue.js:12:3)'],
  ['none', 'Reading the list of packages'],
  ['none', '这里没有任何问题'],
];

describe('the kind of a line', () => {
  it.each(KINDS)('is %s for %j', (kind, line) => {
    expect(kindOf(line)).toBe(kind);
  });

  it('is told from the start of a word, so that a name which only holds one says nothing', () => {
    expect([kindOf('terrors of the deep'), kindOf('a mirror')]).toEqual(['none', 'none']);
  });

  it('is found in the parts of a name that is written in camel case', () => {
    expect(kindOf('caught ImportError while loading')).toBe('word');
  });

  it('is found without backtracking in a line of any length', () => {
    const line = `${'a:1'.repeat(50_000)} error`;
    const started = process.cpuUsage().user;
    kindOf(line);
    expect(process.cpuUsage().user - started).toBeLessThan(200_000);
  });
});

describe('the shape of a line', () => {
  it('is the same for lines that differ in numbers alone', () => {
    const [one, other, third] = shapesOf(
      'task 12 of 9 took 3 s',
      'task 7 of 120 took 44 s',
      'task 7 of 120 needs 44 s',
    );
    expect([one === other, one === third]).toEqual([true, false]);
  });
});

describe('the traits of a line', () => {
  it('tell what makes it a poor cause', () => {
    expect([
      lineTraits('Downloading error-list-1.2.tgz'),
      lineTraits('warning: unused variable'),
      lineTraits('$ npm test'),
      lineTraits('hint: try again'),
      lineTraits('│ └── error-ex@1.3.1'),
      lineTraits('Retrying after failure'),
      lineTraits('throw new Error(x);'),
    ]).toEqual([TRAIT.progress, TRAIT.warning, TRAIT.echo, TRAIT.hint, TRAIT.tree, TRAIT.retry, TRAIT.quoted]);
  });
});

describe('the frame lines of CI logs', () => {
  it.each([
    ['The command "make test" exited with 2.', 'failed'],
    ['The command "make test" exited with 0.', null],
    ['##[error]Process completed with exit code 1.', 'failed'],
    ['ERROR: Job failed: exit code 1', 'failed'],
    ['ERROR: script returned exit code 2', 'failed'],
    ["The command '/bin/sh -c make' returned a non-zero code: 2", 'failed'],
    ['#9 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2', 'failed'],
    ['##[group]Run npm test', 'begin'],
    ['$ npm test', 'begin'],
    ['Step 4/9 : RUN make', 'begin'],
    ['Post job cleanup.', 'after'],
    ['Done. Your build exited with 1.', 'after'],
    ['nothing of the kind', null],
  ] as const)('%j is %s', (line, mark) => {
    expect(frameMark(line)).toBe(mark);
  });

  it('are told from rules that are only drawn across', () => {
    expect([isRule('- - - - - - -'), isRule('========'), isRule('=== FAILURES ===')]).toEqual([true, true, false]);
  });
});
