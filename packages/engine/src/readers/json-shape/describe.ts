import { type Range, type Shape, toMap } from './shape.ts';

/** One place of a JSON structure: `path` as `$.items[].id?`, `text` its types, and its depth below the root. */
export interface Place {
  path: string;
  text: string;
  depth: number;
}

/** Objects with more keys than this are maps when all their values have one shape. */
const MANY_KEYS = 40;
const PLAIN_KEY = /^[A-Za-z_$][\w$-]{0,59}$/;
const LONGEST_KEY = 60;
/** Keys that are data rather than names: ids, dates, numbers, addresses. */
const DATA_KEY =
  /^(?:-?\d[\d.,:-]*|\d{4}-\d\d-\d\d.*|[\da-f]{8,}|[\da-f]{8}-[\da-f-]{27}|[A-Za-z]+[-_:/]?\d{2,}|\d+[-_:/].*|[\w.+-]+@[\w.-]+)$/i;

/** The places of a structure in document order, one line each: arrays merged, maps inferred, optional keys marked. */
export function placesOf(root: Shape): Place[] {
  inferMaps(root);
  const places: Place[] = [];
  addPlace(root, '$', 0, places);
  return places;
}

function addPlace(shape: Shape, path: string, depth: number, into: Place[]): void {
  into.push({ path, text: typesOf(shape), depth });
  addInside(shape, path.replace(/\?$/, ''), depth + 1, into);
}

/** The places inside of a place; arrays add `[]` to the path and no line of their own. */
function addInside(shape: Shape, path: string, depth: number, into: Place[]): void {
  if (shape.map !== null) addPlace(shape.map.shape, `${path}{*}`, depth, into);
  for (const [key, { count, shape: inner }] of shape.keys) {
    const optional = count < shape.objects - shape.cut ? '?' : '';
    addPlace(inner, `${path}${nameOf(key)}${optional}`, depth, into);
  }
  if (shape.element !== null) addInside(shape.element, `${path}[]`, depth, into);
}

function nameOf(key: string): string {
  if (PLAIN_KEY.test(key)) return `.${key}`;
  return `[${JSON.stringify(key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key)}]`;
}

function inferMaps(shape: Shape): void {
  inferMap(shape);
  if (shape.map !== null) inferMaps(shape.map.shape);
  for (const { shape: inner } of shape.keys.values()) inferMaps(inner);
  if (shape.element !== null) inferMaps(shape.element);
}

/** An object whose keys are ids, dates or numbers, or very many with one kind of value, is a map. */
function inferMap(shape: Shape): void {
  if (shape.map !== null || shape.keys.size === 0) return;
  const names = [...shape.keys.keys()];
  const data = names.filter((name) => DATA_KEY.test(name)).length;
  const keyed = names.length > 1 && data >= names.length * 0.8;
  if (keyed || (names.length > MANY_KEYS && isUniform(shape))) toMap(shape);
}

function isUniform(shape: Shape): boolean {
  const kinds = new Set<string>();
  for (const { shape: inner } of shape.keys.values()) {
    const kind = kindOf(inner);
    if (kind !== 'null') kinds.add(kind);
  }
  return kinds.size <= 1;
}

function kindOf(shape: Shape): string {
  const kinds: string[] = [];
  if (shape.objects > 0) kinds.push('object');
  if (shape.arrays.count > 0) kinds.push('array');
  if (shape.strings > 0) kinds.push('string');
  if (shape.integers.count + shape.numbers.count > 0) kinds.push('number');
  if (shape.booleans > 0) kinds.push('boolean');
  return kinds.length === 0 ? 'null' : kinds.join('|');
}

/** The union of what was seen at a place: `integer 1…90 | null`. */
function typesOf(shape: Shape): string {
  const types: string[] = [];
  if (shape.objects > 0) types.push(objectText(shape));
  if (shape.arrays.count > 0) types.push(arrayText(shape));
  if (shape.deeper > 0) types.push('deeper structure, not read');
  if (shape.strings > 0) types.push(stringText(shape));
  if (shape.numbers.count > 0) types.push(rangeText('number', widest(shape.integers, shape.numbers)));
  else if (shape.integers.count > 0) types.push(rangeText('integer', shape.integers));
  if (shape.booleans > 0) types.push('boolean');
  if (shape.nulls > 0) types.push('null');
  return types.length === 0 ? 'nothing' : types.join(' | ');
}

function objectText(shape: Shape): string {
  if (shape.map === null) return shape.keys.size === 0 ? 'empty object' : 'object';
  const { keys, exampleKey } = shape.map;
  return `map of ${keys >= 200 ? 'over 200' : keys} keys such as ${JSON.stringify(exampleKey.slice(0, 40))}`;
}

function arrayText(shape: Shape): string {
  const { min, max } = shape.arrays;
  const lengths = min === max ? `${min}` : `${min}…${max}`;
  return shape.element === null ? `array[${lengths}]` : `array[${lengths}] of ${elementText(shape.element)}`;
}

function elementText(element: Shape): string {
  const text = typesOf(element);
  return text.includes(' | ') ? `(${text})` : text;
}

function stringText(shape: Shape): string {
  const format = shape.format === null || shape.format === '' ? '' : ` (${shape.format})`;
  return `string${format}${shape.example === null ? '' : `, such as ${shape.example}`}`;
}

function widest(left: Range, right: Range): Range {
  const count = left.count + right.count;
  return { count, min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

function rangeText(name: string, { min, max }: Range): string {
  return min === max ? `${name} ${min}` : `${name} ${min}…${max}`;
}
