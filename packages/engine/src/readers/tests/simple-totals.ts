import { type LineRule, lineFamily } from './line-family.ts';
import { count, seconds } from './numbers.ts';
import type { RunnerFamily } from './runner.ts';

/** A rule for a closing line that states counts; `read` gives them from the match. */
function total(
  tool: string,
  first: string,
  has: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => { run: number; failed: number; skipped?: number; passed?: number; time?: string },
): LineRule {
  return {
    first,
    has,
    pattern,
    read: (match, line, log) => {
      const { run, failed, skipped = 0, passed = Math.max(0, run - failed), time } = read(match);
      log.tally(tool, line.number, {
        run,
        failed,
        skipped,
        passed,
        seconds: time === undefined ? null : seconds(time),
      });
      log.endRun(tool);
    },
  };
}

/** A rule for a line that states one failure. */
function failure(tool: string, first: string, has: string, pattern: RegExp, verdict = true): LineRule {
  return {
    first,
    has,
    pattern,
    read: (match, line, log) => {
      const { test = null, message = '', file = null, row } = match.groups ?? {};
      log.fail({ tool, line: line.number, test, message, file, row: row === undefined ? null : Number(row) });
      if (verdict) log.verdict('failed', line.number);
    },
  };
}

const DIGITS = '0123456789';

