// Benchmarks of the screen (P8 to P10). They drive the built program in a pseudo-terminal against the scripted engine of the
// screen's tests, so that what is measured is the screen.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Pty, type PtyOptions, WISP_TUI } from '../tui/pty.ts';
import { beside, type Figure, median, p95 } from './figure.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENGINE = join(ROOT, 'packages/engine/bin/wisp.js');
const STARTS = 11;
const KEYS = 200;

/** Measures the start of the screen, its answer to keys and its memory. */
export async function benchTui(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wisp-bench-tui-'));
  try {
    return [...(await start(folder)), ...(await keys()), ...(await memory(folder))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** P8: spawn to the first full frame, in turn with an Ink program that shows one line. */
async function start(folder: string): Promise<Figure[]> {
  const hello = await bundleHello(folder);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    ours.push(await timeToShow({ env: { WISP_ENGINE: ENGINE, WISP_HOME: join(folder, 'home') } }, 'Ask, or !'));
    reference.push(await timeToShow({ command: [process.execPath, hello] }, 'Hello, world'));
  }
  return [beside('P8', 'spawn to first full frame, ms', median(ours), median(reference), '≤ 1.2 × an Ink hello world')];
}

async function bundleHello(folder: string): Promise<string> {
  const entry = join(folder, 'hello.jsx');
  writeFileSync(entry, "import { render, Text } from 'ink';\nrender(<Text>Hello, world</Text>);\n");
  const outfile = join(folder, 'hello.js');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.12',
    jsx: 'automatic',
    nodePaths: [join(ROOT, 'node_modules')],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
    },
    plugins: [
      {
        name: 'no-devtools',
        setup(b) {
          b.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'react-devtools-core', namespace: 'empty' }));
          b.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};', loader: 'js' }));
        },
      },
    ],
    logLevel: 'error',
  });
  const launcher = join(folder, 'launch.mjs');
  writeFileSync(
    launcher,
    "import module from 'node:module';\nmodule.enableCompileCache();\nawait import('./hello.js');\n",
  );
  return launcher;
}

async function timeToShow(options: PtyOptions, text: string): Promise<number> {
  const begun = performance.now();
  using pty = new Pty({ columns: 120, rows: 40, ...options });
  await pty.until(text);
  return performance.now() - begun;
}

/** P9: a key to the frame that shows it, in a transcript of 5,000 lines and in the expanded view. */
async function keys(): Promise<Figure[]> {
  using pty = new Pty({ columns: 120, rows: 40 });
  await pty.until('ollama:tiny-coder');
  pty.say('ticks 5000 + big16');
  await pty.until('tokens');
  const typing: (number | null)[] = [];
  for (let n = 0; n < KEYS; n++) {
    const key = 'abcdefghij'[n % 10] ?? 'a';
    const before = pty.raw.length;
    typing.push(await answered(pty, key, () => pty.raw.includes(key, before)));
  }
  pty.type('\x15\x0f');
  await pty.until('line 1 of');
  const scrolling: (number | null)[] = [];
  for (let n = 0; n < KEYS; n++) {
    const before = pty.raw.length;
    scrolling.push(await answered(pty, '\x1b[6~', () => pty.raw.indexOf('\x1b[?2026l', before) !== -1));
  }
  const streaming = await keysInFlood();
  return [
    beside('P9', 'key to frame, 5,000 transcript lines, ms p95', p95(known(typing)), null, '≤ 16 ms'),
    beside('P9', 'a page down in the expanded view, ms p95', p95(known(scrolling)), null, '≤ 33 ms'),
    beside('P9', 'key to frame while 100,000 lines stream, ms p95', p95(known(streaming)), null, '≤ 100 ms'),
  ];
}

async function keysInFlood(): Promise<(number | null)[]> {
  using pty = new Pty({ columns: 120, rows: 40 });
  await pty.until('ollama:tiny-coder');
  pty.say('ticks 100000');
  await pty.untilBytes(() => pty.raw.includes('tick 1'));
  const times: (number | null)[] = [];
  while (!pty.raw.includes('tick 100000') && times.length < KEYS) {
    // Capitals: nothing else that is drawn meanwhile has these.
    const key = 'QWERTYUIOP'[times.length % 10] ?? 'Q';
    const before = pty.raw.length;
    times.push(await answered(pty, key, () => pty.raw.includes(key, before)));
  }
  return times;
}

function known(times: readonly (number | null)[]): number[] {
  return times.filter((time) => time !== null);
}

/** Time from bytes typed to what they change, in ms; null when they change nothing, as a key at the edge of what is loaded. */
async function answered(pty: Pty, bytes: string, shown: () => boolean): Promise<number | null> {
  const begun = performance.now();
  const done = pty.untilBytes(shown).then(() => performance.now() - begun);
  pty.type(bytes);
  return Promise.race([done, pause(1_000).then(() => null)]);
}

/** P10: what the screen holds after 16 MiB were read from end to end and back, beyond what it held before. */
async function memory(folder: string): Promise<Figure[]> {
  const hook = join(folder, 'memory.mjs');
  const report = join(folder, 'memory.json');
  writeFileSync(
    hook,
    `import { writeFileSync, renameSync } from 'node:fs';
process.on('SIGUSR2', () => {
  for (let n = 0; n < 4; n++) globalThis.gc();
  writeFileSync(${JSON.stringify(`${report}.part`)}, JSON.stringify(process.memoryUsage()));
  renameSync(${JSON.stringify(`${report}.part`)}, ${JSON.stringify(report)});
});
`,
  );
  using pty = new Pty({
    columns: 120,
    rows: 40,
    command: [process.execPath, '--expose-gc', '--import', hook, WISP_TUI],
  });
  await pty.until('ollama:tiny-coder');
  pty.say('big16');
  await pty.until('tokens');
  const before = await held(pty, report);
  pty.type('\x0f');
  await pty.until('line 1 of');
  await readThrough(pty, '\x1b[6~', /· 100% ·/);
  await readThrough(pty, '\x1b[5~', /· line 1 of /);
  const after = await held(pty, report);
  const work = '16 MiB read to its end and back: heap and buffers held, MiB';
  return [beside('P10', work, (after - before) / 1_048_576, null, '≤ 8 MiB')];
}

/** Sixteen pages a step; where a step ends at what is held so far, the next page comes while it is waited a little. */
async function readThrough(pty: Pty, key: string, end: RegExp): Promise<void> {
  for (let header = pty.rows()[0] ?? ''; !end.test(header); header = pty.rows()[0] ?? '') {
    const last = header;
    pty.type(key.repeat(16));
    for (let waited = 0; waited < 12 && pty.rows()[0] === last; waited++) await pause(2);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function held(pty: Pty, report: string): Promise<number> {
  rmSync(report, { force: true });
  pty.kill('SIGUSR2');
  for (;;) {
    try {
      const { heapUsed, external } = JSON.parse(readFileSync(report, 'utf8'));
      return heapUsed + external;
    } catch {
      // Not written yet: the file appears whole.
      await pause(20);
    }
  }
}
