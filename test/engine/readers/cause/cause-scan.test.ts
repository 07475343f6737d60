import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CauseScan } from '../../../../packages/engine/src/readers/cause/cause-scan.ts';
import { chooseExcerpts } from '../../../../packages/engine/src/readers/cause/choose.ts';
import type { TriageReport } from '../../../../packages/engine/src/readers/line.ts';
import { dull, scan } from './scan.ts';

/** The lines that 1,500 bytes of excerpts show. */
function shown(lines: readonly string[], exitStatus: number | null = 1, report: TriageReport | null = null): string[] {
  return chooseExcerpts(scan(lines, exitStatus, report), 1500).flatMap(({ fromLine, toLine }) =>
    lines.slice(fromLine - 1, toLine),
  );
}

describe('what a scan finds in a run that failed', () => {
  it.each([
    ['an error far from the end', 'error: the queue has no owner'],
    ['a mark of a test that failed', '✖ keeps the order of the queue'],
    ['an exception', 'QueueClosedException: nobody listens'],
    ['a command that is not there', 'sh: 1: mkqueue: command not found'],
    ['a demand without any word of failure', 'Please commit the files that were generated'],
    ['a limit that was passed', 'bundle.js is 24 kB, which exceeds the limit of 20 kB'],
    ['a place with a message', 'lib/queue.js:12 Strings must use single quotes'],
    ['an error in another language', 'lib/queue.c:12: Fehler: Speicher fehlt'],
    ['an error in another script', '错误：队列没有所有者'],
  ])('holds %s', (_, cause) => {
    expect(shown([...dull(300), '', cause, '', ...dull(300, 301)])).toContain(cause);
  });

  it('prefers the one line that differs among lines of tests that pass', () => {
    const passes = Array.from({ length: 400 }, (_, i) => `ok ${i + 1} - fails when item ${i} is missing`);
    const cause = 'not ok 201 - keeps the order of the queue';
    expect(shown([...passes.slice(0, 200), cause, ...passes.slice(200)])).toContain(cause);
  });

  it('shows the heading that a failure stands under, however far up', () => {
    const lines = [
      ...dull(200),
      '_________ test_queue _________',
      ...Array.from({ length: 60 }, (_, i) => `    item = queue[${i}]`),
      'E       KeyError: 61',
      ...dull(200, 201),
    ];
    expect(shown(lines)).toEqual(expect.arrayContaining(['_________ test_queue _________', 'E       KeyError: 61']));
  });

  it('puts the section that failed before others', () => {
    const lines = [
      '$ ./set-up',
      'error: the first mirror does not answer',
      ...dull(50),
      '$ ./check-sizes',
      ...dull(50, 51),
      'error: the sizes have grown',
      'The command "./check-sizes" exited with 3.',
      ...dull(50, 101),
      'error: nothing to upload',
    ];
    expect(scan(lines).map((e) => e.anchorLine)).toEqual(expect.arrayContaining([104, 2, 156]));
    expect(scan(lines)[0]?.anchorLine).toBe(104);
  });

  it('shows the last lines before the failing exit when nothing says why', () => {
    const lines = [...dull(100), 'The command "./run" exited with 1.', ...dull(100, 101)];
    expect(shown(lines)).toEqual(
      expect.arrayContaining(['Compiling part 100 of the list', 'The command "./run" exited with 1.']),
    );
  });

  it('takes what comes after clean-up began for no cause', () => {
    const lines = [
      '$ make',
      ...dull(40),
      'total size differs',
      'travis_fold:start:after_failure\r\x1b[0K$ upload',
      'ERROR: no log',
    ];
    expect(scan(lines)[0]?.anchorLine).toBe(42);
  });

  it('puts what a reader of a known format names as the root cause first', () => {
    const failure = {
      line: 150,
      endLine: 152,
      tool: 'odd',
      severity: 'error',
      file: null,
      row: null,
      column: null,
      message: 'part 150',
      test: null,
      group: 0,
    } as const;
    const report: TriageReport = {
      outcome: 'failed',
      failures: [failure],
      groups: [{ lead: 0, count: 0, label: '' }],
      warnings: [],
      tallies: [],
    };
    const lines = [...dull(200), 'error: something else', ...dull(20)];
    expect(scan(lines, 1, report)[0]?.anchorLine).toBe(150);
  });

  it('reads lines that another reader has cleaned as it reads raw ones', () => {
    const lines = [...dull(20), 'error: the queue has no owner', ...dull(20, 21)];
    const cause = new CauseScan();
    for (const [i, text] of lines.entries()) cause.push({ number: i + 1, text, lane: '' });
    expect(cause.finish(null, 1)).toEqual(scan(lines));
  });

  it('counts the prefix of the log into the bytes that its lines take', () => {
    const lines = [...dull(10), 'error: the queue has no owner'].map((line) => `2026-01-02T03:04:05.678Z ${line}`);
    const excerpt = scan(lines).find((e) => e.anchorLine === 11);
    expect(excerpt?.lineBytes.at(-1)).toBe(lines[10]?.length);
  });
});

describe('what a scan finds where there is nothing to find', () => {
  it('is nothing in a run that succeeded', () => {
    expect(scan([...dull(10), 'error: not really'], 0)).toEqual([]);
  });

  it('is nothing when nothing stands out, as in a listing', () => {
    expect(scan(Array.from({ length: 200 }, (_, i) => `row ${i} of the listing`))).toEqual([]);
  });

  it('is nothing in an output without lines', () => {
    expect(scan([])).toEqual([]);
  });
});

const LINE = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Compiling a', 'ok 1 - b', '', '   ', '    at f (a.js:1:2)', '=====') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('error: a', 'FAILED b', '  1) c', '=== FAILURES ===', 'warning: d', 'E   x'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('$ make', 'The command "a" exited with 1.', 'Post job cleanup.', '##[group]Run b'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }).map((text) => text.replaceAll('\n', ' ')) },
);

describe('any lines', () => {
  it('give excerpts that lie within the output, in the same order every time', () => {
    fc.assert(
      fc.property(fc.array(LINE, { maxLength: 400 }), fc.option(fc.integer({ min: 1, max: 255 })), (lines, status) => {
        const excerpts = scan(lines, status);
        for (const { fromLine, anchorLine, toLine, lineBytes, heading } of excerpts) {
          expect(fromLine).toBeGreaterThanOrEqual(1);
          expect(anchorLine).toBeGreaterThanOrEqual(fromLine);
          expect(toLine).toBeGreaterThanOrEqual(anchorLine);
          expect(toLine).toBeLessThanOrEqual(lines.length);
          expect(lineBytes).toHaveLength(toLine - fromLine + 1);
          if (heading !== null) expect(heading.line).toBeLessThan(fromLine);
        }
        expect(scan(lines, status)).toEqual(excerpts);
      }),
      { numRuns: 150 },
    );
  });

  it('are read in bounded memory however many shapes they have', () => {
    const cause = new CauseScan();
    for (let i = 0; i < 20_000; i++)
      cause.push(`error: ${String.fromCharCode(97 + (i % 26)).repeat(1 + (i % 50))} ${(i * 7919).toString(36)}`);
    expect(cause.finish(null, 1).length).toBeLessThanOrEqual(61);
  });
});
