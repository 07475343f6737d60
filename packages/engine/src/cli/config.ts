import { written } from '../config/change.ts';
import { type EffectiveSetting, effectiveSettings } from '../config/effective.ts';
import { type LoadedSettings, loadSettings } from '../config/load.ts';
import { SETTING_KEYS, type SettingKey, settingKey } from '../config/setting-keys.ts';
import { noSetting } from '../config/settings-problems.ts';
import { print } from './run.ts';

/** Exit code of a key or a value that there is not. */
const USAGE = 2;

/** `wisp config show`: every setting as it is in force, and where it comes from. */
export async function showConfig(home: string, json: boolean): Promise<number> {
  const loaded = await loadSettings(home);
  const settings = effectiveSettings(loaded, process.env);
  tell(loaded);
  if (json) {
    await print(`${JSON.stringify({ path: loaded.path, settings, problems: loaded.problems })}\n`);
    return 0;
  }
  await print(columns(settings.map((setting) => [setting.key, written(setting.value), sourceOf(setting, loaded)])));
  return 0;
}

/** `wisp config get KEY`: its value as it is in force; exit code 1 when it has none. */
export async function getConfig(home: string, key: string, json: boolean): Promise<number> {
  if (settingKey(key) === null) return unknownKey('get', key);
  const loaded = await loadSettings(home);
  tell(loaded);
  const setting = effectiveSettings(loaded, process.env).find((one) => one.key === key);
  if (json) {
    await print(`${JSON.stringify(setting)}\n`);
    return 0;
  }
  if (!setting || setting.value === null) {
    process.stderr.write(`wisp config get: ${key} is not set. ${settingKey(key)?.meaning ?? ''}\n`);
    return 1;
  }
  await print(`${String(setting.value)}\n`);
  return 0;
}

/** `wisp config list`: every key, what it takes, what it is by default, what it does. */
export async function listConfig(json: boolean): Promise<number> {
  if (json) await print(`${JSON.stringify(SETTING_KEYS.map(report))}\n`);
  else
    for (const setting of SETTING_KEYS)
      await print(`${setting.key}\n  ${setting.meaning}\n  Takes ${setting.takes}. Default: ${byDefault(setting)}.\n`);
  return 0;
}

/** Says on stderr that no setting has this name. */
function unknownKey(command: string, key: string): number {
  process.stderr.write(`wisp config ${command}: ${noSetting(key)}\n`);
  return USAGE;
}

function tell({ problems }: LoadedSettings): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  ${problem}\n`).join('');
  process.stderr.write(`wisp config: the file can not be used; these are the defaults.\n${lines}`);
}

function sourceOf({ source, variable }: EffectiveSetting, { path }: LoadedSettings): string {
  return { default: 'default', file: path, environment: variable ?? '' }[source];
}

/** The documented form of one setting in `--json`. */
function report({ key, kind, takes, choices, fallback, meaning }: SettingKey) {
  return { key, kind, takes, choices, default: fallback, meaning };
}

function byDefault({ fallback }: SettingKey): string {
  return fallback === null ? 'absent' : written(fallback);
}

/** Rows of cells, each column as wide as its longest cell. */
function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
