import { changeSetting, written } from '../../config/change.ts';
import { effectiveSettings } from '../../config/effective.ts';
import { loadSettings } from '../../config/load.ts';
import { SETTING_KEYS, settingKey } from '../../config/setting-keys.ts';
import { noSetting } from '../../config/settings-problems.ts';
import type { ChatCommand, CommandContext } from './command.ts';

/** `/config [KEY [VALUE]]`: the settings in force, one of them, or a change of one. */
export const configCommand: ChatCommand = {
  name: 'config',
  takes: '[KEY [VALUE]]',
  summary: 'the settings in force; with KEY one of them, with VALUE set it',
  complete: (index, before) =>
    index === 0 ? SETTING_KEYS.map(({ key }) => key) : index === 1 ? (settingKey(before[0] ?? '')?.choices ?? []) : [],
  run: async (args, context) => {
    const [key = ''] = args.split(/\s/, 1);
    const value = args.slice(key.length).trim();
    const { home } = context.conversation.session;
    if (key === '') return list(home, context);
    if (value === '') return say(home, key, context);
    const { done, lines } = changeSetting(home, key, value, process.env);
    for (const line of lines) await context.note(line, done ? 'info' : 'error');
    if (done) await context.note('It holds from the next start on.', 'info');
  },
};

async function list(home: string, { print, note }: CommandContext): Promise<void> {
  const loaded = await loadSettings(home);
  for (const problem of loaded.problems) await note(problem, 'error');
  for (const { key, value, source, variable } of effectiveSettings(loaded, process.env))
    await print(`${key}: ${written(value)}${source === 'default' ? '' : ` (${variable ?? source})`}`);
}

async function say(home: string, key: string, { print, note }: CommandContext): Promise<void> {
  const setting = settingKey(key);
  if (!setting) return note(noSetting(key), 'error');
  const now = effectiveSettings(await loadSettings(home), process.env).find((one) => one.key === key);
  await print(`${key}: ${written(now?.value ?? null)}`);
  await print(`${setting.meaning} It takes ${setting.takes}.`);
}
