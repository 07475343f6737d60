import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeLease } from '../../../packages/engine/src/store/lease.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import { type SweepOptions, type SweepReport, sweepStore } from '../../../packages/engine/src/store/sweep.ts';
import { sweepPlan } from '../../../packages/engine/src/store/sweep-plan.ts';
import { scratch } from '../../support/wisp.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const MIB = 1024 * 1024;

const idOf = (n: number): string => n.toString(16).padStart(16, '0');

/** Sets the times of a directory and of all in it. */
function age(directory: string, days: number): void {
  const at = (NOW - days * DAY) / 1000;
  for (const name of readdirSync(directory)) {
    if (lstatSync(join(directory, name)).isFile()) utimesSync(join(directory, name), at, at);
  }
  utimesSync(directory, at, at);
}

/** A session's outputs as wisp keeps them, last used `days` ago; returns its directory. */
function session(home: string, n: number, days: number, bytes = 10): string {
  const store = new OutputStore(home, idOf(n));
  const facts = {
    id: idOf(n * 1000),
    tool: 'run_command',
    time: '2026-01-01T00:00:00.000Z',
    cut: false,
    totalBytes: null,
  };
  expect(store.keep([Buffer.alloc(bytes, 'x')], facts)).toHaveProperty('record');
  store.close();
  age(store.directory, days);
  return store.directory;
}

const sessionsOf = (home: string): string[] => readdirSync(join(home, 'output')).sort();

