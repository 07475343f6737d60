import { describe, expect, it } from 'vitest';
import { triage } from './read.ts';

const nothing = (log: string, exit: number | null = null) => {
  const { failures, warnings } = triage(log, exit);
  expect({ failures, warnings }).toEqual({ failures: [], warnings: [] });
};

describe('what is no failure', () => {
  it.each([
    [
      'clocks and addresses',
      '12:30:45: error in nothing\n10.0.0.1:8080: connected\nexample.com:443: error: none here\n[12:30:45] ok',
    ],
    ['object identifiers', 'identity oid:b694f709.1b014e0d.bf63:03:05:8f:bc:23@vob:23:03:11:84:a1 1'],
    [
      'the word in a message, a name or a flag',
      '0 errors, 0 warnings\nerror_handler.c compiled\ncc -Werror -c a.c\nTests of errors passed',
    ],
    [
      'what grep prints',
      'src/a.ts:12:  const error = 1;\nsrc/a.ts:40:throw new Error(x)\nlib/b.c:3:/* warning: old */',
    ],
    [
      'stack frames and contexts',
      '    at left (/p/a.js:12:5)\n\tat com.x.Wait.left(Wait.java:12)\nIn file included from a.h:3,\n                 from a.c:1:\na.c: In function left:',
    ],
    ['notes and help', 'a.c:12:5: note: declared here\na.rs:3:1: help: try this\nhint: Updates were rejected'],
    [
      'a service log',
      '2026-01-02 03:04:05 ERROR pool - connection lost\n2026-01-02 03:04:06 INFO pool - reconnected\n2026-01-02 03:04:07 INFO pool - serving\n2026-01-02 03:04:08 INFO pool - serving\n2026-01-02 03:04:09 INFO pool - serving',
    ],
    [
      'what tests print on purpose',
      'ok 1 - throws\nError: expected by the test\n    at Object.<anonymous>\nok 2 - more\nok 3 - more\nok 4 - more\nok 5 - more\n1..5',
    ],
    ['an error that make ignores', 'make: [Makefile:9: clean] Error 1 (ignored)'],
    ['progress', '[ 12%] Building C object error.c.o\n[3/9] cc -c fail.c\nremote: Counting objects: 100% (12/12)'],
  ])('leaves %s alone', (_what, log) => nothing(log));

  it('drops a logged exception when the run passed', () => {
    nothing('Traceback (most recent call last):\n  File "/p/a.py", line 12, in f\nValueError: handled', 0);
  });

  it('says that a run passed only when something says so', () => {
    expect(triage('hello', null).outcome).toBe('unknown');
    expect(triage('hello', 0).outcome).toBe('passed');
    expect(triage('[INFO] BUILD SUCCESS', null).outcome).toBe('passed');
  });

  it('never says that a run passed against its exit status', () => {
    expect(triage('[INFO] BUILD SUCCESS', 1).outcome).toBe('failed');
    expect(triage('BUILD SUCCESSFUL in 3s', 1).failures).toEqual([]);
  });
});
