import { describe, expect, it } from 'vitest';
import { dull, summarise } from './summarise.ts';

describe('the summary of a run that failed', () => {
  const lines = [
    'exit status: 2',
    'stdout:',
    ...dull(60),
    'src/queue.c:12:5: error: unknown type name ‘item’',
    ...dull(60),
    'stderr:',
    'make: *** [Makefile:3: queue.o] Error 1',
  ];

  it('says so, and gives the root cause with its place and its own line', () => {
    const text = summarise(lines).split('\n');
    expect(text[0]).toBe('Failed: exit status 2. 125 lines (4 KiB).');
    expect(text.find((line) => line.startsWith('- '))).toContain('src/queue.c:12:5');
    expect(text).toContain('L63: src/queue.c:12:5: error: unknown type name ‘item’');
  });

  it('says which lines no reader explained', () => {
    expect(summarise(lines)).toMatch(/No reader explained \d+ of 125 lines: L1–L62, L64–L1\d\d/);
  });

  it('never says better than the exit status, and shows what may say why', () => {
    const text = summarise(['exit status: 3', 'stdout:', ...dull(80), 'the sizes have grown', 'All fine.']);
    expect(text.split('\n').slice(0, 2)).toEqual([
      'Failed: exit status 3. 84 lines (3 KiB).',
      'No reader of a known format found the failure.',
    ]);
    expect(text).toContain('L83: the sizes have grown');
  });

  it('says failed though every test is said to have passed', () => {
    const text = summarise(['exit status: 1', 'stdout:', 'Ran 3 tests in 0.010s', '', 'OK']);
    expect(text).toMatch(/^Failed: exit status 1\. /);
  });

  it.each([['timed out after 2 s, ended by signal SIGTERM'], ['ended by signal SIGKILL']])(
    'says so of a run that was %s',
    (header) => {
      expect(summarise([header, 'stdout:', ...dull(3)])).toMatch(new RegExp(`^Failed: ${header}\\. `));
    },
  );
});

describe('the summary of a run that succeeded', () => {
  it('is its outcome, its counts, its warnings and its last lines', () => {
    const text = summarise([
      'exit status: 0',
      'stdout:',
      ...dull(60),
      'src/queue.c:12:5: warning: unused variable ‘n’ [-Wunused-variable]',
      'src/queue.c:14:5: warning: unused variable ‘m’ [-Wunused-variable]',
      'Done in 3.20s.',
    ]);
    expect(text.split('\n')[0]).toBe('Succeeded: exit status 0. 65 lines (2 KiB).');
    expect(text).toMatch(/^2 warnings: \w+ 2; the first at L63$/m);
    expect(text).toContain('Time L65: Done in 3.20s.');
    expect(text).toMatch(/Last lines:\n(?:L6\d: .*\n)+$/);
  });

  it('says that its output states a failure all the same', () => {
    const text = summarise(['exit status: 0', 'stdout:', 'src/queue.c:12:5: error: unknown type name ‘item’']);
    expect(text).toMatch(/^Succeeded: exit status 0, although its output states 1 failure\. /);
  });
});

describe('the summary of an output whose end is not recorded', () => {
  it('says so, and takes what the output says for what it is', () => {
    const text = summarise([
      ...dull(5),
      'src/queue.c:12:5: error: unknown type name ‘item’',
      'make: *** [all] Error 1',
    ]);
    expect(text).toMatch(/^How it ended is not recorded; its output says that it failed\. /);
  });

  it('is the lines that mention an error when no reader knows its format', () => {
    const text = summarise([...dull(50), 'the queue could not be opened', ...dull(50)]);
    expect(text).toContain('L51: the queue could not be opened');
  });

  it('is its first and last lines when nothing in it mentions one', () => {
    const lines = Array.from({ length: 400 }, (_, i) => `row ${i + 1} of the listing`);
    const text = summarise(lines, { bytes: 600 });
    expect(text).toMatch(/nothing in it mentions an error/);
    expect(text).toMatch(/\nL1: row 1 .*\n…\n.*\nL400: row 400 /s);
  });
});

describe('the reader of a summary is chosen by content', () => {
  it('the kinds of message for a log', () => {
    const lines = Array.from({ length: 300 }, (_, i) =>
      i === 120
        ? `2026-01-02 03:04:05 ERROR queue: owner 7 is gone`
        : `2026-01-02 03:04:${String(i % 60).padStart(2, '0')} INFO queue: item ${i} taken`,
    );
    expect(summarise(lines)).toMatch(/L121 .*owner/);
    expect(summarise(lines)).toMatch(/×299/);
  });

  it('the structure for JSON, also when it stands in a stored output', () => {
    const json = JSON.stringify({ items: Array.from({ length: 500 }, (_, id) => ({ id, name: `item ${id}` })) });
    for (const lines of [[json], ['exit status: 0', 'stdout:', json, 'stderr:', 'fetched']]) {
      const text = summarise(lines);
      expect(text).toContain('items');
      expect(text).toContain('array');
      expect(text).not.toContain('item 400');
    }
  });

  it('the structure of JSON does not hide that the run failed', () => {
    const json = JSON.stringify({ items: Array.from({ length: 500 }, (_, id) => ({ id, name: `item ${id}` })) });
    expect(summarise(['exit status: 4', 'stdout:', json])).toMatch(/^Failed: exit status 4\. .*\nNo reader of a known/);
  });
});

describe('the overview of an output', () => {
  it('is how it ended, its streams, its sections and its kinds of line', () => {
    const text = summarise(
      [
        'exit status: 1',
        'stdout:',
        '$ npm ci',
        ...dull(20),
        '$ npm test',
        ...dull(20),
        'The command "npm test" exited with 1.',
        'stderr:',
        'error: no tests',
      ],
      { mode: 'overview' },
    );
    expect(text).toContain('stdout L3–L45; stderr L47.');
    expect(text).toContain(
      'Sections:\nL3: $ npm ci\nL24: $ npm test\nL45 failed: The command "npm test" exited with 1.',
    );
    expect(text).toMatch(/Kinds of line:\n.*×40/s);
  });
});
