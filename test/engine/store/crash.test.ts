import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lastEvents } from '../../../packages/engine/src/audit/log-reader.ts';
import { unlessRefused } from '../../../packages/engine/src/store/failure.ts';
import { takeLease } from '../../../packages/engine/src/store/lease.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import { isRunning, ownMark } from '../../../packages/engine/src/store/process-mark.ts';
import { recoverStore } from '../../../packages/engine/src/store/recover.ts';
import { sweepPlan } from '../../../packages/engine/src/store/sweep-plan.ts';
import { scratch, WISP, wisp } from '../../support/wisp.ts';

const SESSION = '00000000000000aa';
const ID = '00000000000000bb';
const UNFINISHED = [`${ID}.part`, `${ID}.json.part`, `${ID}.stdout.spill`, `${ID}.stderr.spill`];

const sessionOf = (home: string): string => join(home, 'output', SESSION);
const ended = (): number => 4_194_304;

/** What a killed process leaves: unfinished files, an output without a record, and its lease. */
function crashed(home: string, mark: Partial<ReturnType<typeof ownMark>> = {}): void {
  mkdirSync(sessionOf(home), { recursive: true });
  mkdirSync(join(home, 'live'), { recursive: true });
  for (const name of [...UNFINISHED, ID]) writeFileSync(join(sessionOf(home), name), 'x');
  const { pid, start, place } = { ...ownMark(), pid: ended(), ...mark };
  writeFileSync(join(home, 'live', `${SESSION}.${pid}.${start}.${place}`), '');
}

const recover = (home: string): void => recoverStore(home, 100, () => 0);

describe('what a killed process left', () => {
  test('goes at the next start, and what it kept stays', () => {
    const home = scratch();
    const facts = { id: '00000000000000cc', tool: 't', time: '', cut: false, totalBytes: null };
    new OutputStore(home, SESSION).keep([Buffer.from('kept')], facts);
    for (const name of readdirSync(join(home, 'live')))
      writeFileSync(join(home, 'live', name.replace(/^.{16}/, 'f'.repeat(16))), '');
    crashed(home);
    recover(home);
    expect(readdirSync(sessionOf(home)).sort()).toEqual([facts.id, `${facts.id}.json`]);
    expect(readdirSync(join(home, 'live')).filter((name) => name.includes(`.${ended()}.`))).toEqual([]);
  });

  test('goes with its directory when it kept nothing', () => {
    const home = scratch();
    crashed(home);
    recover(home);
    expect([existsSync(sessionOf(home)), readdirSync(join(home, 'live'))]).toEqual([false, []]);
  });

  test('is told from what a process of the same number writes now', () => {
    const home = scratch();
    crashed(home, { pid: process.pid, start: '1' });
    recover(home);
    expect(existsSync(sessionOf(home))).toBe(false);
  });

  test('stays while its process runs, and for a day where that can not be seen', () => {
    const home = scratch();
    crashed(home, { pid: process.pid });
    recover(home);
    expect(readdirSync(sessionOf(home))).toHaveLength(5);
    const elsewhere = scratch();
    crashed(elsewhere, { place: '0123456789abcdef' });
    recover(elsewhere);
    expect(readdirSync(sessionOf(elsewhere))).toHaveLength(5);
    const [lease = ''] = readdirSync(join(elsewhere, 'live'));
    const before = Date.now() / 1000 - 90_000;
    utimesSync(join(elsewhere, 'live', lease), before, before);
    recover(elsewhere);
    expect(existsSync(sessionOf(elsewhere))).toBe(false);
  });

  test("is passed over where it is not wisp's, and when the time is up", () => {
    const home = scratch();
    crashed(home);
    mkdirSync(join(sessionOf(home), '00000000000000dd'));
    writeFileSync(join(sessionOf(home), 'notes'), '');
    writeFileSync(join(home, 'live', 'notes'), '');
    let at = 0;
    recoverStore(home, 100, () => (at += 101));
    expect(readdirSync(sessionOf(home))).toHaveLength(7);
    recover(home);
    expect(readdirSync(sessionOf(home)).sort()).toEqual(['00000000000000dd', 'notes']);
    expect(readdirSync(join(home, 'live'))).toEqual(['notes']);
    recover(join(home, 'no such home'));
  });
});

