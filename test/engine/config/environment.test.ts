import { expect, test } from 'vitest';
import { effectiveSettings } from '../../../packages/engine/src/config/effective.ts';
import { withEnvironment } from '../../../packages/engine/src/config/environment.ts';
import { SETTING_KEYS } from '../../../packages/engine/src/config/setting-keys.ts';
import { DEFAULT_SETTINGS, settingsSchema } from '../../../packages/engine/src/config/settings.ts';

const file = settingsSchema.parse({ model: 'filed', ollama: { host: 'box', parallel: 3 } });

test.each([
  [undefined, 3],
  ['', 3],
  ['0', 3],
  ['1', 1],
  ['4', 4],
  ['99', 8],
  ['-2', 3],
  ['2.5', 3],
  ['many', 3],
])('OLLAMA_NUM_PARALLEL %j above a file that says 3 lets %i requests be under way', (given, parallel) => {
  expect(withEnvironment(file, { OLLAMA_NUM_PARALLEL: given }).ollama.parallel).toBe(parallel);
});

test('the environment stands above the file, an empty variable does not', () => {
  expect(withEnvironment(file, { OLLAMA_HOST: 'here:1', WISP_MODEL: 'named' })).toEqual({
    ...file,
    model: 'named',
    ollama: { ...file.ollama, host: 'here:1' },
  });
  expect(withEnvironment(file, { OLLAMA_HOST: '', WISP_MODEL: '' })).toEqual(file);
  expect(withEnvironment(DEFAULT_SETTINGS, {})).toEqual(DEFAULT_SETTINGS);
});

test('every setting says where it comes from', () => {
  const loaded = {
    path: '/h/config.json',
    settings: file,
    file: { model: 'filed', ollama: { parallel: 3 } },
    problems: [],
  };
  const all = effectiveSettings(loaded, { OLLAMA_HOST: 'here:1' });
  expect(all.map((s) => s.key)).toEqual(SETTING_KEYS.map((s) => s.key));
  expect(all.filter((s) => s.source !== 'default')).toEqual([
    { key: 'model', value: 'filed', source: 'file', variable: null },
    { key: 'ollama.host', value: 'here:1', source: 'environment', variable: 'OLLAMA_HOST' },
    { key: 'ollama.parallel', value: 3, source: 'file', variable: null },
  ]);
  expect(all.find((s) => s.key === 'ollama.keepAlive')).toMatchObject({ value: '30m', source: 'default' });
});

test.each([
  ['30m', '30m'],
  ['1h30m', '1h30m'],
  ['1.5h', '1.5h'],
  ['-1', '-1s'],
  ['90', '90s'],
  ['0', '0s'],
])('a model is kept for %j, which the server is told as %j: it takes no number without a unit', (given, told) => {
  expect(settingsSchema.parse({ ollama: { keepAlive: given } }).ollama.keepAlive).toBe(told);
});

test.each(['', 'm', '5 m', '5d', '--1', '1m-2s', 5, null])('%j is no duration', (given) => {
  expect(settingsSchema.safeParse({ ollama: { keepAlive: given } }).success).toBe(false);
});
