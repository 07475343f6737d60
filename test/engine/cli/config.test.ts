import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { done, text } from '../../fake-ollama/shapes.ts';
import { scratch, wisp } from '../../support/wisp.ts';

const HELP =
  'Correct the file, or use: wisp config set KEY VALUE, wisp config unset KEY. wisp config list has every key.\n';

function homeWith(config: string): string {
  const home = scratch();
  writeFileSync(join(home, 'config.json'), config);
  return home;
}

const fileOf = (home: string): string => readFileSync(join(home, 'config.json'), 'utf8');

const without = { OLLAMA_HOST: '' };

const settingRow = z.strictObject({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  source: z.enum(['default', 'file', 'environment']),
  variable: z.string().nullable(),
});

describe('wisp config set', () => {
  test('makes a file and a home that nobody else may read, and get gives the value back', async () => {
    const home = join(scratch(), 'deep', 'home');
    const set = await wisp(home, ['config', 'set', 'ollama.contextLength', '32768']);
    expect(set).toMatchObject({ status: 0, stdout: '', stderr: 'ollama.contextLength is 32768 now.\n' });
    expect(fileOf(home)).toBe('{\n  "ollama": {\n    "contextLength": 32768\n  }\n}\n');
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'config.json')).mode & 0o777).toBe(0o600);
    expect((await wisp(home, ['config', 'get', 'ollama.contextLength'])).stdout).toBe('32768\n');
  });

  test.each([
    ['ollama.keepAlive', '-1', '"-1"'],
    ['model', 'qwen3:8b', '"qwen3:8b"'],
    ['model', '"qwen3:8b"', '"qwen3:8b"'],
    ['model', '5', '"5"'],
    ['context.memory', 'false', 'false'],
    ['context.outputDays', '0', '0'],
    ['sandbox', 'auto', '"auto"'],
    ['pager', 'less -R', '"less -R"'],
  ])('writes %s %s as %s', async (key, given, written) => {
    const home = homeWith('{}');
    expect((await wisp(home, ['config', 'set', key, given])).status).toBe(0);
    expect(fileOf(home).replaceAll(/\s/g, '')).toContain(`:${written.replaceAll(' ', '')}}`);
  });

  test.each([
    ['ollama.contextLength', '5', 'ollama.contextLength takes a whole number from 512 to 16,777,216, not 5.'],
    ['ollama.contextLength', '1e9', 'ollama.contextLength takes a whole number from 512 to 16,777,216, not 1e9.'],
    ['context.memory', 'yes', 'context.memory takes true or false, not yes.'],
    ['sandbox', 'on', 'sandbox takes "auto" or "off", not on.'],
    ['model', '', 'model takes text of 1 to 512 characters on one line, not "".'],
    ['model', 'a\nb', 'model takes text of 1 to 512 characters on one line, not a\\u{a}b.'],
    ['olama.host', 'x', 'there is no setting "olama.host"; did you mean ollama.host?'],
    ['context', 'x', 'context is a group: context.outputDays, context.memory.'],
  ])('refuses %s %j, with what is allowed, and writes nothing', async (key, given, why) => {
    const home = scratch();
    const set = await wisp(home, ['config', 'set', key, given]);
    expect(set).toMatchObject({ status: 2, stdout: '', stderr: `wisp config set: ${why}\n` });
    expect(existsSync(join(home, 'config.json'))).toBe(false);
  });

  test('leaves the rest of the file byte for byte, and writes where a link points', async () => {
    const home = scratch();
    const before = '{\n    "mine": [1,   2],\n    "ollama": { "host": "box" },\n    "sandbox" : "off"\n}';
    writeFileSync(join(home, 'real.json'), before);
    symlinkSync('real.json', join(home, 'config.json'));
    await wisp(home, ['config', 'set', 'sandbox', 'auto']);
    expect(readFileSync(join(home, 'real.json'), 'utf8')).toBe(before.replace('"off"', '"auto"'));
  });

  test('helps a file that is wrong, and says what still is', async () => {
    const home = homeWith('{"sandbox": "on", "colour": 1}');
    const set = await wisp(home, ['config', 'set', 'sandbox', 'auto']);
    expect(set).toMatchObject({
      status: 0,
      stderr: `The file is not right yet:\n  ${home}/config.json:1:21: there is no setting "colour"; wisp config list has all of them.\nsandbox is auto now.\n`,
    });
    expect(await wisp(home, ['config', 'unset', 'colour'])).toMatchObject({
      status: 0,
      stderr: 'colour is no longer set.\n',
    });
    expect(fileOf(home)).toBe('{"sandbox": "auto"}');
  });

  test('says when the environment says something else', async () => {
    const set = await wisp(scratch(), ['config', 'set', 'ollama.host', 'box'], undefined, { OLLAMA_HOST: 'other' });
    expect(set.stderr).toBe('ollama.host is box now.\nOLLAMA_HOST of the environment says other, and wins.\n');
  });

  test.each(['{"model": "x"', '[1]'])('does not touch %s, which it can not read', async (config) => {
    const home = homeWith(config);
    const set = await wisp(home, ['config', 'set', 'model', 'y']);
    expect(set.status).toBe(1);
    expect(set.stderr).toMatch(/correct it by hand, or remove it\. Nothing was written\.\n$/);
    expect(fileOf(home)).toBe(config);
  });

  test('can not write into a home that is none', async () => {
    const home = join(scratch(), 'home');
    writeFileSync(home, '');
    const set = await wisp(home, ['config', 'set', 'model', 'y']);
    expect(set).toMatchObject({
      status: 1,
      stderr: `wisp config set: ${home}/config.json: it can not be opened (ENOTDIR). Nothing was written.\n`,
    });
  });
});

