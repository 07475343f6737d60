import { hasRepeats, type JsonNode, JsonTextError, plainValue, readJsonTree } from './json-tree.ts';
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
 * what it refuses to do with defaults. What is wrong with a file is worked out only when something is: it takes tables that a
 * command with good settings need not make.
 */
export async function loadSettings(home: string): Promise<LoadedSettings> {
  const path = settingsPath(home);
  const defaults = { path, settings: DEFAULT_SETTINGS, file: {}, problems: [] };
  const read = readSettingsText(path);
  if ('problem' in read) return { ...defaults, problems: [`${path}: ${read.problem}.`] };
  if (read.text === null) return defaults;
  const quick = settingsIn(read.text);
  if (quick !== null) return { path, ...quick, problems: [] };
  const { problemsOf } = await import('./settings-problems.ts');
  return { ...defaults, problems: problemsOf(read.text, path) };
}

/** The settings of a text that has nothing wrong with it; null for any other. */
function settingsIn(text: string): { settings: Settings; file: unknown } | null {
  let root: JsonNode;
  try {
    root = readJsonTree(text);
  } catch (error) {
    if (error instanceof JsonTextError) return null;
    throw error;
  }
  const file = plainValue(root);
  const { data: settings } = settingsSchema.safeParse(file);
  return settings === undefined || hasRepeats(root) ? null : { settings, file };
}
