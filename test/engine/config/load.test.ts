import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '../../../packages/engine/src/config/load.ts';
import { SETTING_KEYS } from '../../../packages/engine/src/config/setting-keys.ts';
import { DEFAULT_SETTINGS, settingsSchema } from '../../../packages/engine/src/config/settings.ts';
import { problemsOf as problemsIn } from '../../../packages/engine/src/config/settings-problems.ts';
import { scratch } from '../../support/wisp.ts';

async function problemsOf(bytes: string | Uint8Array): Promise<string[]> {
  const home = scratch();
  writeFileSync(join(home, 'config.json'), bytes);
  const { settings, problems } = await loadSettings(home);
  if (problems.length > 0) expect(settings).toEqual(DEFAULT_SETTINGS);
  return problems.map((problem) => problem.replace(`${home}/`, ''));
}

describe('the file of settings', () => {
  test('is not needed', async () => {
    const home = join(scratch(), 'none');
    expect(await loadSettings(home)).toEqual({
      path: join(home, 'config.json'),
      settings: DEFAULT_SETTINGS,
      file: {},
      problems: [],
    });
  });

  test('gives what it says, and the defaults for the rest', async () => {
    const home = scratch();
    writeFileSync(join(home, 'real.json'), '\ufeff{"ollama": {"contextLength": 32768}, "sandbox": "auto"}');
    symlinkSync('real.json', join(home, 'config.json'));
    const { settings, file, problems } = await loadSettings(home);
    expect(problems).toEqual([]);
    expect(file).toEqual({ ollama: { contextLength: 32_768 }, sandbox: 'auto' });
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      ollama: { ...DEFAULT_SETTINGS.ollama, contextLength: 32_768 },
      sandbox: 'auto',
    });
  });

  test.each([
    ['', 'config.json:1:1: the file is empty; write {} into it, or remove it.'],
    ['[]', 'config.json:1:1: the file is [], but has to be an object of settings, { … }.'],
    ['{"model": 5}', 'config.json:1:11: model is 5, but takes text of 1 to 512 characters on one line.'],
    ['{"model": ""}', 'config.json:1:11: model is "", but takes text of 1 to 512 characters on one line.'],
    ['{"model": null}', 'config.json:1:11: model is null, but takes text of 1 to 512 characters on one line.'],
    ['{\n "modle": "x"}', 'config.json:2:2: there is no setting "modle"; did you mean model?'],
    ['{"Sandbox": "off"}', 'config.json:1:2: there is no setting "Sandbox"; did you mean sandbox?'],
    ['{"theme": "dark"}', 'config.json:1:2: there is no setting "theme"; did you mean screen.theme?'],
    ['{"olama": {}}', 'config.json:1:2: there is no setting "olama"; did you mean ollama?'],
    [
      '{"commandTimeout": 5}',
      'config.json:1:2: there is no setting "commandTimeout"; did you mean commandTimeoutSeconds?',
    ],
    ['{"colour": 1}', 'config.json:1:2: there is no setting "colour"; wisp config list has all of them.'],
    ['{"ollama": {"hots": 1}}', 'config.json:1:13: there is no setting "ollama.hots"; did you mean ollama.host?'],
    [
      '{"ollama": "box"}',
      'config.json:1:12: ollama is "box", but has to be an object with settings such as ollama.host.',
    ],
    ['{"ollama.host": "a"}', 'config.json:1:2: "ollama.host" is written as an object: { "ollama": { "host": … } }.'],
    [
      '{"ollama": {"keepAlive": "soon"}}',
      'config.json:1:26: ollama.keepAlive is "soon", but takes a duration such as "30m", "1h30m" or "90s", or "-1" for ever.',
    ],
    [
      '{"context": {"outputDays": 4000}}',
      'config.json:1:28: context.outputDays is 4000, but takes a whole number from 0 to 3,650.',
    ],
    ['{"context": {"memory": "yes"}}', 'config.json:1:24: context.memory is "yes", but takes true or false.'],
    ['{"sandbox": "on"}', 'config.json:1:13: sandbox is "on", but takes "auto" or "off".'],
    ['{"store": {"maxBytes": 5}}', 'config.json:1:24: store.maxBytes is 5, but takes a whole number from 16,777,216.'],
    ['{"pager": "a", "pager": "b"}', 'config.json:1:16: pager stands there twice; leave one.'],
    ['{"pager": "less",}', 'config.json:1:18: this is no JSON: a member is expected after the comma, not }.'],
    ['{"a\\u202eb": 1}', 'config.json:1:2: there is no setting "a\\u{202e}b"; wisp config list has all of them.'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 'config.json: it is not UTF-8 text.'],
    [`{"model": "${'x'.repeat(262_144)}"}`, 'config.json: it is larger than 256 KiB.'],
  ])('%j: %s', async (bytes, problem) => {
    expect(await problemsOf(bytes)).toEqual([problem]);
  });

  test('is told all that is wrong with it, in the order of the text, and not without end', async () => {
    expect(await problemsOf('{"b": 1, "ollama": {"host": 2, "x": 3}, "a": 4}')).toEqual([
      'config.json:1:2: there is no setting "b"; wisp config list has all of them.',
      'config.json:1:29: ollama.host is 2, but takes text of 1 to 512 characters on one line.',
      'config.json:1:32: there is no setting "ollama.x"; wisp config list has all of them.',
      'config.json:1:41: there is no setting "a"; wisp config list has all of them.',
    ]);
    const many = await problemsOf(
      JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 1]))),
    );
    expect(many).toHaveLength(21);
    expect(many.at(-1)).toBe('config.json: and 30 more.');
  });

  test('a value in a message is short', async () => {
    const [problem = ''] = await problemsOf(JSON.stringify({ sandbox: 'x'.repeat(10_000) }));
    expect(Buffer.byteLength(problem)).toBeLessThan(160);
  });

  test('a directory or a pipe in its place is named, and does not block', async () => {
    const home = scratch();
    mkdirSync(join(home, 'config.json'));
    expect((await loadSettings(home)).problems).toEqual([`${home}/config.json: it is not a regular file.`]);
    const other = scratch();
    spawnSync('mkfifo', [join(other, 'config.json')]);
    expect((await loadSettings(other)).problems).toEqual([`${other}/config.json: it is not a regular file.`]);
  });

  test('has problems exactly when the schema refuses it', () => {
    const names = [...new Set(SETTING_KEYS.flatMap(({ key }) => key.split('.'))), 'other'];
    const value = fc.oneof(
      fc.constantFrom('auto', 'off', 'dark', '30m', 'moderate', true, false, null),
      fc.integer({ min: -1, max: 5000 }),
    );
    const group = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 2 });
    const file = fc.dictionary(fc.constantFrom(...names), fc.oneof(value, group), { maxKeys: 3 });
    fc.assert(
      fc.property(file, (settings) => {
        const refused = !settingsSchema.safeParse(settings).success;
        expect(problemsIn(JSON.stringify(settings), 'file').length > 0).toBe(refused);
      }),
      { numRuns: 2000 },
    );
  });
});
