import type { ShapeBuilder } from './shape-builder.ts';

/** Deeper nesting is refused, so that a text of brackets costs no memory. */
const DEEPEST = 10_000;
/** Characters of a string or key that are kept; the rest is read and dropped. */
const MOST_KEPT = 256;
const LONGEST_SCALAR = 400;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** What may come next. */
const NEXT = {
  value: 0,
  valueOrEnd: 1,
  key: 2,
  keyOrEnd: 3,
  colon: 4,
  commaOrEnd: 5,
  text: 6,
  scalar: 7,
  skip: 8,
} as const;

/**
 * Reads JSON (RFC 8259) that comes in chunks, one value or several after each other, and tells a shape builder what it
 * meets. It stops at what is no JSON; after a first whole value it goes on behind the line that is none.
 */
export class JsonTokens {
  private readonly builder: ShapeBuilder;
  private readonly arrays: boolean[] = [];
  private next: number = NEXT.value;
  private kept = '';
  private isKey = false;
  private escaped = false;
  private line = 1;
  private failed: string | null = null;
  /** Whole values read at the top. */
  documents = 0;
  /** Lines that were no JSON, skipped after a first whole value. */
  skipped = 0;

  constructor(builder: ShapeBuilder) {
    this.builder = builder;
  }

  /** Why reading stopped, with the line; null while all is JSON. */
  get error(): string | null {
    return this.failed;
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length && this.failed === null) at = this.step(text, at);
    if (this.failed === null) this.line += countLines(text, text.length);
  }

  /** The text has ended: true when it ended between two values. */
  end(): boolean {
    if (this.failed === null && this.next === NEXT.scalar) this.finishScalar(' ', 0);
    return this.failed === null && this.arrays.length === 0 && this.next !== NEXT.text;
  }

  private step(text: string, at: number): number {
    if (this.next === NEXT.text) return this.readText(text, at);
    if (this.next === NEXT.scalar) return this.readScalar(text, at);
    if (this.next === NEXT.skip) {
      const end = text.indexOf('\n', at);
      if (end === -1) return text.length;
      this.next = NEXT.value;
      return end + 1;
    }
    let from = at;
    let code = text.charCodeAt(from);
    while (code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff) code = text.charCodeAt(++from);
    return from < text.length ? this.readMark(text, from, code) : from;
  }

  private readMark(text: string, at: number, code: number): number {
    const { next } = this;
    const wantsValue = next === NEXT.value || next === NEXT.valueOrEnd;
    if (code === 34 && (wantsValue || next === NEXT.key || next === NEXT.keyOrEnd)) {
      this.isKey = !wantsValue;
      this.kept = '';
      this.escaped = false;
      this.next = NEXT.text;
      return at + 1;
    }
    if ((code === 123 || code === 91) && wantsValue) return this.begin(text, at, code === 91);
    if (code === 93 && (next === NEXT.valueOrEnd || (next === NEXT.commaOrEnd && this.arrays.at(-1) === true)))
      return this.close(at);
    if (code === 125 && (next === NEXT.keyOrEnd || (next === NEXT.commaOrEnd && this.arrays.at(-1) === false))) {
      return this.close(at);
    }
    if (code === 44 && next === NEXT.commaOrEnd) {
      this.next = this.arrays.at(-1) === true ? NEXT.value : NEXT.key;
      return at + 1;
    }
    if (code === 58 && next === NEXT.colon) {
      this.next = NEXT.value;
      return at + 1;
    }
    if (wantsValue && isScalarCode(code)) {
      this.kept = '';
      this.next = NEXT.scalar;
      return at;
    }
    return this.fail(`${describe(code)} where ${EXPECTED[next] ?? 'a value'} should be`, text, at);
  }

  private begin(text: string, at: number, isArray: boolean): number {
    if (this.arrays.length >= DEEPEST) return this.fail(`more than ${DEEPEST} levels`, text, at);
    this.arrays.push(isArray);
    this.builder.begin(isArray);
    this.next = isArray ? NEXT.valueOrEnd : NEXT.keyOrEnd;
    return at + 1;
  }

  private close(at: number): number {
    this.arrays.pop();
    this.builder.end();
    this.afterValue();
    return at + 1;
  }

  private afterValue(): void {
    this.next = this.arrays.length === 0 ? NEXT.value : NEXT.commaOrEnd;
    if (this.arrays.length === 0) this.documents++;
  }

  private keep(text: string, from: number, to: number): void {
    const room = MOST_KEPT - this.kept.length;
    if (room > 0) this.kept += text.slice(from, Math.min(to, from + room));
  }

  private readText(text: string, at: number): number {
    let from = at;
    if (this.escaped) {
      this.keep(text, at, at + 1);
      this.escaped = false;
      from++;
    }
    for (let i = from; ; ) {
      const quote = text.indexOf('"', i);
      const end = quote === -1 ? text.length : quote;
      const slash = text.lastIndexOf('\\', end - 1);
      if (slash >= i && endsEscaped(text, i, end)) {
        if (quote === -1) {
          this.escaped = true;
          this.keep(text, from, end);
          return end;
        }
        i = quote + 1;
        continue;
      }
      this.keep(text, from, end);
      if (quote === -1) return end;
      return this.finishText(text, quote);
    }
  }

  private finishText(text: string, quote: number): number {
    if (this.kept.includes('\n')) return this.fail('a line end inside a string', text, quote);
    const value = decode(this.kept);
    if (this.isKey) {
      this.builder.key(value);
      this.next = NEXT.colon;
    } else {
      this.builder.string(value);
      this.afterValue();
    }
    return quote + 1;
  }

  private readScalar(text: string, at: number): number {
    let end = at;
    while (end < text.length && isScalarCode(text.charCodeAt(end))) end++;
    this.kept += text.slice(at, Math.min(end, at + LONGEST_SCALAR + 1));
    if (this.kept.length > LONGEST_SCALAR) return this.fail('a word that is no JSON value', text, at);
    if (end < text.length) this.finishScalar(text, at);
    return end;
  }

  private finishScalar(text: string, at: number): void {
    const word = this.kept;
    if (word === 'null') this.builder.literal(null);
    else if (word === 'true' || word === 'false') this.builder.literal(word === 'true');
    else if (NUMBER.test(word)) this.builder.number(Number(word));
    else {
      this.fail(`the word ${JSON.stringify(word.slice(0, 20))}`, text, at);
      return;
    }
    this.afterValue();
  }

  private fail(what: string, text: string, at: number): number {
    const line = this.line + countLines(text, at);
    if (this.documents > 0) {
      this.builder.cutOff();
      this.arrays.length = 0;
      this.skipped++;
      this.next = NEXT.skip;
      return at;
    }
    this.failed = `not JSON: ${what}, line ${line}`;
    return text.length;
  }
}

const EXPECTED: Readonly<Record<number, string>> = {
  [NEXT.key]: 'a key',
  [NEXT.keyOrEnd]: 'a key or }',
  [NEXT.colon]: 'a colon',
  [NEXT.commaOrEnd]: 'a comma or the end',
};

function describe(code: number): string {
  return code < 32 ? `control character ${code}` : `“${String.fromCharCode(code)}”`;
}

/** Letters, digits, signs and the full stop: what numbers and literals are written with. */
function isScalarCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 45 ||
    code === 43 ||
    code === 46
  );
}

function countLines(text: string, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** True when an odd number of backslashes stands before `end`. */
function endsEscaped(text: string, from: number, end: number): boolean {
  let slashes = 0;
  for (let at = end - 1; at >= from && text.charCodeAt(at) === 92; at--) slashes++;
  return slashes % 2 === 1;
}

/** The text that a string stands for; as written when an escape in it was cut or is none. */
function decode(kept: string): string {
  if (!kept.includes('\\')) return kept;
  try {
    const value: unknown = JSON.parse(`"${kept}"`);
    return typeof value === 'string' ? value : kept;
  } catch {
    return kept;
  }
}
