import { clip } from '../text/format.ts';
import { type JsonNode, JsonTextError, placeOf, plainValue, readJsonTree } from './json-tree.ts';
import { isGroup, SETTING_KEYS, settingKey } from './setting-keys.ts';
import { nearest } from './suggest.ts';

/** Most problems that are told: a file of another program has hundreds. */
const MOST = 20;

/** Longest value that a message quotes, in bytes. */
const QUOTED = 80;

/**
 * What is wrong with the text of a file of settings, each a sentence; none when nothing is. `path` is what they call it: they
 * begin with `path:line:column:`, which editors and terminals open.
 */
export function problemsOf(text: string, path: string): readonly string[] {
  const at = (offset: number): string => {
    const { line, column } = placeOf(text, offset);
    return `${path}:${line}:${column}`;
  };
  if (text.trim() === '') return [`${at(0)}: the file is empty; write {} into it, or remove it.`];
  let root: JsonNode;
  try {
    root = readJsonTree(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return [`${at(error.offset)}: this is no JSON: ${error.message}.`];
  }
  const found = problemsIn(root, '').sort((a, b) => a.offset - b.offset);
  const told = found.slice(0, MOST).map(({ offset, text: words }) => `${at(offset)}: ${words}`);
  if (found.length > MOST) told.push(`${path}: and ${found.length - MOST} more.`);
  return told;
}

interface Problem {
  offset: number;
  text: string;
}

/** What is wrong in the group of this name; the root's name is empty. */
function problemsIn(node: JsonNode, group: string): Problem[] {
  if (node.kind !== 'object') {
    const keys = SETTING_KEYS.filter(({ key }) => key.startsWith(`${group}.`)).map(({ key }) => key);
    const what = group === '' ? 'the file' : group;
    const inside = group === '' ? 'an object of settings, { … }' : `an object with settings such as ${keys[0] ?? ''}`;
    return [{ offset: node.start, text: `${what} is ${valueIn(node)}, but has to be ${inside}.` }];
  }
  const seen = new Set<string>();
  return node.members.flatMap(({ key: name, start, value }): Problem[] => {
    const key = group === '' ? name : `${group}.${name}`;
    if (seen.has(name)) return [{ offset: start, text: `${key} stands there twice; leave one.` }];
    seen.add(name);
    if (!name.includes('.') && isGroup(key)) return problemsIn(value, key);
    const setting = name.includes('.') ? null : settingKey(key);
    if (setting === null) return [{ offset: start, text: noSetting(key) }];
    if (setting.check(plainValue(value)) !== null) return [];
    return [{ offset: value.start, text: `${key} is ${valueIn(value)}, but takes ${setting.takes}.` }];
  });
}

/** The sentence for a name that no setting has. */
export function noSetting(key: string): string {
  if (settingKey(key) !== null) {
    const [group = '', name = ''] = key.split('.');
    return `"${key}" is written as an object: { "${group}": { "${name}": … } }.`;
  }
  const keys = SETTING_KEYS.map((setting) => setting.key);
  if (isGroup(key)) return `${key} is a group: ${keys.filter((name) => name.startsWith(`${key}.`)).join(', ')}.`;
  const groups = new Set(keys.filter((name) => name.includes('.')).map((name) => name.slice(0, name.indexOf('.'))));
  const near = nearest(key, [...keys, ...groups]);
  const hint = near === null ? 'wisp config list has all of them' : `did you mean ${near}?`;
  return `there is no setting ${quoted(JSON.stringify(key))}; ${hint}${near === null ? '.' : ''}`;
}

/** Text as a message quotes it: short, and with nothing that would drive a terminal. */
export function quoted(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
  return clip(plain, QUOTED);
}

function valueIn(node: JsonNode): string {
  return quoted(JSON.stringify(plainValue(node)));
}