test('wisp config unset takes a setting out, and its group when nothing is left in it', async () => {
  const home = homeWith('{ "ollama": { "host": "box" }, "sandbox": "auto" }');
  expect((await wisp(home, ['config', 'unset', 'ollama.host'])).stderr).toBe(
    'ollama.host is no longer set. By default: absent.\n',
  );
  expect(fileOf(home)).toBe('{ "sandbox": "auto" }');
  expect((await wisp(home, ['config', 'unset', 'ollama.host'])).stderr).toBe(
    'ollama.host was not set. By default: absent.\n',
  );
  expect(await wisp(home, ['config', 'unset', 'colour'])).toMatchObject({ status: 2 });
  expect((await wisp(scratch(), ['config', 'unset', 'sandbox'])).stderr).toBe(
    'sandbox was not set. By default: off.\n',
  );
});

describe('wisp config show, get and list', () => {
  test('say of every setting what it is and where it comes from', async () => {
    const home = homeWith('{"model": "filed", "ollama": {"host": "box"}}');
    const env = { OLLAMA_HOST: 'here:1', WISP_MODEL: '' };
    const shown = z
      .strictObject({ path: z.string(), settings: z.array(settingRow), problems: z.array(z.string()) })
      .parse(JSON.parse((await wisp(home, ['config', 'show', '--json'], undefined, env)).stdout));
    expect(shown.path).toBe(join(home, 'config.json'));
    expect(shown.settings.filter((s) => s.source !== 'default')).toEqual([
      { key: 'model', value: 'filed', source: 'file', variable: null },
      { key: 'ollama.host', value: 'here:1', source: 'environment', variable: 'OLLAMA_HOST' },
    ]);
    const { stdout } = await wisp(home, ['config', 'show'], undefined, env);
    expect(stdout).toContain(`model                    filed     ${home}/config.json\n`);
    expect(stdout).toContain('ollama.host              here:1    OLLAMA_HOST\n');
    expect(stdout).toContain('ollama.contextLength     –         default\n');
  });

  test('get prints the value alone; one that is absent is exit code 1, an unknown one 2', async () => {
    const home = homeWith('{"pager": "less -R"}');
    expect(await wisp(home, ['config', 'get', 'pager'])).toMatchObject({ status: 0, stdout: 'less -R\n', stderr: '' });
    expect(await wisp(home, ['config', 'get', 'audit.enabled'])).toMatchObject({ status: 0, stdout: 'true\n' });
    expect(await wisp(home, ['config', 'get', 'ollama.host'], undefined, without)).toMatchObject({
      status: 1,
      stdout: '',
    });
    expect(await wisp(home, ['config', 'get', 'page'])).toMatchObject({
      status: 2,
      stderr: 'wisp config get: there is no setting "page"; did you mean pager?\n',
    });
    const json = settingRow.parse(JSON.parse((await wisp(home, ['config', 'get', 'pager', '--json'])).stdout));
    expect(json).toEqual({ key: 'pager', value: 'less -R', source: 'file', variable: null });
  });

  test('list has every key with what it takes', async () => {
    const { stdout } = await wisp(scratch(), ['config', 'list', '--json']);
    const rows = z.array(z.looseObject({ key: z.string() })).parse(JSON.parse(stdout));
    expect(rows.find((row) => row.key === 'sandbox')).toEqual({
      key: 'sandbox',
      kind: 'choice',
      takes: '"auto" or "off"',
      choices: ['auto', 'off'],
      default: 'off',
      meaning: expect.any(String),
    });
    const plain = await wisp(scratch(), ['config', 'list']);
    for (const { key } of rows) expect(plain.stdout).toContain(`${key}\n  `);
  });
});

