import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type FakeOllamaOptions, startFakeOllama } from '../../fake-ollama/server.ts';
import { fakeModel } from '../../fake-ollama/shapes.ts';
import { scratch, wisp } from '../../support/wisp.ts';

const report = z.strictObject({
  findings: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(['ok', 'warn', 'broken']),
      found: z.string(),
      todo: z.string().nullable(),
    }),
  ),
});

const QUIET = {
  WISP_MODEL: '',
  OLLAMA_CONTEXT_LENGTH: '',
  HTTP_PROXY: '',
  http_proxy: '',
  HTTPS_PROXY: '',
  https_proxy: '',
  ALL_PROXY: '',
  all_proxy: '',
  NO_PROXY: '',
  no_proxy: '',
  LC_ALL: 'C.UTF-8',
  PAGER: 'cat',
};

async function examined(home: string, env: Record<string, string> = {}) {
  const { stdout, stderr, status } = await wisp(home, ['doctor', '--json'], undefined, { ...QUIET, ...env });
  expect(stderr).toBe('');
  const { findings } = report.parse(JSON.parse(stdout));
  expect(status).toBe(findings.some((f) => f.state === 'broken') ? 1 : 0);
  return { status, all: findings, of: (name: string) => findings.filter((finding) => finding.name === name) };
}

