import { mkdirSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { pathInText, setInText, unsetInText } from './edit.ts';
import { type Environment, environmentSettings } from './environment.ts';
import { JsonTextError, placeOf } from './json-tree.ts';
import { type SettingKey, type SettingValue, settingKey } from './setting-keys.ts';
import { codeOf, readSettingsText, settingsPath } from './settings-file.ts';
import { noSetting, problemsOf, quoted } from './settings-problems.ts';

/** What came of a change: `lines` are for the person, each a sentence. `usage`: there is no such key, or no such value. */
export interface Change {
  done: boolean;
  usage: boolean;
  lines: string[];
}

/** Writes one setting into the home's file and leaves the rest of it as it is. */
export function changeSetting(home: string, key: string, given: string, env: Environment): Change {
  const setting = settingKey(key);
  if (setting === null) return refused(noSetting(key));
  const value = typedValue(setting, given);
  if (value === null || setting.check(value) === null)
    return refused(`${key} takes ${setting.takes}, not ${quoted(given) || '""'}.`);
  const change = edit(home, (text) => setInText(text, key.split('.'), value));
  if (!change.done) return change;
  const above = environmentSettings(env).find((one) => one.key === key);
  const wins = above ? [`${above.variable} of the environment says ${written(above.value)}, and wins.`] : [];
  return { ...change, lines: [...change.lines, `${key} is ${written(value)} now.`, ...wins] };
}

/** Takes one setting, or a key that none has, out of the home's file. */
export function removeSetting(home: string, key: string): Change {
  const setting = settingKey(key);
  let there = true;
  const change = edit(home, (text) => {
    const path = pathInText(text, key);
    there = path !== null;
    return path === null ? text : unsetInText(text, path);
  });
  if (!change.done) return change;
  if (!there && setting === null) return refused(noSetting(key));
  const now =
    setting === null ? '' : ` By default: ${setting.fallback === null ? 'absent' : written(setting.fallback)}.`;
  return {
    ...change,
    lines: [...change.lines, there ? `${key} is no longer set.${now}` : `${key} was not set.${now}`],
  };
}

/** A value as it stands in a line. */
export function written(value: SettingValue | null): string {
  if (value === null) return '–';
  return typeof value === 'string' && !/^[\w.:/@~-]+$/.test(value) ? JSON.stringify(value) : String(value);
}

const refused = (line: string): Change => ({ done: false, usage: true, lines: [line] });

/** What was typed as the setting's kind of value; null when it is none. A text may be typed with JSON's quotes. */
function typedValue({ kind }: SettingKey, given: string): SettingValue | null {
  if (kind === 'number') return /^-?\d{1,16}$/.test(given) ? Number(given) : null;
  if (kind === 'switch') return given === 'true' ? true : given === 'false' ? false : null;
  if (!/^".*"$/s.test(given)) return given;
  try {
    const value: unknown = JSON.parse(given);
    return typeof value === 'string' ? value : null;
  } catch {
    // Quotes that are no JSON are part of the text.
    return given;
  }
}

/** Changes the file's text, or says why it could not; and what is still wrong with it. */
function edit(home: string, change: (text: string) => string): Change {
  const path = settingsPath(home);
  const failed = (why: string): Change => ({
    done: false,
    usage: false,
    lines: [`${path}: ${why}. Nothing was written.`],
  });
  const read = readSettingsText(path);
  if ('problem' in read) return failed(read.problem);
  const before = read.text ?? '';
  let after: string;
  try {
    after = change(before);
  } catch (error) {
    if (error instanceof RangeError) return failed(`${error.message}; correct it by hand, or remove it`);
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = placeOf(before, error.offset);
    return failed(
      `line ${line}, column ${column}: this is no JSON: ${error.message}; correct it by hand, or remove it`,
    );
  }
  try {
    if (after !== before) write(home, path, after);
  } catch (error) {
    return failed(`it can not be written (${codeOf(error)})`);
  }
  const left = after.trim() === '' ? [] : problemsOf(after, path);
  const lines = left.length === 0 ? [] : ['The file is not right yet:', ...left.map((problem) => `  ${problem}`)];
  return { done: true, usage: false, lines };
}

function write(home: string, path: string, text: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeFileAtomic.sync(path, text, { mode: 0o600 });
}