describe('a file that is wrong', () => {
  const WRONG = '{"context": {"outputDays": -1}}';
  const problem = (home: string) =>
    `  ${home}/config.json:1:28: context.outputDays is -1, but takes a whole number from 0 to 3,650.\n`;

  test.each([
    [['run', '--', 'touch', 'made']],
    [['hello']],
    [['chat', '--json']],
    [['models']],
    [['condense', '-', 'why?']],
  ])('keeps %j from starting: exit code 2, and nothing is changed', async (args) => {
    const home = homeWith(WRONG);
    mkdirSync(join(home, 'output'));
    const result = await wisp(home, args);
    expect(result).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `wisp: the settings can not be used, and nothing was started.\n${problem(home)}${HELP}`,
    });
    expect(existsSync('made')).toBe(false);
    expect(existsSync(join(home, 'logs'))).toBe(false);
  });

  test('leaves the commands that look and mend at work', async () => {
    const home = scratch();
    const run = await wisp(home, ['run', '--json', '--', 'seq', '1', '3000']);
    const { stored } = z.looseObject({ stored: z.looseObject({ id: z.string() }) }).parse(JSON.parse(run.stdout));
    writeFileSync(join(home, 'config.json'), WRONG);
    for (const args of [
      ['show', stored.id],
      ['outputs'],
      ['recall', stored.id],
      ['summarise', stored.id],
      ['--version'],
      ['--help'],
      ['config', 'list'],
    ])
      expect(await wisp(home, args)).toMatchObject({ status: 0, stderr: '' });
    const tools = await wisp(home, ['tools']);
    expect(tools).toMatchObject({
      status: 0,
      stderr: `wisp: the settings can not be used; these are the defaults.\n${problem(home)}${HELP}`,
    });
    const shown = await wisp(home, ['config', 'get', 'context.outputDays']);
    expect(shown).toMatchObject({
      status: 0,
      stdout: '30\n',
      stderr: `wisp config: the file can not be used; these are the defaults.\n${problem(home)}`,
    });
  });
});

describe('settings reach what they are for', () => {
  test('commandMaxOutputBytes is the size of what wisp run prints, and --window stands above it', async () => {
    const home = homeWith('{"commandMaxOutputBytes": 20000}');
    const bytes = async (...options: string[]) =>
      Buffer.byteLength((await wisp(home, ['run', ...options, '--', 'seq', '1', '100000'])).stdout);
    expect(await bytes()).toBeGreaterThan(18_000);
    expect(await bytes()).toBeLessThanOrEqual(20_000);
    expect(await bytes('--window', '1000')).toBeLessThanOrEqual(4096);
  });

  test('the host and the model of the file are asked, unless the environment or an option says others', async () => {
    const server = await startFakeOllama({ answer: () => ({ lines: [text('Low tide.'), done()] }) });
    try {
      const home = homeWith(JSON.stringify({ ollama: { host: server.url }, model: 'tidepool:7b' }));
      const env = { OLLAMA_HOST: '', WISP_MODEL: '' };
      expect(await wisp(home, ['when?'], undefined, env)).toMatchObject({ status: 0, stdout: 'Low tide.\n' });
      expect(server.chats()[0]?.body).toMatchObject({ model: 'tidepool:7b' });
      expect(await wisp(home, ['when?'], undefined, { ...env, OLLAMA_HOST: '127.0.0.1:1' })).toMatchObject({
        status: 1,
      });
      const other = await wisp(home, ['when?'], undefined, { ...env, WISP_MODEL: 'other' });
      expect(other.stderr).toContain('There is no model other');
      const option = await wisp(home, ['--model', 'third', 'when?'], undefined, { ...env, WISP_MODEL: 'other' });
      expect(option.stderr).toContain('There is no model third');
      expect((await wisp(home, ['models'], undefined, env)).stdout).toContain('tidepool:7b');
    } finally {
      await server.close();
    }
  });

  test('without context.memory the model is offered no memory tool, unless it is named', async () => {
    const server = await startFakeOllama({ answer: () => ({ lines: [text('Yes.'), done()] }) });
    try {
      const home = homeWith('{"context": {"memory": false}}');
      const names = async (...args: string[]) => {
        await wisp(home, [...args, 'there?'], undefined, { OLLAMA_HOST: server.url });
        const tools = z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) }));
        return tools.parse(server.chats().at(-1)?.body.tools).map((tool) => tool.function.name);
      };
      expect(await names()).not.toContain('memory');
      expect(await names()).toContain('run_command');
      expect(await names('--tool', 'memory')).toEqual(['memory']);
      expect((await wisp(home, ['tools'])).stdout).toContain('memory (not offered: context.memory is false)\n');
    } finally {
      await server.close();
    }
  });
});
