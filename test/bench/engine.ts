// Benchmarks of the engine as it is built: each runs in turn with its reference, so that a noisy machine slows both.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFrames, readOutbound } from '@wisp/protocol';
import { openOutput } from '../../packages/engine/src/store/open-output.ts';
import { beside, type Figure, median, p95 } from './figure.ts';

const WISP = join(import.meta.dirname, '../../packages/engine/bin/wisp.js');
const LINE = 'x'.repeat(99);
const GIGABYTE = `yes ${LINE} | head -c 1G`;
const STORED = `yes ${LINE} | head -c 16700000`;

const milliseconds = (began: bigint): number => Number(process.hrtime.bigint() - began) / 1e6;

/** Runs a program to its end; milliseconds, and the largest resident set in MiB where the system tells it. */
function timed(program: string, args: readonly string[], env: NodeJS.ProcessEnv): { ms: number; rss: number } {
  const began = process.hrtime.bigint();
  const measured = spawnSync('/usr/bin/time', ['-f', '%M', program, ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const ms = milliseconds(began);
  if (measured.error === undefined) return { ms, rss: Number(measured.stderr.trim().split('\n').at(-1)) / 1024 };
  const plain = process.hrtime.bigint();
  spawnSync(program, args, { env, stdio: 'ignore' });
  return { ms: milliseconds(plain), rss: Number.NaN };
}

/** Measures P1 to P3, P6, P7 and P12. */
export async function benchEngine(): Promise<Figure[]> {
  const home = mkdtempSync(join(tmpdir(), 'wisp-bench-'));
  const env = { ...process.env, WISP_HOME: home };
  try {
    return [...gigabyte(env), ...start(env), ...(await pages(home, env)), ...scan(env), ...(await engineStart(env))];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** P1: a command that prints 1 GiB, beside the same into `wc -l`. */
function gigabyte(env: NodeJS.ProcessEnv): Figure[] {
  const ours: number[] = [];
  const reference: number[] = [];
  const rss: number[] = [];
  for (let n = 0; n < 5; n++) {
    reference.push(timed('sh', ['-c', `${GIGABYTE} | wc -l`], env).ms);
    const run = timed(process.execPath, [WISP, 'run', '--', 'sh', '-c', GIGABYTE], env);
    ours.push(run.ms);
    rss.push(run.rss);
  }
  const idle = timed(process.execPath, [WISP, 'run', '--', 'true'], env).rss;
  return [
    beside('P1', '1 GiB through run, ms', median(ours), median(reference), '≤ 1.5 ×'),
    beside('P1', 'peak memory, MiB', Math.max(...rss), null, '≤ 160'),
    beside('P1', 'above idle, MiB', Math.max(...rss) - idle, null, '≤ 40'),
  ];
}

/** P12: what wisp adds to a command that does nothing. */
function start(env: NodeJS.ProcessEnv): Figure[] {
  const ours: number[] = [];
  const reference: number[] = [];
  for (let n = 0; n < 11; n++) {
    reference.push(timed('sh', ['-c', 'true'], env).ms);
    ours.push(timed(process.execPath, [WISP, 'run', '--', 'true'], env).ms);
  }
  const [a, b] = [median(ours), median(reference)];
  return [
    beside('P12', '`wisp run -- true`, ms', a, b, '≤ 120 ms more'),
    beside('P12', 'more than sh, ms', a - b, null, '≤ 120'),
  ];
}

/** P2 and P3: pages of a 16 MiB output, at random. */
async function pages(home: string, env: NodeJS.ProcessEnv): Promise<Figure[]> {
  spawnSync(process.execPath, [WISP, 'run', '--', 'sh', '-c', STORED], { env, stdio: 'ignore' });
  const session = readdirSync(join(home, 'output')).at(-1) ?? '';
  const directory = join(home, 'output', session);
  const id = readdirSync(directory).find((name) => !name.includes('.')) ?? '';
  const stored = openOutput(directory, id);
  const places = Array.from({ length: 400 }, (_, i) => ((i * 7919) % stored.pages) + 1);
  const inEngine: number[] = [];
  for (const page of places) {
    const began = process.hrtime.bigint();
    const opened = openOutput(directory, id);
    opened.page(page)?.bytes.toString('utf8');
    opened.close();
    inEngine.push(milliseconds(began));
  }
  stored.close();
  const dd = places.slice(0, 20).map((page) => {
    const began = process.hrtime.bigint();
    spawnSync('dd', [`if=${join(directory, id)}`, 'of=/dev/null', 'bs=65536', 'count=1', `skip=${page - 1}`], {
      stdio: 'ignore',
    });
    return milliseconds(began);
  });
  const plain = places.map((page) => readPlain(join(directory, id), page));
  return [
    beside('P2', 'a page in the engine, p95 ms', p95(inEngine), p95(dd), '≤ 1 ms'),
    beside('P2', 'beside one read of 64 KiB, p95 ms', p95(inEngine), p95(plain), '–'),
    beside('P3', 'a page over the pipe, p95 ms', p95(await pagesOverPipe(env)), null, '≤ 4 ms'),
  ];
}

function readPlain(path: string, page: number): number {
  const began = process.hrtime.bigint();
  const fd = openSync(path, 'r');
  readSync(fd, Buffer.allocUnsafe(65_536), 0, 65_536, (page - 1) * 65_536);
  closeSync(fd);
  return milliseconds(began);
}

async function pagesOverPipe(env: NodeJS.ProcessEnv): Promise<number[]> {
  const child = spawn(process.execPath, [WISP, 'chat', '--json', '--model', 'none'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const times: number[] = [];
  let id = '';
  let pages = 0;
  let began = 0n;
  const ask = () => {
    began = process.hrtime.bigint();
    child.stdin.write(
      `${JSON.stringify({ type: 'output', id, page: ((times.length * 7919) % Math.max(1, pages)) + 1 })}\n`,
    );
  };
  child.stdin.write(`!${STORED}\n`);
  for await (const frame of readFrames(child.stdout)) {
    const line = frame.kind === 'line' ? readOutbound(frame.text) : null;
    if (line?.type === 'event' && line.kind === 'command.typed') {
      id = line.call ?? '';
      ask();
    }
    if (line?.type !== 'view' || !('text' in line)) continue;
    if (pages > 0) times.push(milliseconds(began));
    pages = 'pages' in line ? line.pages : pages;
    if (times.length >= 300) break;
    ask();
  }
  child.kill();
  return times;
}

/** P6: an output that is kept and read for failures, beside the same kept unread (its command succeeds too fast to be read). */
function scan(env: NodeJS.ProcessEnv): Figure[] {
  const failing: number[] = [];
  const passing: number[] = [];
  for (let n = 0; n < 5; n++) {
    passing.push(timed(process.execPath, [WISP, 'run', '--', 'sh', '-c', STORED], env).ms);
    failing.push(timed(process.execPath, [WISP, 'run', '--', 'sh', '-c', `${STORED}; exit 1`], env).ms);
  }
  return [beside('P6', '16 MiB kept and read for its cause, ms', median(failing), median(passing), '≤ 1.3 ×')];
}

/** P7: spawn to the first `status`. */
async function engineStart(env: NodeJS.ProcessEnv): Promise<Figure[]> {
  const ours: number[] = [];
  const reference: number[] = [];
  for (let n = 0; n < 11; n++) {
    reference.push(timed(process.execPath, ['-e', '0'], env).ms);
    const began = process.hrtime.bigint();
    const child = spawn(process.execPath, [WISP, 'chat', '--json', '--model', 'none'], {
      env,
      cwd: tmpdir(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    for await (const frame of readFrames(child.stdout)) {
      if (frame.kind !== 'line' || readOutbound(frame.text)?.type !== 'status') continue;
      ours.push(milliseconds(began));
      break;
    }
    child.kill();
  }
  return [beside('P7', 'engine: spawn to status, ms', median(ours), median(reference), '≤ 3 ×')];
}

/** The name and cores of this machine, for the table. */
export function machine(): string {
  const model = /model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? 'unknown processor';
  return `${model}, Node ${process.versions.node}`;
}
