import { DEFAULT_SETTINGS, type Settings, settingsSchema } from './settings.ts';
import { readSettingsText, settingsPath } from './settings-file.ts';

/** The settings of a home. With problems they are the defaults: nothing of a file that is wrong counts. */
export interface LoadedSettings {
  path: string;
  settings: Settings;
  /** What stands in the file; an empty object when there is none or it is wrong. */
  file: unknown;
  /** What is wrong with the file, each a sentence that names it and the place. */
  problems: readonly string[];
}

/**
 * Reads `<home>/config.json`. Without a file all is as by default. Never throws for what the file is: the caller decides
 * what it refuses to do with defaults. What to say of a file that is wrong is worked out only then.
 */
export async function loadSettings(home: string): Promise<LoadedSettings> {
  const path = settingsPath(home);
  const defaults = { path, settings: DEFAULT_SETTINGS, file: {}, problems: [] };
  const read = readSettingsText(path);
  if ('problem' in read) return { ...defaults, problems: [`${path}: ${read.problem}.`] };
  if (read.text === null) return defaults;
  const { checkSettings } = await import('./settings-problems.ts');
  const checked = checkSettings(read.text, path);
  if ('problems' in checked) return { ...defaults, problems: checked.problems };
  return { path, settings: settingsSchema.parse(checked.value), file: checked.value, problems: [] };
}
