import { type Environment, environmentSettings } from './environment.ts';
import type { LoadedSettings } from './load.ts';
import { SETTING_KEYS, type SettingValue } from './setting-keys.ts';

/** A setting as it is in force, and where it comes from. `variable` is the one of the environment; null for the others. */
export interface EffectiveSetting {
  key: string;
  value: SettingValue | null;
  source: 'default' | 'file' | 'environment';
  variable: string | null;
}

/** Every setting as it is in force without an option of the command line. */
export function effectiveSettings({ settings, file }: LoadedSettings, env: Environment): EffectiveSetting[] {
  const given = new Map(environmentSettings(env).map((setting) => [setting.key, setting]));
  return SETTING_KEYS.map(({ key, fallback }): EffectiveSetting => {
    const from = given.get(key);
    if (from) return { key, value: from.value, source: 'environment', variable: from.variable };
    if (at(file, key) === undefined) return { key, value: fallback, source: 'default', variable: null };
    const value = at(settings, key);
    return { key, value: isValue(value) ? value : null, source: 'file', variable: null };
  });
}

function at(value: unknown, key: string): unknown {
  let now = value;
  for (const name of key.split('.'))
    now = typeof now === 'object' && now !== null ? Object.entries(now).find(([own]) => own === name)?.[1] : undefined;
  return now;
}

function isValue(value: unknown): value is SettingValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
