/** One runner's output, of a run that failed or passed, and what must be read from it. */
export interface RunnerCase {
  name: string;
  log: string;
  tally: { tool: string; run: number; failed: number; skipped?: number; seconds?: number };
  /** Tests that failed, in the order of their lines. */
  tests?: (string | null)[];
  place?: { file: string; row: number };
}

const rule = '='.repeat(70);
const thin = '-'.repeat(70);

export const CASES: readonly RunnerCase[] = [
  {
    name: 'jest',
    log: `PASS src/ebb.test.ts
FAIL src/tide.test.ts
  ● tide › rises at noon

    expect(received).toBe(expected)

    Expected: 3
    Received: 2

      at Object.<anonymous> (src/tide.test.ts:12:5)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 1 skipped, 7 passed, 9 total
Time:        1.52 s`,
    tally: { tool: 'jest', run: 8, failed: 1, skipped: 1, seconds: 1.52 },
    tests: ['tide › rises at noon'],
    place: { file: 'src/tide.test.ts', row: 12 },
  },
  {
    name: 'vitest',
    log: ` FAIL  src/tide.test.ts > tide > rises
AssertionError: expected 2 to be 3
 ❯ src/tide.test.ts:12:5

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 7 passed (8)
   Duration  1.20s`,
    tally: { tool: 'vitest', run: 8, failed: 1 },
  },
  {
    name: 'mocha',
    log: `  tide
    ✓ ebbs
    1) rises


  1 passing (20ms)
  1 failing

  1) tide
       rises:
     AssertionError: expected 2 to equal 3
      at Context.<anonymous> (test/tide.js:9:14)
`,
    tally: { tool: 'mocha', run: 2, failed: 1 },
    tests: ['tide rises'],
    place: { file: 'test/tide.js', row: 9 },
  },
  {
    name: 'TAP',
    log: `TAP version 13
ok 1 - ebbs
not ok 2 - rises
  ---
  message: 'two is not three'
  ...
1..2
# tests 2
# pass 1
# fail 1`,
    tally: { tool: 'TAP', run: 2, failed: 1 },
    tests: ['rises'],
  },
  {
    name: 'pytest',
    log: `=========================== FAILURES ===========================
__________________________ test_rises __________________________

    def test_rises():
>       assert height(12) == 3
E       assert 2 == 3

tests/test_tide.py:7: AssertionError
==================== short test summary info ====================
FAILED tests/test_tide.py::test_rises - assert 2 == 3
============== 1 failed, 8 passed, 2 skipped in 0.31s ==============`,
    tally: { tool: 'pytest', run: 9, failed: 1, skipped: 2, seconds: 0.31 },
    tests: ['tests/test_tide.py::test_rises'],
    place: { file: 'tests/test_tide.py', row: 7 },
  },
  {
    name: 'pytest, when a file can not be collected',
    log: `==================================== ERRORS ====================================
______________________ ERROR collecting tests/test_moon.py ______________________
E   ModuleNotFoundError: No module named 'lunar'
=========================== short test summary info ============================
ERROR tests/test_moon.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.12s ===============================`,
    tally: { tool: 'pytest', run: 1, failed: 1 },
    tests: [null],
  },
  {
    name: 'unittest',
    log: `${rule}
FAIL: test_rises (tides.TideTest)
${thin}
Traceback (most recent call last):
  File "/app/tests/test_tide.py", line 14, in test_rises
    self.assertEqual(height(12), 3)
AssertionError: 2 != 3

${thin}
Ran 9 tests in 0.104s

FAILED (failures=1, skipped=2, expected failures=3)`,
    tally: { tool: 'unittest', run: 9, failed: 1, skipped: 2, seconds: 0.104 },
    tests: ['test_rises (tides.TideTest)'],
    place: { file: '/app/tests/test_tide.py', row: 14 },
  },
  {
    name: 'go test -v',
    log: `=== RUN   TestEbbs
--- PASS: TestEbbs (0.00s)
=== RUN   TestRises
    tide_test.go:21: got 2, want 3
noise without a line end--- FAIL: TestRises (0.01s)
FAIL
FAIL	example.test/tides	0.012s`,
    tally: { tool: 'go test', run: 2, failed: 1 },
    tests: ['TestRises'],
  },
  {
    name: 'cargo test, each binary by itself',
    log: `running 2 tests
test tide::ebbs ... ok
test tide::rises ... FAILED

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s

running 1 test
test result: ok. 1 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s`,
    tally: { tool: 'cargo test', run: 3, failed: 1, skipped: 2 },
    tests: ['tide::rises'],
  },
  {
    name: 'nextest',
    log: `        FAIL [   0.012s] tides tide::rises
     Summary [   0.044s] 3 tests run: 2 passed, 1 failed, 4 skipped`,
    tally: { tool: 'nextest', run: 3, failed: 1, skipped: 4 },
    tests: ['tides tide::rises'],
  },
  {
    name: 'surefire, whose modules add up and whose classes do not',
    log: `[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.2 s -- in tides.EbbTest
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in tides.TideTest
[ERROR] tides.TideTest.rises -- Time elapsed: 0.02 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <3> but was: <2>
	at tides.TideTest.rises(TideTest.java:17)

[INFO] Results:
[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0
[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1`,
    tally: { tool: 'surefire', run: 9, failed: 1, skipped: 1 },
    tests: ['tides.TideTest.rises'],
    place: { file: 'TideTest.java', row: 17 },
  },
  {
    name: 'gradle',
    log: `TideTest > rises FAILED
    org.opentest4j.AssertionFailedError: expected 3 but was 2
        at tides.TideTest.rises(TideTest.java:17)

9 tests completed, 1 failed, 2 skipped`,
    tally: { tool: 'gradle', run: 9, failed: 1, skipped: 2 },
    tests: ['TideTest > rises'],
  },
  {
    name: 'rspec',
    log: `Failures:

  1) Tide rises at noon
     Failure/Error: expect(height(12)).to eq(3)
       expected: 3
     # ./spec/tide_spec.rb:9:in 'block'

Finished in 0.02 seconds
4 examples, 1 failure, 1 pending`,
    tally: { tool: 'rspec', run: 4, failed: 1, skipped: 1 },
    tests: ['Tide rises at noon'],
    place: { file: './spec/tide_spec.rb', row: 9 },
  },
  {
    name: 'minitest',
    log: `  1) Failure:
TideTest#test_rises [test/tide_test.rb:8]:
Expected: 3
  Actual: 2

5 runs, 9 assertions, 1 failures, 0 errors, 1 skips`,
    tally: { tool: 'minitest', run: 5, failed: 1, skipped: 1 },
  },
  {
    name: 'phpunit',
    log: `There was 1 failure:

1) Tides\\TideTest::testRises
Failed asserting that 2 is identical to 3.

/app/tests/TideTest.php:15

FAILURES!
Tests: 6, Assertions: 11, Failures: 1, Skipped: 1.`,
    tally: { tool: 'phpunit', run: 6, failed: 1, skipped: 1 },
    tests: ['Tides\\TideTest::testRises'],
    place: { file: '/app/tests/TideTest.php', row: 15 },
  },
  {
    name: 'ExUnit',
    log: `  1) test rises (TideTest)
     test/tide_test.exs:6
     Assertion with == failed

Finished in 0.05 seconds
3 tests, 1 failure`,
    tally: { tool: 'ExUnit', run: 3, failed: 1 },
    tests: ['test rises (TideTest)'],
    place: { file: 'test/tide_test.exs', row: 6 },
  },
  {
    name: 'GoogleTest',
    log: `[ RUN      ] Tide.Rises
tide_test.cc:14: Failure
Expected equality of these values:
[  FAILED  ] Tide.Rises (0 ms)
[==========] 3 tests from 1 test suite ran. (4 ms total)
[  PASSED  ] 2 tests.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Tide.Rises`,
    tally: { tool: 'gtest', run: 3, failed: 1 },
    tests: ['Tide.Rises'],
    place: { file: 'tide_test.cc', row: 14 },
  },
  {
    name: 'ctest',
    log: `1/2 Test #1: ebbs .............................   Passed    0.01 sec
2/2 Test #2: rises ............................***Failed    0.02 sec
50% tests passed, 1 tests failed out of 2`,
    tally: { tool: 'ctest', run: 2, failed: 1 },
    tests: ['rises'],
  },
  {
    name: 'XCTest, whose outermost suite says all',
    log: `Test Suite 'All tests' started at 2026-01-01 10:00:00.000
Test Suite 'TideTests' started at 2026-01-01 10:00:00.000
/app/TideTests.swift:12: error: -[Tides.TideTests testRises] : XCTAssertEqual failed
Test Case '-[Tides.TideTests testRises]' failed (0.002 seconds).
Test Suite 'TideTests' failed at 2026-01-01 10:00:01.000
	 Executed 3 tests, with 1 failure (0 unexpected) in 0.003 (0.004) seconds
Test Suite 'All tests' failed at 2026-01-01 10:00:01.000
	 Executed 3 tests, with 1 failure (0 unexpected) in 0.003 (0.005) seconds`,
    tally: { tool: 'XCTest', run: 3, failed: 1 },
  },
  {
    name: 'dotnet test',
    log: `  Failed Tides.TideTests.Rises [12 ms]
  Error Message:
   Assert.Equal() Failure
Failed!  - Failed:     1, Passed:     8, Skipped:     2, Total:    11, Duration: 80 ms - Tides.Tests.dll (net9.0)`,
    tally: { tool: 'dotnet test', run: 9, failed: 1, skipped: 2 },
    tests: ['Tides.TideTests.Rises'],
  },
  {
    name: 'sbt',
    log: `[error] Failed: Total 7, Failed 1, Errors 0, Passed 6`,
    tally: { tool: 'sbt', run: 7, failed: 1 },
  },
];