test('a lease is known as one of a process that runs, or ran', async () => {
  const home = scratch();
  expect(takeLease(home, SESSION)).toMatch(new RegExp(`/live/${SESSION}\\.${process.pid}\\.\\d+\\.[0-9a-f]{16}$`));
  expect(isRunning(ownMark())).toBe(true);
  expect(isRunning({ ...ownMark(), start: '7' })).toBe(false);
  expect(isRunning({ ...ownMark(), place: '0123456789abcdef' })).toBeNull();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  const { pid = 0 } = child;
  await once(child, 'exit');
  expect(isRunning({ ...ownMark(), pid })).toBe(false);
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Enough for every run of the suite; before a release: `WISP_KILLS=200 npx vitest run test/engine/store/crash`. */
const KILLS = Number(process.env.WISP_KILLS ?? 60);
const AT_ONCE = 8;

/** Prints a few megabytes on both streams at little cost to the readers. */
const PRINTS = `yes ${'x'.repeat(900)} | head -c 2000000; yes ${'y'.repeat(900)} | head -c 300000 >&2`;

/** Runs wisp in `home` and kills it after `delay` milliseconds; resolves to whether it was still running. */
async function killedAfter(home: string, delay: number): Promise<boolean> {
  const env = { ...process.env, WISP_HOME: home };
  const child = spawn(process.execPath, [WISP, 'run', '--', 'sh', '-c', PRINTS], { env, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), delay);
  const [, signal] = await once(child, 'exit');
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

test(`${KILLS} kills at random moments leave nothing but whole outputs and an audit that reads back`, {
  timeout: 120_000,
}, async () => {
  const home = scratch();
  const random = seeded(7);
  let killed = 0;
  let left = KILLS;
  let lifetime = Number.POSITIVE_INFINITY;
  const output = join(home, 'output');
  // A start may remove a directory between the two listings.
  const namesIn = (session: string) => unlessRefused(() => readdirSync(join(output, session))) ?? [];
  const unfinished = () =>
    readdirSync(output).flatMap((session) =>
      namesIn(session).flatMap((name) => (/\.(part|spill)$/.test(name) ? [`${session}/${name}`] : [])),
    );
  const seen = new Set<string>();
  const worker = async () => {
    const began = performance.now();
    await killedAfter(home, 60_000);
    lifetime = Math.min(lifetime, performance.now() - began);
    while (left-- > 0) {
      if (await killedAfter(home, lifetime * (0.3 + 0.7 * random()))) killed++;
      for (const name of unfinished()) seen.add(name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(killed).toBeGreaterThan(0);
  // Some moments fell between the first byte of an output and its record.
  expect(seen.size).toBeGreaterThan(0);

  expect((await wisp(home, ['run', '--', 'true'])).status).toBe(0);
  expect([unfinished(), readdirSync(join(home, 'live'))]).toEqual([[], []]);
  const { damaged, leftAlone } = sweepPlan(home, { days: 30, maxBytes: null, now: Date.now() });
  expect([damaged, leftAlone]).toEqual([[], []]);
  const { events, unreadable } = await lastEvents(home, {}, 100_000);
  const starts = events.filter(({ kind }) => kind === 'session.start');
  expect(starts.length).toBeGreaterThan(AT_ONCE);
  expect(unreadable).toBeLessThanOrEqual(killed);
  for (const { session, call } of events.filter(({ kind }) => kind === 'output.kept'))
    expect(existsSync(join(home, 'output', session, `${call}.json`))).toBe(true);
});