function sweep(home: string, options: Partial<SweepOptions> = {}): SweepReport | null {
  return sweepStore({ home, current: idOf(0), days: 30, maxBytes: null, now: NOW, clock: () => 0, ...options });
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe('the sweep by age', () => {
  test('removes what was last used before the days that it is kept, and says what', () => {
    const home = scratch();
    const gone = [session(home, 1, 31), session(home, 2, 400)];
    session(home, 3, 29);
    const recordBytes = readFileSync(join(home, 'output', idOf(3), `${idOf(3000)}.json`)).length;
    expect(sweep(home)).toEqual({
      removed: 2,
      sessions: [idOf(2), idOf(1)],
      bytes: 2 * (10 + recordBytes),
      deferred: 0,
    });
    expect(gone.map((path) => existsSync(path))).toEqual([false, false]);
    expect(sessionsOf(home)).toEqual([idOf(3)]);
    expect(sweep(home)).toBeNull();
  });

  test.each([
    [0, []],
    [1, [idOf(3650), idOf(400), idOf(2)]],
    [3650, [idOf(3650)]],
  ])('with outputDays %i removes %j', (days, sessions) => {
    const home = scratch();
    session(home, 2, 2);
    session(home, 400, 400);
    session(home, 3650, 3651);
    expect(sweep(home, { days })?.sessions ?? []).toEqual(sessions);
  });

  test('takes the newest time among a directory and its files as last use', () => {
    const home = scratch();
    const old = (NOW - 40 * DAY) / 1000;
    const young = (NOW - 1 * DAY) / 1000;
    const written = session(home, 1, 40);
    utimesSync(join(written, idOf(1000)), young, young);
    utimesSync(written, old, old);
    utimesSync(session(home, 2, 40), young, young);
    expect(sweep(home)).toBeNull();
    expect(sessionsOf(home)).toEqual([idOf(1), idOf(2)]);
  });

  test('removes the sixteen oldest a start and leaves the rest for the next', () => {
    const home = scratch();
    for (const n of range(1, 40)) session(home, n, 100 + n);
    const first = sweep(home);
    expect(first).toMatchObject({ removed: 16, sessions: range(25, 40).reverse().map(idOf), deferred: 24 });
    expect(sweep(home)).toMatchObject({ removed: 16, sessions: range(9, 24).reverse().map(idOf), deferred: 8 });
    expect(sweep(home)).toMatchObject({ removed: 8, deferred: 0 });
    expect(sweep(home)).toBeNull();
  });

  test('looks at nothing once 100 ms have passed', () => {
    const home = scratch();
    for (const n of range(1, 12)) session(home, n, 100 + n);
    let looks = 0;
    // Twelve looks list the sessions; the time is up some looks into the first ones.
    const clock = () => (looks++ < 20 ? 0 : 100);
    const report = sweep(home, { clock });
    expect(report?.removed).toBeGreaterThan(0);
    expect(report?.removed).toBeLessThan(6);
    expect((report?.removed ?? 0) + (report?.deferred ?? 0)).toBe(12);
    expect(sessionsOf(home)).toHaveLength(12 - (report?.removed ?? 0));
    expect(
      sweep(home, {
        clock: (
          (at) => () =>
            (at += 100)
        )(0),
      }),
    ).toBeNull();
  });

  test('never touches the current session, nor one that a process still writes', () => {
    const home = scratch();
    session(home, 1, 99);
    session(home, 2, 99);
    takeLease(home, idOf(2));
    expect(sweep(home, { current: idOf(1) })).toBeNull();
    expect(sessionsOf(home)).toEqual([idOf(1), idOf(2)]);
  });

  test('removes nothing that is not its own', () => {
    const home = scratch();
    const outside = join(home, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, idOf(7)), 'precious');
    const output = join(home, 'output');
    mkdirSync(output);
    const odd: Record<string, (path: string) => void> = {
      [idOf(1)]: (path) => symlinkSync(outside, path),
      [idOf(2)]: (path) => writeFileSync(path, 'a file in the place of a session'),
      [idOf(3)]: (path) => {
        mkdirSync(join(path, 'inner'), { recursive: true });
        writeFileSync(join(path, 'inner', 'file'), 'precious');
      },
      [idOf(4)]: (path) => {
        mkdirSync(path);
        symlinkSync(join(outside, idOf(7)), join(path, idOf(7)));
      },
      [idOf(5)]: (path) => {
        mkdirSync(path);
        writeFileSync(join(path, 'my notes.txt'), 'precious');
      },
      [idOf(6)]: (path) => {
        mkdirSync(path);
        writeFileSync(join(path, `${idOf(7)}\n`), 'precious');
      },
      [idOf(8)]: (path) => {
        mkdirSync(join(path, idOf(9)), { recursive: true });
      },
      [idOf(10)]: (path) => {
        mkdirSync(path);
        writeFileSync(join(path, `${idOf(7)}.json.bak`), 'precious');
      },
    };
    for (const [name, make] of Object.entries(odd)) make(join(output, name));
    const foreign = ['notes', '..a', 'with space', 'new\nline', 'ABCDEF0123456789', `${idOf(1)}0`, '.hidden'];
    for (const name of foreign) {
      mkdirSync(join(output, name));
      writeFileSync(join(output, name, idOf(1)), 'precious');
    }
    for (const name of readdirSync(output))
      if (lstatSync(join(output, name)).isDirectory()) age(join(output, name), 999);
    session(home, 20, 999);
    expect(sweep(home)).toMatchObject({ removed: 1, sessions: [idOf(20)], deferred: 0 });
    expect(sessionsOf(home)).toEqual([...foreign, ...Object.keys(odd)].sort());
    expect(readFileSync(join(outside, idOf(7)), 'utf8')).toBe('precious');
    const { leftAlone } = sweepPlan(home, { days: 30, maxBytes: null, now: NOW });
    expect(leftAlone.map(({ name }) => name).sort()).toEqual([...foreign, ...Object.keys(odd)].sort());
    const why = new Map(leftAlone.map((one) => [one.name, one.why]));
    expect([1, 2, 3, 4, 5, 8].map((n) => why.get(idOf(n)))).toEqual([
      'a link',
      'no directory',
      'it holds "inner", which is no name of wisp\'s',
      `it holds ${idOf(7)}, which is no regular file`,
      'it holds "my notes.txt", which is no name of wisp\'s',
      `it holds ${idOf(9)}, which is no regular file`,
    ]);
  });

  test('clears a store of three thousand sessions sixteen a start, those that are due alone', () => {
    const home = scratch();
    for (const n of range(1, 3000)) {
      const path = join(home, 'output', idOf(n));
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, idOf(n)), '');
      age(path, n % 100 === 0 ? 50 : 5);
    }
    for (const removed of [16, 14]) expect(sweep(home)).toMatchObject({ removed, deferred: removed === 16 ? 14 : 0 });
    expect(sweep(home)).toBeNull();
    expect(sessionsOf(home)).toEqual(
      range(1, 3000)
        .filter((n) => n % 100 !== 0)
        .map(idOf),
    );
  });

  test('goes on where another process sweeps at the same time, and where there is no store', () => {
    const home = scratch();
    expect(sweep(home)).toBeNull();
    for (const n of range(1, 3)) session(home, n, 99);
    // The other one is done with the second before this one comes to it.
    let removed = false;
    const clock = () => {
      if (!existsSync(join(home, 'output', idOf(3))) && !removed) {
        removed = true;
        sweep(home);
      }
      return 0;
    };
    expect(sweep(home, { clock })).toMatchObject({ deferred: 0 });
    expect(sessionsOf(home)).toEqual([]);
  });

  test('leaves a home whose store is a file', () => {
    const home = scratch();
    writeFileSync(join(home, 'output'), '');
    writeFileSync(join(home, 'live'), '');
    expect(sweep(home, { maxBytes: 1 })).toBeNull();
  });
});

