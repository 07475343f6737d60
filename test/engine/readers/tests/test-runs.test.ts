import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownFailures } from '../../../../packages/engine/src/readers/known-failures.ts';
import type { TriageReport } from '../../../../packages/engine/src/readers/line.ts';
import { CASES } from './cases.ts';

function read(log: string, exitStatus: number | null = null): TriageReport {
  const failures = new KnownFailures();
  for (const line of log.split('\n')) failures.push(line);
  return failures.finish(exitStatus);
}

function sum(report: TriageReport, tool: string, key: 'run' | 'failed' | 'skipped'): number {
  return report.tallies.filter((t) => t.tool === tool).reduce((n, t) => n + (t[key] ?? 0), 0);
}

const coloured = (log: string): string => log.replaceAll(/^(.+)$/gm, '\x1b[31m$1\x1b[0m');
const crlf = (log: string): string => log.replaceAll('\n', '\r\n');
const stamped = (log: string): string => log.replaceAll(/^/gm, '2026-01-01T10:00:00.1234567Z ');

describe.each(CASES)('$name', ({ log, tally, tests, place }) => {
  test.each([
    ['as it is', (text: string) => text],
    ['coloured', coloured],
    ['with CRLF', crlf],
    ['under the time stamps of a CI log', stamped],
  ])('is counted as it counts itself, %s', (_, change) => {
    const report = read(change(log));
    expect([sum(report, tally.tool, 'run'), sum(report, tally.tool, 'failed')]).toEqual([tally.run, tally.failed]);
    if (tally.skipped !== undefined) expect(sum(report, tally.tool, 'skipped')).toBe(tally.skipped);
    if (tally.seconds !== undefined) expect(report.tallies[0]?.seconds).toBe(tally.seconds);
    expect(report.outcome).toBe('failed');
  });

  test('adds up over two runs', () => {
    const report = read(`${log}\n${log}`);
    expect([sum(report, tally.tool, 'run'), sum(report, tally.tool, 'failed')]).toEqual([
      2 * tally.run,
      2 * tally.failed,
    ]);
  });

  test('names each failed test once, where it failed', () => {
    const { failures } = read(log);
    if (tests)
      expect(failures.filter((f) => f.test !== null || tests.includes(null)).map((f) => f.test)).toEqual(tests);
    if (place) expect(failures.map((f) => ({ file: f.file, row: f.row }))).toContainEqual(place);
  });
});

describe('a run that passed', () => {
  test.each([
    ['jest', 'PASS src/failed.test.ts\nTests:       3 passed, 3 total\nTime:        1 s'],
    ['pytest', 'tests/test_failed.py::test_error PASSED\n============ 3 passed in 0.10s ============'],
    ['unittest', 'test_failure (a.T) ... ok\n\nRan 3 tests in 0.1s\n\nOK'],
    [
      'cargo test',
      'test failed_login_is_an_error ... ok\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0s',
    ],
    ['mocha', '  ✓ fails when it should\n\n  3 passing (5ms)'],
    ['surefire', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0'],
    ['phpunit', 'OK (3 tests, 9 assertions)'],
    ['ctest', '100% tests passed, 0 tests failed out of 3'],
  ])('of %s has no failure, whatever its tests are called', (tool, log) => {
    const report = read(log);
    expect(report).toMatchObject({ outcome: 'passed', failures: [] });
    expect([sum(report, tool, 'run'), sum(report, tool, 'failed')]).toEqual([3, 0]);
  });

  test('is no pass when the exit status says otherwise', () => {
    expect(read('Tests:       3 passed, 3 total', 1).outcome).toBe('failed');
  });
});

describe('several runners in one log', () => {
  test('have a tally each', () => {
    const report = read(
      'Tests:       2 failed, 3 passed, 5 total\n===== 4 passed in 0.20s =====\nOK (7 tests, 9 assertions)',
    );
    expect(report.tallies.map(({ tool, run, failed }) => [tool, run, failed])).toEqual([
      ['jest', 5, 2],
      ['pytest', 4, 0],
      ['phpunit', 7, 0],
    ]);
  });

  test('are told apart when their lines are interleaved by a task runner', () => {
    const lane = (name: string, log: string) => log.split('\n').map((line) => `${name}:test: ${line}`);
    const [a, b] = [
      lane('tides', CASES[0]?.log ?? ''),
      lane('moons', CASES[0]?.log.replaceAll('rises', 'waxes') ?? ''),
    ];
    const mixed = a.flatMap((line, i) => [line, b[i] ?? '']).join('\n');
    const report = read(mixed);
    expect(report.failures.map((f) => f.test).sort()).toEqual(['tide › rises at noon', 'tide › waxes at noon']);
    expect(sum(report, 'jest', 'run')).toBe(16);
  });
});

test('any lines at all are read without an exception', () => {
  const pieces = CASES.flatMap(({ log }) => log.split('\n'));
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(...pieces),
    fc.tuple(fc.constantFrom(...pieces), fc.string()).map((p) => p.join('')),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
      const { failures, tallies } = read(lines.join('\n'));
      const last = lines.join('\n').split('\n').length;
      for (const { line: at, endLine } of failures) expect(at >= 1 && endLine >= at && endLine <= last).toBe(true);
      for (const { failed, run } of tallies) expect((failed ?? 0) >= 0 && (run ?? 0) >= 0).toBe(true);
    }),
    { numRuns: 150 },
  );
});
