import { exampleOf } from './redact.ts';

/** Keys of one object place that are kept apart; more are one map. */
const MOST_KEYS = 200;
/** Places kept in all. */
const MOST_PLACES = 4000;
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

function widen(range: Range, value: number): void {
  range.count++;
  if (value < range.min) range.min = value;
  if (value > range.max) range.max = value;
}

function emptyShape(): Shape {
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

function noteString(shape: Shape, text: string, key: string): void {
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

/** An array or object that has begun and not ended. `shape` is null below the depth bound. */
interface Open {
  isArray: boolean;
  shape: Shape | null;
  key: string;
  length: number;
}

/**
 * Builds one shape from the events of a JSON reader: begin and end of arrays and objects, keys, scalars. Below `depth`
 * levels it only counts.
 */
export class ShapeBuilder {
  readonly root = emptyShape();
  private readonly depth: number;
  private readonly open: Open[] = [];
  private places = 1;
  /** Keys that were not kept because there are too many places. */
  dropped = 0;

  constructor(depth: number) {
    this.depth = depth;
  }

  /** How many arrays and objects are open. */
  get nesting(): number {
    return this.open.length;
  }

  begin(isArray: boolean): void {
    const shape = this.place();
    if (shape !== null) {
      if (this.open.length >= this.depth) {
        shape.deeper++;
        this.open.push({ isArray, shape: null, key: '', length: 0 });
        return;
      }
      if (!isArray) shape.objects++;
    }
    this.open.push({ isArray, shape, key: '', length: 0 });
  }

  end(): void {
    const ended = this.open.pop();
    if (ended?.isArray === true && ended.shape !== null) widen(ended.shape.arrays, ended.length);
  }

  key(name: string): void {
    const top = this.open.at(-1);
    if (top !== undefined) top.key = name;
  }

  string(text: string): void {
    const shape = this.place();
    if (shape !== null) noteString(shape, text, this.open.at(-1)?.key ?? '');
  }

  number(value: number): void {
    const shape = this.place();
    if (shape !== null) widen(Number.isInteger(value) ? shape.integers : shape.numbers, value);
  }

  literal(value: boolean | null): void {
    const shape = this.place();
    if (shape === null) return;
    if (value === null) shape.nulls++;
    else shape.booleans++;
  }

  /** Takes a parsed value as if it had been read. */
  value(value: unknown): void {
    if (typeof value === 'string') this.string(value);
    else if (typeof value === 'number') this.number(value);
    else if (typeof value === 'boolean' || value === null) this.literal(value);
    else if (Array.isArray(value)) {
      this.begin(true);
      if (this.open.at(-1)?.shape !== null) for (const element of value) this.value(element);
      this.end();
    } else if (typeof value === 'object') {
      this.begin(false);
      if (this.open.at(-1)?.shape !== null) {
        for (const [key, inner] of Object.entries(value)) {
          this.key(key);
          this.value(inner);
        }
      }
      this.end();
    }
  }

  /** The text has ended inside of what is open: where, as a path; null when nothing was open. */
  cutOff(): string | null {
    if (this.open.length === 0) return null;
    let path = '$';
    for (const { isArray, shape, key, length } of this.open) {
      if (shape === null) break;
      if (isArray) {
        path += `[${Math.max(0, length - 1)}]`;
        widen(shape.arrays, length);
      } else {
        shape.cut++;
        if (key !== '') path += `.${key}`;
      }
    }
    this.open.length = 0;
    return path;
  }

  /** The shape of the place where the next value stands; null when it is not kept. */
  private place(): Shape | null {
    const top = this.open.at(-1);
    if (top === undefined) return this.root;
    if (top.isArray) top.length++;
    if (top.shape === null) return null;
    if (top.isArray) {
      if (top.shape.element === null) {
        this.places++;
        top.shape.element = emptyShape();
      }
      return top.shape.element;
    }
    return this.keyPlace(top.shape, top.key);
  }

  private keyPlace(shape: Shape, key: string): Shape | null {
    if (shape.map !== null) return shape.map.shape;
    const known = shape.keys.get(key);
    if (known !== undefined) {
      known.count++;
      return known.shape;
    }
    if (shape.keys.size >= MOST_KEYS) return toMap(shape).shape;
    if (this.places >= MOST_PLACES) {
      this.dropped++;
      return null;
    }
    this.places++;
    const made = { count: 1, shape: emptyShape() };
    shape.keys.set(key, made);
    return made.shape;
  }
}
