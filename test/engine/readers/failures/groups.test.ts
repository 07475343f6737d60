import { describe, expect, it } from 'vitest';
import { triage } from './read.ts';

/** The leads in order: line, and how many later failures each set off. */
const leads = (log: string, exit = 1) => {
  const { groups, failures } = triage(log, exit);
  return groups.map((group) => [failures[group.lead]?.line, group.count, group.label]);
};

describe('root causes', () => {
  it('counts the same error of many translation units once', () => {
    const unit = 'include/a.h:12:5: error: no left\n  12 | left\n';
    expect(leads(unit.repeat(9))).toEqual([[1, 8, 'include/a.h']]);
  });

  it('groups link errors by their symbol, not by their place', () => {
    const at = (file: string, symbol: string) => `${file}.c:(.text+0x1): undefined reference to \`${symbol}'`;
    expect(leads([at('a', 'left'), at('b', 'left'), at('b', 'right'), at('c', 'left')].join('\n'))).toEqual([
      [1, 2, 'left'],
      [3, 0, 'right'],
    ]);
  });

  it('lets a missing header explain what its file says after it', () => {
    const log = `a.c:1:10: fatal error: left.h: No such file or directory
a.c:9:3: error: unknown type name 'left_t'
b.c:4:2: error: too few arguments to function 'wait'`;
    expect(leads(log)).toEqual([
      [1, 1, 'left.h'],
      [3, 0, 'b.c'],
    ]);
  });

  it('keeps two errors of one file apart, and shows no more than three of many', () => {
    const log = Array.from({ length: 9 }, (_, i) => `a.ts(${i + 1},1): error TS2322: Type 'T${i}' is wrong here.`).join(
      '\n',
    );
    expect(leads(log)).toEqual([
      [1, 0, 'a.ts'],
      [2, 0, 'a.ts'],
      [3, 6, 'a.ts'],
    ]);
  });

  it('groups a module that nothing finds, whatever asks for it', () => {
    const log = `src/a.ts(1,1): error TS2307: Cannot find module 'left' or its type declarations.
src/b.ts(1,1): error TS2307: Cannot find module 'left' or its type declarations.
src/c.ts(1,1): error TS2307: Cannot find module 'right' or its type declarations.`;
    expect(leads(log)).toEqual([
      [1, 1, 'left'],
      [3, 0, 'right'],
    ]);
  });

  it('groups what a linter finds by file', () => {
    const log = 'a.py:1:1: F401 one\na.py:2:1: F401 two\nb.py:1:1: E501 three\na.py:3:1: F841 four';
    expect(leads(log)).toEqual([
      [1, 2, 'a.py'],
      [3, 0, 'b.py'],
    ]);
  });

  it('takes wrappers for consequences of what comes before them in their step only', () => {
    const log = `a.c:1:5: error: no left
make: *** [Makefile:3: a.o] Error 1
The command "make" exited with 2.
make: *** [Makefile:9: docs] Error 127
The command "make docs" exited with 2.`;
    expect(leads(log)).toEqual([
      [1, 0, 'a.c'],
      [4, 0, 'Makefile'],
    ]);
  });

  it('keeps the causes of interleaved tasks apart', () => {
    const log = `web:build: src/a.ts(3,14): error TS2304: Cannot find name 'x'.
api:build: npm ERR! code ELIFECYCLE
web:build: npm ERR! code ELIFECYCLE
api:build: npm ERR! errno 1`;
    expect(leads(log)).toEqual([
      [1, 0, 'src/a.ts'],
      [2, 0, 'npm'],
    ]);
  });

  it('gives every failure a group and every group its lead', () => {
    const log = Array.from({ length: 50 }, (_, i) => `src/${i % 7}.c:${i + 1}:1: error: no ${i % 5} here`).join('\n');
    const { failures, groups } = triage(log);
    expect(groups.map((group) => failures[group.lead]?.group)).toEqual(groups.map((_, index) => index));
    expect(failures.every((failure) => failure.group >= 0 && failure.group < groups.length)).toBe(true);
    expect(groups.reduce((sum, group) => sum + group.count + 1, 0)).toBe(50);
  });

  it('counts failures past those that it keeps', () => {
    const log = Array.from({ length: 2500 }, (_, i) => `src/${i}.c:${i + 1}:1: error: no ${i} here`).join('\n');
    const { failures, groups } = triage(log);
    expect(failures.length).toBe(2000);
    expect(groups.reduce((sum, group) => sum + group.count + 1, 0)).toBe(2500);
  });
});
