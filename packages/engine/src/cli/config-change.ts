import { mkdirSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { pathInText, setInText, unsetInText } from '../config/edit.ts';
import { environmentSettings } from '../config/environment.ts';
import { JsonTextError, placeOf } from '../config/json-tree.ts';
import { type SettingKey, type SettingValue, settingKey } from '../config/setting-keys.ts';
import { codeOf, readSettingsText, settingsPath } from '../config/settings-file.ts';
import { problemsOf, quoted } from '../config/settings-problems.ts';
import { unknownKey, written } from './config.ts';

/** Exit code of a key or a value that there is not. */
const USAGE = 2;

/** `wisp config set KEY VALUE`: writes one setting into the file and leaves the rest of it as it is. */
export async function setConfig(home: string, key: string, given: string): Promise<number> {
  const setting = settingKey(key);
  if (setting === null) return unknownKey('set', key);
  const value = typedValue(setting, given);
  if (value === null || setting.check(value) === null) {
    process.stderr.write(`wisp config set: ${key} takes ${setting.takes}, not ${quoted(given) || '""'}.\n`);
    return USAGE;
  }
  const code = change(home, 'set', (text) => setInText(text, key.split('.'), value));
  if (code !== 0) return code;
  const above = environmentSettings(process.env).find((one) => one.key === key);
  process.stderr.write(`${key} is ${written(value)} now.\n`);
  if (above) process.stderr.write(`${above.variable} of the environment says ${written(above.value)}, and wins.\n`);
  return 0;
}

/** `wisp config unset KEY`: takes one setting, or a key that none has, out of the file. */
export async function unsetConfig(home: string, key: string): Promise<number> {
  const setting = settingKey(key);
  let there = true;
  const code = change(home, 'unset', (text) => {
    const path = pathInText(text, key);
    there = path !== null;
    return path === null ? text : unsetInText(text, path);
  });
  if (code !== 0) return code;
  if (!there && setting === null) return unknownKey('unset', key);
  const now =
    setting === null ? '' : ` By default: ${setting.fallback === null ? 'absent' : written(setting.fallback)}.`;
  process.stderr.write(there ? `${key} is no longer set.${now}\n` : `${key} was not set.${now}\n`);
  return 0;
}

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

/** Changes the file's text; says on stderr why it could not, and what is still wrong with it. */
function change(home: string, command: string, edit: (text: string) => string): number {
  const path = settingsPath(home);
  const fail = (why: string): number => {
    process.stderr.write(`wisp config ${command}: ${path}: ${why}. Nothing was written.\n`);
    return 1;
  };
  const read = readSettingsText(path);
  if ('problem' in read) return fail(read.problem);
  const before = read.text ?? '';
  let after: string;
  try {
    after = edit(before);
  } catch (error) {
    if (error instanceof RangeError) return fail(`${error.message}; correct it by hand, or remove it`);
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = placeOf(before, error.offset);
    return fail(`line ${line}, column ${column}: this is no JSON: ${error.message}; correct it by hand, or remove it`);
  }
  try {
    if (after !== before) write(home, path, after);
  } catch (error) {
    return fail(`it can not be written (${codeOf(error)})`);
  }
  const left = after.trim() === '' ? [] : problemsOf(after, path);
  if (left.length > 0)
    process.stderr.write(`The file is not right yet:\n${left.map((problem) => `  ${problem}\n`).join('')}`);
  return 0;
}

function write(home: string, path: string, text: string): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeFileAtomic.sync(path, text, { mode: 0o600 });
}
