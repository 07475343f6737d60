import { emptyShape, MOST_KEYS, noteString, type Shape, toMap, widen } from './shape.ts';

/** Places kept in all. */
const MOST_PLACES = 4000;

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
