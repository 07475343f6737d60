// Runs the examples of the docs and writes what they print into them; with --check, fails when one prints something else.
//
// An example is a `console` block under a line `<!-- example -->`. Its lines that begin with `$ ` are run by a shell in a
// copy of test/docs/demo, on a home of the file's own, with a model server whose replies are written here. Under
// `<!-- example: folded -->` a run of lines that begin alike is shown by its ends, with `⋮` between them.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeOllama } from '../test/fake-ollama/server.ts';
import { calls, done, fakeModel, text } from '../test/fake-ollama/shapes.ts';
import type { FakeTurn } from '../test/fake-ollama/turn.ts';

const ROOT = join(import.meta.dirname, '..');
const BLOCK = /(<!-- example(: folded)? -->\n```console\n)([\s\S]*?\n)(```\n)/g;

/** What stands in the docs for the ids of a run, in the order in which they appear. */
const IDS = [
  '3f9a2c1b00112233',
  '81d4e6a05c7f9b20',
  'c07b5592e1fa3d48',
  '5ae83b6d9f041c77',
  'e6120d4fb8937ac5',
  '92c7fe01a4d86b3e',
];

/**
 * The demonstration's model: with tools it runs the tests and says what it saw; without, it is asked about one part of an
 * output, and answers from what stands there.
 */
function answer(body: Record<string, unknown>): FakeTurn {
  const last: unknown = Array.isArray(body.messages) ? body.messages.at(-1) : null;
  if (!Array.isArray(body.tools) || body.tools.length === 0) {
    const found = JSON.stringify(last).includes('not ok 621');
    return say(
      found
        ? 'Test 621 fails, "the tide is highest at high water": 2 was expected, 0 came (line 629).'
        : 'nothing here',
    );
  }
  const role = typeof last === 'object' && last !== null && 'role' in last ? last.role : null;
  if (role !== 'tool')
    return { lines: [calls({ name: 'run_command', arguments: { command: 'npm test' } }), done({ prompt: 900 })] };
  return say(
    'One test of 1,241 fails: the tide is highest at high water.\n',
    'src/tide.js takes a sine where a cosine is meant.',
  );
}

function say(...parts: string[]): FakeTurn {
  return { lines: [...parts.map(text), done({ prompt: 2_900 })] };
}

/** Runs examples on a home and a directory of their own, and gives what they print under ids that stay. */
class Stage {
  readonly #base = mkdtempSync(join(tmpdir(), 'wisp-examples-'));
  readonly #directory = join(this.#base, 'tides');
  readonly #host: string;
  readonly #ids = new Map<string, string>();

  constructor(host: string) {
    this.#host = host;
    cpSync(join(ROOT, 'test/docs/demo'), this.#directory, { recursive: true });
  }

  async run(command: string): Promise<string> {
    // What npm, a person's shell or a test runner has set must not show in the docs.
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|NO_COLOR$|FORCE_COLOR$|NODE_|WISP_)/i.test(name),
    );
    const env = {
      ...Object.fromEntries(kept),
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
      HOME: this.#base,
      WISP_HOME: join(this.#base, '.wisp'),
      OLLAMA_HOST: this.#host,
      npm_config_update_notifier: 'false',
    };
    const line = `{ ${this.#withRealIds(command)}\n} 2>&1 </dev/null`;
    const printed = await new Promise<string>((resolve) => {
      execFile('/bin/sh', ['-c', line], { cwd: this.#directory, env, maxBuffer: 1 << 24 }, (_error, stdout) =>
        resolve(stdout),
      );
    });
    return this.#settled(printed);
  }

  [Symbol.dispose](): void {
    rmSync(this.#base, { recursive: true, force: true });
  }

  /** A shortened id of the docs becomes the id that this run gave, as short. */
  #withRealIds(command: string): string {
    return command.replaceAll(/\b[0-9a-f]{4,16}\b/g, (short) => {
      const real = [...this.#ids].find(([, stands]) => stands.startsWith(short))?.[0];
      return real ? real.slice(0, short.length) : short;
    });
  }

  /** What differs from run to run stands as one value: ids, times, durations, the directory. */
  #settled(printed: string): string {
    return printed
      .replaceAll(/\b[0-9a-f]{16}\b/g, (id) => this.#standsFor(id))
      .replaceAll(/\b[0-9a-f]{8}\b/g, (short) => this.#shortStandsFor(short))
      .replaceAll(this.#base, '/home/ada')
      .replaceAll(/(?<="(?:turnS|s)econds": ?)\d+(?:\.\d+)?/g, '1.25')
      .replaceAll(/(?<=· )\d+(?:\.\d)? s\b/g, '1.2 s')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-12-01T09:30:00.000Z')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, '2026-12-01 09:30:00')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d\b/g, '2026-12-01 09:30');
  }

  #shortStandsFor(short: string): string {
    const stands = [...this.#ids].find(([real]) => real.startsWith(short))?.[1];
    return stands?.slice(0, short.length) ?? short;
  }

  #standsFor(id: string): string {
    const known = this.#ids.get(id);
    if (known) return known;
    const next = IDS[this.#ids.size];
    if (!next) throw new Error(`more than ${IDS.length} ids in one file; add to IDS`);
    this.#ids.set(id, next);
    return next;
  }
}

/** The text of a document with what its examples print now. */
async function rendered(document: string, host: string): Promise<string> {
  using stage = new Stage(host);
  let result = '';
  let from = 0;
  for (const match of document.matchAll(BLOCK)) {
    const [whole, open = '', folds, body = '', close = ''] = match;
    const commands = body.split('\n').filter((line) => line.startsWith('$ '));
    let shown = '';
    for (const command of commands) {
      const printed = await stage.run(command.slice(2));
      const lines = printed === '' ? [] : printed.trimEnd().split('\n');
      shown += [command, ...(folds ? folded(lines) : lines), ''].join('\n');
    }
    result += `${document.slice(from, match.index)}${open}${shown}${close}`;
    from = match.index + whole.length;
  }
  return result + document.slice(from);
}

/** Runs of more than four lines whose first word is the same, by their first two and their last. */
function folded(lines: readonly string[]): string[] {
  const wordOf = (line: string) => /^(?:L?\d+: )?(\S+)/.exec(line)?.[1] ?? '';
  const runs: string[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && wordOf(line) !== '' && wordOf(run[0] ?? '') === wordOf(line)) run.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => (run.length > 4 ? [...run.slice(0, 2), '⋮', ...run.slice(-1)] : run));
}

const documents = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)];
const server = await startFakeOllama({
  models: [fakeModel({ name: 'qwen3:8b', parameters: 'num_ctx 32768' })],
  answer,
});
let stale = 0;
for (const path of documents.filter((name) => name.endsWith('.md'))) {
  const file = join(ROOT, path);
  const before = readFileSync(file, 'utf8');
  const after = await rendered(before, server.url);
  if (after === before) continue;
  stale++;
  if (process.argv.includes('--check')) {
    const lines = before.split('\n');
    const at = after.split('\n').findIndex((line, i) => line !== lines[i]);
    console.error(`${path}:${at + 1} prints otherwise now: ${after.split('\n')[at] ?? ''}`);
  } else writeFileSync(file, after);
}
await server.close();
if (stale > 0 && process.argv.includes('--check')) {
  console.error('Run: node scripts/examples.ts, and read what changed.');
  process.exitCode = 1;
}