describe('the sweep by size', () => {
  test('removes the oldest until what is left is under the ceiling', () => {
    const home = scratch();
    for (const n of range(1, 6)) session(home, n, n, MIB);
    const report = sweep(home, { maxBytes: 4 * MIB });
    expect(report).toMatchObject({ removed: 3, sessions: [idOf(6), idOf(5), idOf(4)], deferred: 0 });
    expect(sweep(home, { maxBytes: 4 * MIB })).toBeNull();
  });

  test('comes after age, within the same sixteen', () => {
    const home = scratch();
    for (const n of range(1, 10)) session(home, n, 40 + n);
    for (const n of range(11, 30)) session(home, n, n - 10);
    const report = sweep(home, { maxBytes: 0 });
    expect(report?.sessions.slice(0, 10)).toEqual(range(1, 10).reverse().map(idOf));
    expect(report?.sessions.slice(10)).toEqual(range(25, 30).reverse().map(idOf));
    expect(report?.deferred).toBe(14);
  });

  test('spares the current session, live ones, and what is not its own', () => {
    const home = scratch();
    for (const n of range(1, 3)) session(home, n, n, MIB);
    takeLease(home, idOf(2));
    mkdirSync(join(home, 'output', 'notes'));
    expect(sweep(home, { maxBytes: 0, current: idOf(1) })).toMatchObject({ sessions: [idOf(3)], deferred: 0 });
    expect(sessionsOf(home)).toEqual([idOf(1), idOf(2), 'notes'].sort());
  });
});

describe('sizes that earlier starts measured', () => {
  /** Time for the listing and for some sessions to be measured, then for those alone that are removed. */
  const short = (looks: number) => {
    let at = 0;
    return () => (at++ < looks ? 0 : 60);
  };

  test('let a store be measured over some starts that one start has no time for', () => {
    const home = scratch();
    for (const n of range(1, 20)) session(home, n, n, MIB);
    const reports = range(1, 8).map(() => sweep(home, { maxBytes: 15 * MIB, clock: short(65) }));
    expect(reports[0]).toBeNull();
    expect(reports.flatMap((report) => report?.sessions ?? [])).toEqual(range(15, 20).reverse().map(idOf));
  });

  test.each(['', '{"schema":1,"sess', '{"schema":9}', '[]'])('are measured again when their file holds %j', (text) => {
    const home = scratch();
    for (const n of range(1, 4)) session(home, n, n, MIB);
    writeFileSync(join(home, 'output-sizes.json'), text);
    expect(sweep(home, { maxBytes: 3 * MIB })?.sessions).toEqual([idOf(4), idOf(3)]);
    expect(lstatSync(join(home, 'output-sizes.json')).mode & 0o777).toBe(0o600);
  });

  test('are forgotten once something was kept in the session', () => {
    const home = scratch();
    for (const n of range(1, 4)) session(home, n, n, 1000);
    expect(sweep(home, { maxBytes: 8 * MIB })).toBeNull();
    const store = new OutputStore(home, idOf(4));
    const facts = { id: idOf(4001), tool: 'run_command', time: '', cut: false, totalBytes: null };
    store.keep([Buffer.alloc(9 * MIB)], facts);
    store.close();
    expect(sweep(home, { maxBytes: 8 * MIB })?.sessions).toEqual([idOf(3), idOf(2), idOf(1), idOf(4)]);
  });
});

describe('the plan of the next sweep', () => {
  test('says what the store holds and what goes, and removes nothing', () => {
    const home = scratch();
    for (const n of range(1, 20)) session(home, n, 100 + n, 1000);
    for (const n of range(21, 24)) session(home, n, n - 20, 1000);
    const each = lstatSync(join(home, 'output', idOf(1), `${idOf(1000)}.json`)).size + 1000;
    const plan = sweepPlan(home, { days: 30, maxBytes: 2 * each, now: NOW });
    const small = { damaged: [], leftAlone: [], unverified: 0 };
    expect(plan).toMatchObject({ ...small, sessions: 24, outputs: 24, next: { sessions: 16 }, due: { sessions: 22 } });
    expect(sessionsOf(home)).toHaveLength(24);
    expect(sweep(home, { maxBytes: 2 * each })).toMatchObject({ removed: 16, bytes: plan.next.bytes, deferred: 6 });
    expect(sweepPlan(home, { days: 0, maxBytes: null, now: NOW }).due).toEqual({ sessions: 0, bytes: 0 });
  });

  test('names each output that is not as its record says', () => {
    const home = scratch();
    const [changed, cut] = [session(home, 1, 1, 100), session(home, 2, 1, 100)];
    session(home, 3, 1, 100);
    writeFileSync(join(changed, idOf(1000)), Buffer.alloc(100, 'y'));
    writeFileSync(join(cut, idOf(2000)), 'x');
    const { damaged, outputs } = sweepPlan(home, { days: 30, maxBytes: null, now: NOW });
    expect(outputs).toBe(3);
    expect(damaged.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: idOf(1000), session: idOf(1), problem: 'its bytes are not those of its SHA-256' },
      { id: idOf(2000), session: idOf(2), problem: `output ${idOf(2000)} has 1 bytes where its record says 100` },
    ]);
  });

  test('of a home without a store is empty', () => {
    const none = { sessions: 0, bytes: 0 };
    const empty = { ...none, outputs: 0, next: none, due: none, leftAlone: [], damaged: [], unverified: 0 };
    expect(sweepPlan(scratch(), { days: 30, maxBytes: null, now: NOW })).toEqual(empty);
  });
});