async function withServer<T>(options: FakeOllamaOptions, work: (url: string) => Promise<T>): Promise<T> {
  const server = await startFakeOllama(options);
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

describe('wisp doctor', () => {
  test('finds nothing to do where all is well, and changes nothing', async () => {
    const home = join(scratch(), 'home');
    await withServer({}, async (url) => {
      const { all, status } = await examined(home, { OLLAMA_HOST: url });
      expect(all.filter(({ state }) => state !== 'ok')).toEqual([]);
      expect(all.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'wisp',
          'settings',
          'home',
          'disk',
          'server',
          'model',
          'window',
          'loaded',
          'proxy',
          'store',
          'audit',
          'terminal',
          'locale',
          'pager',
          'git',
        ]),
      );
      expect(status).toBe(0);
      expect(existsSync(home)).toBe(false);
      const plain = await wisp(home, ['doctor'], undefined, { ...QUIET, OLLAMA_HOST: url });
      expect(plain.stdout).toMatch(/^ok {6}wisp/);
      expect(plain.stdout).toContain(`ok      server    Ollama 0.33.0 at ${url} with 1 model\n`);
      expect(plain.stdout).toMatch(/\nAll is well\.\n$/);
      expect(plain.stdout).not.toContain('\x1b');
    });
  });

  test('says that no server answers, and how to have one; exit code 1', async () => {
    const { of, status } = await examined(scratch());
    expect(of('server')).toEqual([
      {
        name: 'server',
        state: 'broken',
        found: 'No model server answers at http://127.0.0.1:1 (ECONNREFUSED)',
        todo: 'Start it with `ollama serve` (or open the Ollama application), or say where it is with OLLAMA_HOST.',
      },
    ]);
    expect(status).toBe(1);
    const plain = await wisp(scratch(), ['doctor'], undefined, QUIET);
    expect(plain.stdout).toMatch(/\n {18}-> Start it with `ollama serve`/);
    expect(plain.stdout).toMatch(/\n1 broken\.\n$/);
  });

  test('asks for no server when no model is wanted', async () => {
    const { of, status } = await examined(scratch(), { WISP_MODEL: 'none' });
    expect(of('server')).toEqual([]);
    expect(of('model')).toMatchObject([{ state: 'ok', found: 'none, by the settings' }]);
    expect(status).toBe(0);
  });

  test('names a file of settings that is wrong, each problem by itself', async () => {
    const home = scratch();
    writeFileSync(join(home, 'config.json'), '{"model": 5, "colour": 1}', { mode: 0o600 });
    const { of } = await examined(home);
    expect(of('settings').map(({ state, found }) => [state, found.replace(home, '')])).toEqual([
      ['broken', '/config.json:1:11: model is 5, but takes text of 1 to 512 characters on one line.'],
      ['broken', '/config.json:1:14: there is no setting "colour"; wisp config list has all of them.'],
    ]);
  });

  test('does not wait for a server that does not answer', async () => {
    const began = performance.now();
    await withServer({ replace: { '/api/tags': { silent: true } } }, async (url) => {
      expect((await examined(scratch(), { OLLAMA_HOST: url })).of('server')).toMatchObject([
        { state: 'warn', found: 'did not answer within 5 s' },
      ]);
    });
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('the model server', () => {
  const version = (text: string) => ({
    '/api/version': { type: 'application/json', body: JSON.stringify({ version: text }) },
  });

  test.each([
    ['0.12.9', 'warn'],
    ['0.5.13', 'warn'],
    ['0.13.0', 'ok'],
    ['1.0.0', 'ok'],
    ['0.0.0', 'ok'],
    ['0.33.0-rc2', 'ok'],
  ])('of version %s is %s', async (text, state) => {
    await withServer({ replace: version(text) }, async (url) => {
      const [finding] = (await examined(scratch(), { OLLAMA_HOST: url })).of('server');
      expect(finding).toMatchObject({ state, found: expect.stringContaining(`Ollama ${text} at ${url}`) });
    });
  });

  test('has no model, not the one that is wanted, or one that can not call tools', async () => {
    await withServer({ models: [] }, async (url) => {
      expect((await examined(scratch(), { OLLAMA_HOST: url })).of('model')).toEqual([
        { name: 'model', state: 'broken', found: 'none is installed', todo: 'Get one with: ollama pull qwen3:8b' },
      ]);
    });
    await withServer({ models: [fakeModel({ name: 'plain:1b', capabilities: ['completion'] })] }, async (url) => {
      const other = await examined(scratch(), { OLLAMA_HOST: url, WISP_MODEL: 'other' });
      expect(other.of('model')).toMatchObject([
        { state: 'broken', found: `There is no model other at ${url}`, todo: expect.stringContaining('plain:1b') },
      ]);
      const plain = await examined(scratch(), { OLLAMA_HOST: url, WISP_MODEL: 'plain:1b' });
      expect(plain.of('model')).toMatchObject([
        { state: 'broken', found: expect.stringContaining('can not call tools') },
      ]);
    });
  });

  test('tells the window with its reason, as configured too, and where OLLAMA_CONTEXT_LENGTH says another', async () => {
    await withServer({}, async (url) => {
      const home = scratch();
      writeFileSync(join(home, 'config.json'), '{"ollama": {"contextLength": 4096}}', { mode: 0o600 });
      const { of } = await examined(home, { OLLAMA_HOST: url, OLLAMA_CONTEXT_LENGTH: '16384' });
      expect(of('window')).toMatchObject([
        { state: 'warn', found: '4,096 tokens (4,096: as configured), which is little for work with tools' },
        {
          state: 'warn',
          found: 'OLLAMA_CONTEXT_LENGTH says 16,384 tokens, wisp asks for 4,096',
          todo: 'To have that window: wisp config set ollama.contextLength 16384',
        },
      ]);
    });
  });

  test('tells a model that is loaded with another window, or only partly in the memory of the GPU', async () => {
    const GIB = 1024 ** 3;
    const running = (contextLength: number, sizeVram: number) => [
      fakeModel({ loaded: true, running: { size: 4 * GIB, sizeVram, contextLength } }),
    ];
    const home = scratch();
    writeFileSync(join(home, 'config.json'), '{"ollama": {"contextLength": 16384}}', { mode: 0o600 });
    const loaded = (models: ReturnType<typeof running>) =>
      withServer({ models }, async (url) => (await examined(home, { OLLAMA_HOST: url })).of('loaded'));
    expect(await loaded(running(4096, 4 * GIB))).toMatchObject([
      { state: 'warn', found: expect.stringContaining('a window of 4,096 tokens; wisp asks for 16,384') },
    ]);
    expect(await loaded(running(16_384, 3 * GIB))).toMatchObject([
      { state: 'warn', found: expect.stringContaining("only 75% of it in the GPU's memory") },
    ]);
    expect(await loaded(running(16_384, 4 * GIB))).toMatchObject([
      { state: 'ok', found: expect.stringMatching(/with a window of 16,384 tokens$/) },
    ]);
    expect(await loaded(running(16_384, 0))).toMatchObject([
      { state: 'ok', found: expect.stringMatching(/, on the CPU$/) },
    ]);
  });

  test.each([
    [{ HTTP_PROXY: 'http://user:secret@p:1' }, 'warn'],
    [{ http_proxy: 'http://p:1', no_proxy: 'example.org,127.0.0.1' }, 'ok'],
    [{ ALL_PROXY: 'http://p:1', NO_PROXY: '*' }, 'ok'],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'localhost:80' }, 'warn'],
  ])('with %j is reached past the proxy, and the rest of the machine is told: %s', async (env, state) => {
    const { of, all } = await examined(scratch(), env);
    expect(of('proxy')).toMatchObject([{ state }]);
    expect(JSON.stringify(all)).not.toContain('secret');
  });
});

describe('the home', () => {
  test('that is a file, or that others may read', async () => {
    const file = join(scratch(), 'home');
    writeFileSync(file, '');
    expect((await examined(file)).of('home')).toMatchObject([{ state: 'broken', found: `${file} is no directory` }]);
    const open = scratch();
    mkdirSync(join(open, 'logs'), { mode: 0o700 });
    writeFileSync(join(open, 'logs', 'audit.jsonl'), '');
    chmodSync(join(open, 'logs', 'audit.jsonl'), 0o644);
    expect((await examined(open)).of('home')).toMatchObject([
      { state: 'warn', found: `others may read ${open}/logs/audit.jsonl`, todo: `Run: chmod -R go-rwx ${open}` },
    ]);
  });

  test('on a file system that can only be read is broken', async ({ skip }) => {
    const disk = scratch();
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', disk]).status !== 0)
      skip('no right to mount a file system');
    try {
      const { of, status } = await examined(join(disk, 'home'));
      expect(of('home')).toMatchObject([{ state: 'broken', found: `${disk} can not be written (EROFS)` }]);
      expect(status).toBe(1);
      const set = await wisp(disk, ['config', 'set', 'model', 'x']);
      expect(set).toMatchObject({ status: 1, stderr: expect.stringContaining('can not be written (EROFS)') });
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });

  test('says what the store holds, what the next start removes, what stays, and what is not as recorded', async () => {
    const home = scratch();
    for (const last of ['3000', '4000']) await wisp(home, ['run', '--', 'seq', '1', last]);
    expect((await examined(home)).of('store')).toEqual([
      {
        name: 'store',
        state: 'ok',
        found: expect.stringMatching(/^2 outputs of 2 sessions, \d+ KiB; nothing is due to be removed$/),
        todo: null,
      },
    ]);
    const [session = ''] = readdirSync(join(home, 'output'));
    const directory = join(home, 'output', session);
    const id = readdirSync(directory).find((name) => !name.endsWith('.json')) ?? '';
    const old = new Date(Date.now() - 40 * 86_400_000);
    mkdirSync(join(home, 'output', 'mine'));
    const bytes = readFileSync(join(directory, id));
    bytes[20] = 0x21;
    writeFileSync(join(directory, id), bytes);
    for (const name of [...readdirSync(directory), '.']) utimesSync(join(directory, name), old, old);
    const { of, status } = await examined(home);
    expect(of('store').map(({ state, found }) => [state, found])).toEqual([
      ['ok', expect.stringMatching(/^2 outputs of 2 sessions, \d+ KiB; the next start removes 1 session \(\d+ KiB\)$/)],
      ['ok', `what wisp never removes in ${home}/output: mine (it is no name of a session)`],
      ['warn', `1 output not as recorded: ${id} (its bytes are not those of its SHA-256)`],
    ]);
    expect(status).toBe(1);
    writeFileSync(join(home, 'config.json'), '{"context": {"outputDays": 0}}', { mode: 0o600 });
    expect((await examined(home)).of('store')[0]?.found).toMatch(/; nothing is removed by itself$/);
    expect(readdirSync(join(home, 'output'))).toHaveLength(3);
  });

  test('counts the lines of the audit log that a crash has torn', async () => {
    const home = scratch();
    await wisp(home, ['run', '--', 'true']);
    expect((await examined(home)).of('audit')).toMatchObject([{ state: 'ok' }]);
    appendFileSync(join(home, 'logs', 'audit.jsonl'), '{"schema":1,"id":"torn');
    expect((await examined(home)).of('audit')).toMatchObject([
      { state: 'warn', found: expect.stringMatching(/1 of the last \d+ lines can not be read$/) },
    ]);
  });
});

test.each([
  [{ PAGER: 'no-such-pager -x' }, 'pager', 'warn', 'no-such-pager -x (PAGER): there is no program no-such-pager'],
  [{ PAGER: 'LESS=-R cat' }, 'pager', 'ok', 'LESS=-R cat (PAGER)'],
  [{ LC_ALL: 'POSIX' }, 'locale', 'warn', 'POSIX is not UTF-8'],
  [{ LC_ALL: '', LC_CTYPE: '', LANG: 'de_DE.utf8' }, 'locale', 'ok', 'de_DE.utf8'],
])('with %j the %s is %s', async (env, name, state, found) => {
  expect((await examined(scratch(), env)).of(name)).toMatchObject([{ state, found }]);
});
