// Benchmarks of what every start and every event costs: the sweep of a large store, and an append to the log.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLog } from '../../packages/engine/src/audit/audit-log.ts';
import { lastEvents } from '../../packages/engine/src/audit/log-reader.ts';
import { sweepStore } from '../../packages/engine/src/store/sweep.ts';
import { beside, type Figure, median } from './figure.ts';

const SESSIONS = 3_000;
const SESSION = '00000000000000aa';
const OLD = Date.now() / 1000 - 50 * 86_400;

const idOf = (n: number): string => n.toString(16).padStart(16, '0');

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Measures P13 (a sweep) and P14 (the log). */
export async function benchStore(): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'wisp-bench-'));
  try {
    return [...sweeps(home), ...(await log(home))];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function sweeps(home: string): Figure[] {
  for (let n = 1; n <= SESSIONS; n++) {
    const directory = join(home, 'output', idOf(n));
    mkdirSync(directory, { recursive: true });
    for (const name of [idOf(n), `${idOf(n)}.json`]) {
      writeFileSync(join(directory, name), 'x'.repeat(4_096));
      if (n % 2 === 0) utimesSync(join(directory, name), OLD, OLD);
    }
    if (n % 2 === 0) utimesSync(directory, OLD, OLD);
  }
  const sweep = (days: number) =>
    sweepStore({ home, current: SESSION, days, maxBytes: null, now: Date.now(), clock: () => performance.now() });
  const listing: number[] = [];
  const removing: number[] = [];
  const reference: number[] = [];
  for (let n = 0; n < 11; n++) {
    reference.push(timed(() => spawnSync('ls', ['-l', join(home, 'output')], { stdio: 'ignore' })));
    listing.push(timed(() => sweep(3_650)));
    removing.push(timed(() => sweep(30)));
  }
  return [
    beside('P13', '3,000 sessions of which none is due, ms', median(listing), median(reference), '≤ 100 ms'),
    beside('P13', 'the same, 16 removed, ms', median(removing), median(reference), '≤ 100 ms'),
  ];
}

async function log(home: string): Promise<Figure[]> {
  const audit = new AuditLog({
    home,
    session: SESSION,
    version: '0',
    now: () => new Date(),
    enabled: true,
    limits: { maxBytes: 1 << 30, files: 5 },
    onFailure: (error) => {
      throw error;
    },
  });
  const events = 20_000;
  const text = 'x'.repeat(400);
  const ours = timed(() => {
    for (let n = 0; n < events; n++) audit.record('prompt', { text });
  });
  const plain = timed(() => {
    for (let n = 0; n < events; n++) appendFileSync(join(home, 'plain'), `${text}\n`);
  });
  const read: number[] = [];
  const whole: number[] = [];
  for (let n = 0; n < 11; n++) {
    const began = performance.now();
    await lastEvents(home, {}, 20);
    read.push(performance.now() - began);
    whole.push(timed(() => spawnSync('tail', ['-n', '20', join(home, 'logs', 'audit.jsonl')], { stdio: 'ignore' })));
  }
  return [
    beside('P14', 'an event appended, µs', (ours / events) * 1000, (plain / events) * 1000, '≤ 100 µs'),
    beside('P14', 'the last 20 of 13 MiB, ms', median(read), median(whole), '≤ 10 ms'),
  ];
}
