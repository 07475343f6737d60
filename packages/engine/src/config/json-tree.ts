/** A JSON value with its place in the text: `start` and `end` are offsets of its first character and the one after it. */
export type JsonNode =
  | { kind: 'object'; start: number; end: number; members: readonly JsonMember[] }
  | { kind: 'array'; start: number; end: number; items: readonly JsonNode[] }
  | { kind: 'scalar'; start: number; end: number; value: string | number | boolean | null };

/** A member of an object; `start` is the offset of its key's first quote. */
export interface JsonMember {
  key: string;
  start: number;
  value: JsonNode;
}

/** Why a text is no JSON, and the offset of the first character that does not belong. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Deepest nesting that is read: settings have two levels. */
const DEEPEST = 32;

const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Reads a text as JSON (RFC 8259) and gives its values with their places, which JSON.parse does not: settings are changed
 * in their text, and what is wrong in it is pointed at. Throws JsonTextError.
 */
export function readJsonTree(text: string): JsonNode {
  const reader = new Reader(text);
  const node = reader.value(0);
  reader.end();
  return node;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonNode {
    this.#take(SPACE);
    const start = this.#at;
    const next = this.#text[start];
    if (depth > DEEPEST) throw this.#wrong(`it is nested deeper than ${DEEPEST} levels`);
    if (next === '{') return this.#object(start, depth);
    if (next === '[') return this.#array(start, depth);
    const token = this.#take(STRING) ?? this.#take(WORD) ?? this.#take(NUMBER);
    if (token === null) throw this.#wrong(this.#notValue(next));
    const value: string | number | boolean | null = JSON.parse(token);
    return { kind: 'scalar', start, end: this.#at, value };
  }

  /** Nothing but white space may follow. */
  end(): void {
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw this.#wrong('the JSON ends before this');
  }

  #object(start: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    this.#at++;
    while (!this.#ends('}', members.length > 0, 'a member')) {
      const at = this.#at;
      const key = this.#take(STRING);
      if (key === null) throw this.#wrong(this.#comment() ?? 'a key in double quotes is expected here');
      this.#take(SPACE);
      if (this.#text[this.#at] !== ':') throw this.#wrong(`a colon is expected after the key ${key}`);
      this.#at++;
      members.push({ key: String(JSON.parse(key)), start: at, value: this.value(depth + 1) });
    }
    return { kind: 'object', start, end: this.#at, members };
  }

  #array(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#at++;
    while (!this.#ends(']', items.length > 0, 'a value')) items.push(this.value(depth + 1));
    return { kind: 'array', start, end: this.#at, items };
  }

  /** Whether the object or array is closed here; else goes past the comma that another member or value needs. */
  #ends(close: string, comma: boolean, wanted: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#at] === close) {
      this.#at++;
      return true;
    }
    if (!comma) return false;
    if (this.#text[this.#at] !== ',') throw this.#wrong(this.#comment() ?? `a comma or ${close} is expected here`);
    this.#at++;
    this.#take(SPACE);
    if (this.#text[this.#at] === close) throw this.#wrong(`${wanted} is expected after the comma, not ${close}`);
    return false;
  }

  #take(shape: RegExp): string | null {
    shape.lastIndex = this.#at;
    const found = shape.exec(this.#text)?.[0];
    if (found === undefined) return null;
    this.#at += found.length;
    return found;
  }

  #notValue(next: string | undefined): string {
    if (next === undefined) return 'the text ends where a value is expected';
    if (next === "'") return 'a string takes double quotes';
    if (next === '"') return 'this string does not end, or has a character that JSON wants escaped';
    return this.#comment() ?? 'a value is expected here';
  }

  #comment(): string | null {
    const next = this.#text[this.#at];
    if (next === undefined) return 'the text ends too early';
    return next === '/' || next === '#' ? 'JSON has no comments' : null;
  }

  #wrong(message: string): JsonTextError {
    return new JsonTextError(this.#at, message);
  }
}

/** The plain value of a node. Of a key that stands twice the last one counts, as for JSON.parse. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(plainValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}

/** Whether an object anywhere in the tree has a key twice, of which JSON.parse would hide one. */
export function hasRepeats(node: JsonNode): boolean {
  if (node.kind === 'scalar') return false;
  if (node.kind === 'array') return node.items.some(hasRepeats);
  const keys = new Set(node.members.map(({ key }) => key));
  return keys.size < node.members.length || node.members.some(({ value }) => hasRepeats(value));
}

/** Line and column of an offset, both from 1; a column is a UTF-16 unit, as editors count. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}
