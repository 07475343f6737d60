import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { fakeModel } from '../../fake-ollama/shapes.ts';
import { scratch, WISP, wisp } from '../../support/wisp.ts';

const SCRIPT = `
source <(wisp completions bash)
while IFS= read -r COMP_LINE; do
  COMP_POINT=\${#COMP_LINE}
  COMPREPLY=()
  _wisp
  printf '%s\\n' "\${COMPREPLY[*]}"
done
`;

/** What bash offers at the end of each line. */
async function offered(home: string, lines: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const bin = scratch();
  symlinkSync(WISP, join(bin, 'wisp'));
  const child = spawn('bash', ['--norc', '-c', SCRIPT], {
    cwd: home,
    env: {
      ...process.env,
      WISP_HOME: home,
      OLLAMA_HOST: '127.0.0.1:1',
      ...env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  child.stdin.end(`${lines.join('\n')}\n`);
  await new Promise((resolve) => child.once('close', resolve));
  expect(err).toBe('');
  return out.split('\n').slice(0, -1);
}

test('bash completes commands, options, choices and files', async () => {
  const home = scratch();
  mkdirSync(join(home, 'logs here'));
  writeFileSync(join(home, 'lagoon.log'), '');
  mkdirSync(join(home, 'conversations'));
  writeFileSync(join(home, 'conversations', 'tides.json'), '{}');
  writeFileSync(join(home, '$(touch made).log'), '');
  const cases: readonly (readonly [string, string])[] = [
    ['wisp con', 'condense condense-log config'],
    ['wisp config ', 'show get set unset list'],
    ['wisp recall --h', '--head --help'],
    ['wisp chat --resume ', 'tides'],
    ['wisp --tool re', 'read_file'],
    ['wisp --yes --tool cur', 'current_date'],
    ['wisp completions ', 'bash zsh fish'],
    ['wisp config set ollama.ti', 'ollama.timeoutSeconds'],
    ['wisp config set sandbox ', 'auto off'],
    ['wisp config set screen.mouse ', 'true false'],
    ['wisp config get --json approval.l', 'approval.level'],
    ['wisp triage l', 'logs here lagoon.log'],
    ['wisp triage $', '$(touch made).log'],
    ['wisp summarise la', 'lagoon.log'],
    ['wisp run --timeout 5 cat la', 'lagoon.log'],
    ['wisp run cat --j', ''],
    ['wisp run --j', '--json'],
    ['wisp run --window ', ''],
    ['wisp logs --kind session.', 'session.start session.end'],
    ['wisp nothing here', ''],
  ];
  const answers = await offered(
    home,
    cases.map(([line]) => line),
  );
  const sorted = (words: string) => words.split(' ').sort().join(' ');
  expect(answers.map((answer, i) => [cases[i]?.[0], sorted(answer)])).toEqual(
    cases.map(([line, words]) => [line, sorted(words)]),
  );
});

test('bash completes programs after wisp run', async () => {
  const [answer = ''] = await offered(scratch(), ['wisp run -- mkfif']);
  expect(answer.split(' ')).toContain('mkfifo');
});

test('ids and sessions of kept outputs are completed, the models of the server too', async () => {
  const home = scratch();
  const { stored } = z
    .looseObject({ stored: z.looseObject({ id: z.string(), session: z.string() }) })
    .parse(JSON.parse((await wisp(home, ['run', '--json', '--', 'seq', '1', '3000'])).stdout));
  const models = ['tidepool:7b', 'tidepool:13b', '$(touch made)', 'a b'].map((name) => fakeModel({ name }));
  const server = await startFakeOllama({ models });
  try {
    const lines = [
      'wisp show ',
      `wisp recall ${stored.id.slice(0, 2)}`,
      'wisp outputs --session ',
      'wisp --model ti',
      'wisp --model tidepool:1',
      'wisp config set model n',
      `wisp condense ${stored.id.slice(0, 5)}`,
    ];
    expect(await offered(home, lines, { OLLAMA_HOST: server.url })).toEqual([
      stored.id,
      stored.id,
      stored.session,
      'tidepool:7b tidepool:13b',
      '13b',
      'none',
      stored.id,
    ]);
    expect(await offered(home, ['wisp --model '])).toEqual(['none']);
  } finally {
    await server.close();
  }
});

test('what is asked for completion has a description, and nothing on stderr, whatever is wrong', async () => {
  const home = scratch();
  writeFileSync(join(home, 'config.json'), 'no JSON');
  const keys = await wisp(home, ['complete', 'keys']);
  expect(keys).toMatchObject({ status: 0, stderr: '' });
  expect(keys.stdout).toContain('sandbox\t`auto` confines');
  expect(await wisp(home, ['complete', 'models'])).toMatchObject({ status: 0, stdout: 'none\tno model\n', stderr: '' });
  expect(await wisp(home, ['complete', 'ids'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(await wisp(home, ['complete', 'values', 'ollama.keepAlive'])).toMatchObject({ stdout: '30m\tby default\n' });
  expect(await wisp(home, ['complete', 'nothing'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('the scripts of all shells name every command that is not hidden, and its options', async () => {
  const home = scratch();
  const help = (await wisp(home, ['--help'])).stdout;
  const commands = [
    ...help.slice(help.indexOf('Commands:'), help.indexOf('Examples:')).matchAll(/^ {2}([a-z-]+) /gm),
  ].map((match) => match[1] ?? '');
  expect(commands).toContain('doctor');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await wisp(home, ['completions', shell]);
    expect(script).toMatchObject({ status: 0, stderr: '' });
    for (const command of commands) expect(script.stdout).toContain(`'${command}`);
    expect(script.stdout).not.toContain("'complete'");
    expect(script.stdout).toContain(shell === 'fish' ? '-l matching' : '--matching');
  }
  expect(spawnSync('bash', ['-n'], { input: (await wisp(home, ['completions', 'bash'])).stdout }).status).toBe(0);
  expect((await wisp(home, ['completions', 'tcsh'])).status).toBe(2);
});
