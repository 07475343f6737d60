import { withEnvironment } from '../config/environment.ts';
import { loadSettings } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';

/**
 * The settings in force: the home's file, and above it the environment. A file that is wrong is told on stderr, and gives
 * null: what would start with other settings than the person wrote does not start.
 */
export async function settingsInForce(home: string): Promise<Settings | null> {
  const { settings, problems } = await loadSettings(home);
  if (problems.length === 0) return withEnvironment(settings, process.env);
  process.stderr.write(`wisp: the settings can not be used, and nothing was started.\n${lines(problems)}${HELP}`);
  return null;
}

/** The same for what has to work when the file is wrong: then with defaults, which stderr says. */
export async function settingsOrDefaults(home: string): Promise<Settings> {
  const { settings, problems } = await loadSettings(home);
  if (problems.length > 0)
    process.stderr.write(`wisp: the settings can not be used; these are the defaults.\n${lines(problems)}${HELP}`);
  return withEnvironment(settings, process.env);
}

const lines = (problems: readonly string[]): string => problems.map((problem) => `  ${problem}\n`).join('');

const HELP =
  'Correct the file, or use: wisp config set KEY VALUE, wisp config unset KEY. wisp config list has every key.\n';