const RULES: readonly LineRule[] = [
  // Rust: libtest prints one result a binary, nextest one summary.
  total(
    'cargo test',
    't',
    'test result: ',
    /^test result: (?:ok|FAILED)\. (\d{1,7}) passed; (\d{1,7}) failed; (\d{1,7}) ignored; \d{1,7} measured(?:; \d{1,7} filtered out)?(?:; finished in (\S{1,20}))?$/,
    (m) => {
      const [passed, failed, skipped] = [count(m, 1), count(m, 2), count(m, 3)];
      return { run: passed + failed, passed, failed, skipped, ...(m[4] ? { time: m[4] } : {}) };
    },
  ),
  total(
    'nextest',
    'S',
    'Summary [',
    /^\s*Summary \[ {0,6}(\S{1,20})\] (\d{1,7})(?:\/\d{1,7})? tests? run: (\d{1,7}) passed(?: \([^)]{1,80}\))?(?:, (\d{1,7}) failed)?(?:, (\d{1,7}) (?:timed out|exec failed))?(?:, (\d{1,7}) skipped)?$/,
    (m) => ({
      run: count(m, 2),
      passed: count(m, 3),
      failed: count(m, 4) + count(m, 5),
      skipped: count(m, 6),
      time: m[1] ?? '',
    }),
  ),
  failure('cargo test', 't', ' ... FAILED', /^test (?<test>\S{1,300}) \.\.\. FAILED$/),
  failure(
    'nextest',
    'FSTL',
    '] ',
    /^\s*(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT|LEAK-FAIL) \[ {0,6}\S{1,20}\] (?:\([\d /]{1,20}\) )?(?<test>\S.{1,300})$/,
  ),
  // PHP
  total('phpunit', 'O', 'OK', /^OK(?:, but .{1,80})? \((\d{1,7}) tests?, \d{1,7} assertions?\)$/, (m) => ({
    run: count(m, 1),
    failed: 0,
  })),
  total(
    'phpunit',
    'T',
    'Assertions: ',
    /^Tests: (\d{1,7}), Assertions: \d{1,7}(?:, Errors: (\d{1,7}))?(?:, Failures: (\d{1,7}))?(?:, (?:PHPUnit )?(?:Warnings|Deprecations|Notices|Risky): \d{1,7})*(?:, Skipped: (\d{1,7}))?(?:, Incomplete: (\d{1,7}))?(?:, (?:PHPUnit )?(?:Warnings|Deprecations|Notices|Risky): \d{1,7})*\.$/,
    (m) => {
      const [run, failed, skipped] = [count(m, 1), count(m, 2) + count(m, 3), count(m, 4) + count(m, 5)];
      return { run, failed, skipped, passed: Math.max(0, run - failed - skipped) };
    },
  ),
  // Elixir
  total(
    'ExUnit',
    DIGITS,
    ' failure',
    /^(?:\d{1,6} (?:doctests?|properties|property), )*(\d{1,7}) tests?, (\d{1,7}) failures?(?:, (\d{1,7}) (?:skipped|excluded|invalid))?(?:, \d{1,7} \w{1,12})?$/,
    (m) => ({ run: count(m, 1), failed: count(m, 2), skipped: count(m, 3) }),
  ),
  // Ruby
  total(
    'minitest',
    DIGITS,
    ' assertions, ',
    /^(\d{1,7}) (?:runs|tests), \d{1,8} assertions, (\d{1,7}) failures, (\d{1,7}) errors(?:, \d{1,7} pendings, \d{1,7} omissions, \d{1,7} notifications)?(?:, (\d{1,7}) skips)?\.?$/,
    (m) => {
      const [run, failed, skipped] = [count(m, 1), count(m, 2) + count(m, 3), count(m, 4)];
      return { run, failed, skipped, passed: Math.max(0, run - failed - skipped) };
    },
  ),
  // Googletest prints the tests that ran, then how many passed, then how many failed.
  total(
    'ctest',
    DIGITS,
    '% tests passed',
    /^\d{1,3}% tests passed, (?:(\d{1,7}) tests? failed )?out of (\d{1,7})$/,
    (m) => ({
      run: count(m, 2),
      failed: count(m, 1),
    }),
  ),
  failure(
    'ctest',
    DIGITS,
    'Test ',
    /^\s{0,4}\d{1,6}\/\d{1,6} Test {1,4}#\d{1,6}: (?<test>\S{1,200}) \.{2,}\*{3}(?<message>Failed|Timeout|Exception: \S{1,40}|Not Run).{0,80}$/,
  ),
  total(
    'catch2',
    't',
    'test cases: ',
    /^test cases: {1,8}(\d{1,7})(?: \| {1,8}(\d{1,7}) passed)?(?: \| {1,8}(\d{1,7}) failed)?.{0,60}$/,
    (m) => ({ run: count(m, 1), failed: count(m, 3) }),
  ),
  total(
    'catch2',
    'A',
    'All tests passed (',
    /^All tests passed \(\d{1,8} assertions? in (\d{1,7}) test cases?\)$/,
    (m) => ({
      run: count(m, 1),
      failed: 0,
    }),
  ),
  // .NET
  total(
    'dotnet test',
    'PFS',
    '! ',
    /^\s*(?:Passed|Failed|Skipped)!\s{1,4}- Failed: {1,8}(\d{1,7}), Passed: {1,8}(\d{1,7}), Skipped: {1,8}(\d{1,7}), Total: {1,8}(\d{1,7}), Duration: (.{1,20}?)(?: - .{1,200})?$/,
    (m) => ({
      run: count(m, 1) + count(m, 2),
      failed: count(m, 1),
      passed: count(m, 2),
      skipped: count(m, 3),
      time: m[5] ?? '',
    }),
  ),
  total(
    'dotnet test',
    'T',
    'Total tests: ',
    /^Total tests: (\d{1,7})\. Passed: (\d{1,7})\. Failed: (\d{1,7})\. Skipped: (\d{1,7})\.$/,
    (m) => ({
      run: count(m, 2) + count(m, 3),
      failed: count(m, 3),
      skipped: count(m, 4),
      passed: count(m, 2),
    }),
  ),
  failure(
    'xunit',
    '',
    ' [FAIL]',
    /^\s{0,8}(?:\[xUnit\.net .{1,20}\]\s{1,8})?(?<test>[\w.]{3,300}(?:\(.{0,200}\))?) \[FAIL\]$/,
  ),
  failure('dotnet test', 'F', '  Failed ', /^\s{2}Failed (?<test>[\w.]{3,300}(?:\(.{0,200}\))?) \[.{1,20}\]$/),
  // Perl
  total('prove', 'F', 'Files=', /^Files=\d{1,7}, Tests=(\d{1,7}), {1,4}(\d{1,7}) wallclock.{0,80}$/, (m) => ({
    run: count(m, 1),
    failed: 0,
    time: `${m[2]} s`,
  })),
  failure(
    'prove',
    '',
    '(Wstat: ',
    /^(?<test>\S{1,200}\.t) {1,60}\(Wstat: \d{1,7}.{0,40} Tests: \d{1,7} Failed: \d{1,7}\)$/,
  ),
  // Erlang, Haskell, R, Julia, D
  total('EUnit', 'A', ' tests passed.', /^\s{0,4}All (\d{1,7}) tests passed\.$/, (m) => ({
    run: count(m, 1),
    failed: 0,
  })),
  total(
    'EUnit',
    'F',
    'Passed: ',
    /^\s{0,4}Failed: (\d{1,7})\. {1,3}Skipped: (\d{1,7})\. {1,3}Passed: (\d{1,7})\.$/,
    (m) => ({
      run: count(m, 1) + count(m, 3),
      failed: count(m, 1),
      skipped: count(m, 2),
      passed: count(m, 3),
    }),
  ),
  total(
    'common test',
    `T${DIGITS}`,
    ' ok, ',
    /^(?:Testing .{1,200}: )?(?:.{0,20})?(\d{1,7}) ok, (\d{1,7}) failed(?:, (\d{1,7}) skipped)?(?: of \d{1,7} test cases)?$/,
    (m) => ({
      run: count(m, 1) + count(m, 2),
      failed: count(m, 2),
      skipped: count(m, 3),
      passed: count(m, 1),
    }),
  ),
  total('tasty', 'A', ' tests passed (', /^All (\d{1,7}) tests passed \((.{1,20})\)$/, (m) => ({
    run: count(m, 1),
    failed: 0,
    time: m[2] ?? '',
  })),
  total('tasty', DIGITS, ' tests failed (', /^(\d{1,7}) out of (\d{1,7}) tests failed \((.{1,20})\)$/, (m) => ({
    run: count(m, 2),
    failed: count(m, 1),
    time: m[3] ?? '',
  })),
  total(
    'testthat',
    '[',
    '[ FAIL ',
    /^\[ FAIL (\d{1,7}) \| WARN \d{1,7} \| SKIP (\d{1,7}) \| PASS (\d{1,7}) \]$/,
    (m) => ({
      run: count(m, 1) + count(m, 3),
      failed: count(m, 1),
      skipped: count(m, 2),
      passed: count(m, 3),
    }),
  ),
  // Swift
  total(
    'Swift Testing',
    '•',
    'Test run with ',
    /^. Test run with (\d{1,7}) tests?(?: in \d{1,6} suites?)? passed after (.{1,20}?)\.?$/,
    (m) => ({ run: count(m, 1), failed: 0, time: m[2] ?? '' }),
  ),
  failure(
    'XCTest',
    '',
    ': error: ',
    /^(?<file>\S{1,300}\.(?:swift|mm?)):(?<row>\d{1,7}): error: (?<test>-?\[?[\w .]{1,300}\]?) : (?<message>.{1,400})$/,
  ),
  // Scala
  total(
    'scalatest',
    'T',
    'Tests: succeeded ',
    /^Tests: succeeded (\d{1,7}), failed (\d{1,7}), canceled (\d{1,7}), ignored (\d{1,7}), pending (\d{1,7})$/,
    (m) => ({
      run: count(m, 1) + count(m, 2),
      failed: count(m, 2),
      passed: count(m, 1),
      skipped: count(m, 3) + count(m, 4) + count(m, 5),
    }),
  ),
  total(
    'sbt',
    'PFE',
    ': Total ',
    /^(?:Passed|Failed|Error): Total (\d{1,7}), Failed (\d{1,7}), Errors (\d{1,7}), Passed (\d{1,7})(?:, (?:Skipped|Ignored|Canceled|Pending) (\d{1,7}))*$/,
    (m) => ({
      run: count(m, 1),
      failed: count(m, 2) + count(m, 3),
      passed: count(m, 4),
      skipped: count(m, 5),
    }),
  ),
  // Deno and Bun
  total(
    'deno test',
    'oF',
    ' | ',
    /^(?:ok|FAILED) \| (\d{1,7}) passed(?: \(\d{1,7} steps?\))? \| (\d{1,7}) failed(?: \(\d{1,7} steps?\))?(?: \| (\d{1,7}) ignored)?(?: \| .{1,30})?(?: \((.{1,12})\))?$/,
    (m) => ({
      run: count(m, 1) + count(m, 2),
      failed: count(m, 2),
      passed: count(m, 1),
      skipped: count(m, 3),
      ...(m[4] ? { time: m[4] } : {}),
    }),
  ),
  // AVA
  total('ava', DIGITS, ' passed', /^\s{0,4}(\d{1,7}) tests? passed(?: \[[\d:]{1,8}\])?$/, (m) => ({
    run: count(m, 1),
    failed: 0,
  })),
];

/** Runners whose closing lines say all in one line, and whose failures stand on lines of their own. */
export const simpleTotals: RunnerFamily = lineFamily('tSFOTAPfELb[0123456789/✔✘◇•-', RULES, 'D]:)');
