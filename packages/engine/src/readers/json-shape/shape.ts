import { exampleOf } from './redact.ts';

/** Keys of one object place that are kept apart; more are one map. */
export const MOST_KEYS = 200;
const FORMATS_TRIED = 50;

export interface Range {
  count: number;
  min: number;
  max: number;
}

/** Everything that was seen at one place: one field a branch of the union of types. */
export interface Shape {
  nulls: number;
  booleans: number;
  integers: Range;
  numbers: Range;
  strings: number;
  example: string | null;
  /** The format of all strings looked at, '' when they have none in common. */
  format: string | null;
  /** Lengths of the arrays here, and the shape of their elements. */
  arrays: Range;
  element: Shape | null;
  objects: number;
  /** Objects that the end of the text cut off: a key they lack says nothing. */
  cut: number;
  keys: Map<string, KeyShape>;
  /** The values of all keys, once there are too many to keep apart. */
  map: MapShape | null;
  /** Arrays and objects deeper than the bound: counted, not looked into. */
  deeper: number;
}

interface KeyShape {
  count: number;
  shape: Shape;
}

interface MapShape {
  /** How many different keys were seen before they became too many to keep apart. */
  keys: number;
  exampleKey: string;
  shape: Shape;
}

function emptyRange(): Range {
  return { count: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
}

export function widen(range: Range, value: number): void {
  range.count++;
  if (value < range.min) range.min = value;
  if (value > range.max) range.max = value;
}

export function emptyShape(): Shape {
  return {
    nulls: 0,
    booleans: 0,
    integers: emptyRange(),
    numbers: emptyRange(),
    strings: 0,
    example: null,
    format: null,
    arrays: emptyRange(),
    element: null,
    objects: 0,
    cut: 0,
    keys: new Map(),
    map: null,
    deeper: 0,
  };
}

const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['url', /^[a-z][a-z\d+.-]{1,20}:\/\/\S+$/i],
  ['number', /^-?\d{1,30}(?:\.\d{1,30})?$/],
];

function formatOf(text: string): string {
  if (text.length > 300) return '';
  return FORMATS.find(([, pattern]) => pattern.test(text))?.[0] ?? '';
}

export function noteString(shape: Shape, text: string, key: string): void {
  shape.strings++;
  if (text !== '') shape.example ??= exampleOf(text, key);
  if (shape.strings > FORMATS_TRIED || shape.format === '') return;
  const format = formatOf(text);
  shape.format = shape.format === null || shape.format === format ? format : '';
}

function uniteRanges(into: Range, from: Range): void {
  into.count += from.count;
  into.min = Math.min(into.min, from.min);
  into.max = Math.max(into.max, from.max);
}

/** Adds all that was seen at `from` to `into`, branch by branch. */
function uniteShapes(into: Shape, from: Shape): void {
  into.nulls += from.nulls;
  into.booleans += from.booleans;
  uniteRanges(into.integers, from.integers);
  uniteRanges(into.numbers, from.numbers);
  if (from.strings > 0) into.format = into.strings === 0 || into.format === from.format ? from.format : '';
  into.strings += from.strings;
  into.example ??= from.example;
  uniteRanges(into.arrays, from.arrays);
  if (from.element !== null) {
    into.element ??= emptyShape();
    uniteShapes(into.element, from.element);
  }
  into.objects += from.objects;
  into.cut += from.cut;
  into.deeper += from.deeper;
  for (const [key, { count, shape }] of from.keys) {
    const known = into.keys.get(key);
    if (known === undefined) into.keys.set(key, { count, shape });
    else {
      known.count += count;
      uniteShapes(known.shape, shape);
    }
  }
  if (from.map !== null) foldInto(into, from.map);
  if (into.map !== null || into.keys.size > MOST_KEYS) toMap(into);
}

function foldInto(into: Shape, map: MapShape): void {
  if (into.map === null) into.map = { ...map };
  else {
    into.map.keys += map.keys;
    uniteShapes(into.map.shape, map.shape);
  }
}

/** Makes one shape of the values of all keys. */
export function toMap(shape: Shape): MapShape {
  const [first] = shape.keys.keys();
  shape.map ??= { keys: 0, exampleKey: first ?? '', shape: emptyShape() };
  for (const key of shape.keys.values()) {
    shape.map.keys++;
    uniteShapes(shape.map.shape, key.shape);
  }
  shape.keys.clear();
  return shape.map;
}
