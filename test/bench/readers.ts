// Benchmarks of the exact readers and of the filter over 16 MiB (P4, P5).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { budgetBytes } from '../../packages/engine/src/budget/tool-budget.ts';
import { matchPage } from '../../packages/engine/src/memory/matching.ts';
import { WHOLE } from '../../packages/engine/src/memory/request.ts';
import { OutputSummary } from '../../packages/engine/src/readers/summary/output-summary.ts';
import { openOutput } from '../../packages/engine/src/store/open-output.ts';
import { OutputStore } from '../../packages/engine/src/store/output-store.ts';
import { beside, type Figure, median } from './figure.ts';

const LINES = 150_000;
const SESSION = '00000000000000be';
const ID = '00000000000000ef';

const since = (began: number): number => performance.now() - began;

function medianOf(runs: number, work: () => number): number {
  return median(Array.from({ length: runs }, work));
}

function serviceLine(i: number): string {
  const level = i % 997 === 0 ? 'ERROR' : i % 83 === 0 ? 'WARN' : 'INFO';
  const second = String(i % 60).padStart(2, '0');
  return `2026-03-01T10:11:${second}.${String(i % 1000).padStart(3, '0')}Z ${level} [worker-${i % 16}] orders.Service: handled request ${i} of customer c${i % 5000} in ${i % 900} ms`;
}

function buildLine(i: number): string {
  if (i % 4001 === 4000)
    return `src/part_${i % 300}/unit_${i}.cc:${i % 900}:7: error: use of undeclared identifier 'value_${i % 40}'`;
  if (i % 211 === 0)
    return `src/part_${i % 300}/unit_${i}.cc:${i % 900}:3: warning: unused variable 'left_${i % 9}' [-Wunused-variable]`;
  return `[${i}/${LINES}] Building CXX object src/part_${i % 300}/CMakeFiles/part.dir/unit_${i}.cc.o`;
}

const textOf = (line: (i: number) => string): Buffer =>
  Buffer.from(Array.from({ length: LINES }, (_, i) => `${line(i)}\n`).join(''));

/** Measures P4 and P5. */
export async function benchReaders(): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'wisp-bench-readers-'));
  try {
    return [...(await filters(home)), ...summaries(home)];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function filters(home: string): Promise<Figure[]> {
  const store = new OutputStore(home, SESSION);
  store.keep([textOf(serviceLine)], {
    id: ID,
    tool: 'run_command',
    time: new Date().toISOString(),
    cut: false,
    totalBytes: null,
  });
  const { signal } = new AbortController();
  const figures: Figure[] = [];
  for (const [name, pattern] of [
    ['a rare literal', 'request 149123 of'],
    ['an alternation', 'customer c4999 in 8\\d\\d|worker-15\\] orders.Service: handled request 14999\\d'],
  ] as const) {
    const ours: number[] = [];
    for (let n = 0; n < 5; n++) {
      const began = performance.now();
      const stored = openOutput(store.directory, ID);
      const reader = { voice: 'memory', room: budgetBytes(null), window: null } as const;
      await matchPage({ stored, entry: null, file: null }, { ...WHOLE, pattern }, reader, signal);
      stored.close();
      ours.push(since(began));
    }
    const reference = medianOf(5, () => {
      const began = performance.now();
      const rg = spawnSync('rg', ['-n', '-i', '-e', pattern, join(store.directory, ID)], { stdio: 'ignore' });
      return rg.error ? Number.NaN : since(began);
    });
    figures.push(
      beside(
        'P4',
        `matching ${name} over ${readdirSync(store.directory).length > 0 ? '16 MiB' : ''}, ms`,
        median(ours),
        reference,
        '≤ 5 ×',
      ),
    );
  }
  return figures;
}

function summaries(home: string): Figure[] {
  return (
    [
      ['build', buildLine],
      ['service', serviceLine],
    ] as const
  ).map(([name, line]) => {
    const bytes = textOf(line);
    const path = join(home, `${name}.log`);
    writeFileSync(path, bytes);
    const ours = medianOf(5, () => {
      const began = performance.now();
      const summary = new OutputSummary();
      for (let at = 0; at < bytes.length; at += 65_536) summary.push(bytes.subarray(at, at + 65_536));
      summary.finish('notable', budgetBytes(null));
      return since(began);
    });
    const wc = medianOf(5, () => {
      const began = performance.now();
      spawnSync('wc', ['-l', path], { stdio: 'ignore' });
      return since(began);
    });
    return beside('P5', `summarise a ${name} log of ${LINES.toLocaleString('en')} lines, ms`, ours, wc, '≤ 1,000 ms');
  });
}
