import { type JsonMember, type JsonNode, readJsonTree } from './json-tree.ts';
import type { SettingValue } from './setting-keys.ts';

/**
 * The text with the setting at `path` changed to `value`. All else stays as it is, byte for byte: order, white space, what
 * no setting is. The indentation is the text's own. Throws JsonTextError for a text that is no JSON, and RangeError for one
 * that is no object.
 */
export function setInText(text: string, path: readonly string[], value: SettingValue): string {
  if (text.trim() === '') return `${write(path, value, '\n', '  ')}\n`;
  // Of a key that stands twice, one is left.
  const single = withoutRepeats(text, path);
  return put(single, rootOf(single), path, value);
}

/** The text without the setting at `path`, and without the groups that it leaves empty; the same text when it has none. */
export function unsetInText(text: string, path: readonly string[]): string {
  let now = text;
  for (let place = placeIn(rootOf(now), path); place !== null; place = placeIn(rootOf(now), path))
    now = cut(now, place.holder, place.index);
  if (now === text || path.length < 2) return now;
  const group = placeIn(rootOf(now), path.slice(0, -1));
  const left = group?.holder.members[group.index]?.value;
  return left?.kind === 'object' && left.members.length === 0 ? unsetInText(now, path.slice(0, -1)) : now;
}

/**
 * The path of a dotted name in the text, whether a setting has it or not: a key may have a dot of its own. Null when it is
 * not there.
 */
export function pathInText(text: string, name: string): readonly string[] | null {
  return text.trim() === '' ? null : pathIn(rootOf(text), name);
}

type JsonObject = Extract<JsonNode, { kind: 'object' }>;

function pathIn(node: JsonNode, name: string): readonly string[] | null {
  if (node.kind !== 'object') return null;
  for (const { key, value } of node.members) {
    if (key === name) return [key];
    const rest = name.startsWith(`${key}.`) ? pathIn(value, name.slice(key.length + 1)) : null;
    if (rest !== null) return [key, ...rest];
  }
  return null;
}

function rootOf(text: string): JsonObject {
  const root = readJsonTree(text);
  if (root.kind === 'object') return root;
  throw new RangeError('the file is no object of settings');
}

/** The last member at the path, and the object that holds it. */
function placeIn(object: JsonObject, [name, ...rest]: readonly string[]): { holder: JsonObject; index: number } | null {
  const index = object.members.findLastIndex((member) => member.key === name);
  const member = object.members[index];
  if (!member) return null;
  if (rest.length === 0) return { holder: object, index };
  return member.value.kind === 'object' ? placeIn(member.value, rest) : null;
}

function withoutRepeats(text: string, path: readonly string[]): string {
  let now = text;
  for (let depth = 1; depth <= path.length; depth++) {
    for (;;) {
      const place = placeIn(rootOf(now), path.slice(0, depth));
      const first = place?.holder.members.findIndex((member) => member.key === path[depth - 1]) ?? -1;
      if (!place || first === place.index) break;
      now = cut(now, place.holder, first);
    }
  }
  return now;
}

function put(text: string, object: JsonObject, path: readonly string[], value: SettingValue): string {
  const [name = '', ...rest] = path;
  const member = object.members.findLast(({ key }) => key === name);
  if (member?.value.kind === 'object' && rest.length > 0) return put(text, member.value, rest, value);
  const { line, step } = layout(text, object);
  const written = rest.length === 0 ? JSON.stringify(value) : write(rest, value, line, step);
  if (member) return splice(text, member.value.start, member.value.end, written);
  const added = `${JSON.stringify(name)}: ${written}`;
  const last = object.members.at(-1);
  if (last) return splice(text, last.value.end, last.value.end, `,${line === '' ? ' ' : line}${added}`);
  const outer = line.slice(0, line.length - step.length);
  return splice(text, object.start, object.end, `{${line}${added}${outer}}`);
}

/** An object that holds the value at the path, its members each on a line that begins like `line` and one step more. */
function write([name = '', ...rest]: readonly string[], value: SettingValue, line: string, step: string): string {
  const inner = line === '' ? '' : `${line}${step}`;
  const written = rest.length === 0 ? JSON.stringify(value) : write(rest, value, inner, step);
  return inner === ''
    ? `{ ${JSON.stringify(name)}: ${written} }`
    : `{${inner}${JSON.stringify(name)}: ${written}${line}}`;
}

/** How the members of an object are set: the break and indentation before each (empty: all on one line), and one step. */
function layout(text: string, object: JsonObject): { line: string; step: string } {
  const feed = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', object.start) + 1))?.[0] ?? '';
  const [first] = object.members;
  const own = first ? text.slice(object.start + 1, first.start) : '';
  if (first && !own.includes('\n')) return { line: '', step: '' };
  const indent = first ? own.slice(own.lastIndexOf('\n') + 1) : `${outer}  `;
  return { line: `${feed}${indent}`, step: indent.startsWith(outer) ? indent.slice(outer.length) : '  ' };
}

/** The text without one member, and without the comma that it took. */
function cut(text: string, object: JsonObject, index: number): string {
  const { members } = object;
  const [before, member, after]: (JsonMember | undefined)[] = [members[index - 1], members[index], members[index + 1]];
  if (!member) return text;
  if (after) return splice(text, member.start, after.start, '');
  if (before) return splice(text, before.value.end, member.value.end, '');
  return splice(text, object.start, object.end, '{}');
}

function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end);
}
