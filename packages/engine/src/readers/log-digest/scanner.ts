import { CJK, CLASS, classOf, DELIMITER, DIGIT, DOT, PLAIN, QUOTE, SLASH, SPACE, wideClass } from './char-class.ts';
import { timestampEnd } from './timestamp.ts';

/** Kinds of piece that a message is cut into. A word is compared as it stands; a value is masked by its shape. */
export const PIECE = { word: 1, value: 2, mark: 3 } as const;

const MOST_PIECES = 128;
const MOST_PARTS = 256;
/** Longest message that is cut into pieces; what follows counts as one value. */
const LONGEST_MESSAGE = 1000;

/**
 * Cuts messages into words, values and marks in one pass over their characters, and hashes the result with the values left
 * out, so that messages that differ by masked values only have one hash. An instance is used over and over: its arrays
 * hold the pieces of the last message.
 */
export class Scanner {
  readonly kinds = new Uint8Array(MOST_PIECES);
  readonly starts = new Int32Array(MOST_PIECES);
  readonly ends = new Int32Array(MOST_PIECES);
  /** Hash of the text of each word and mark as it stands. */
  readonly raws = new Int32Array(MOST_PIECES);
  count = 0;
  /** The values of all value pieces, one by one, in order; a piece may be a run of several. */
  readonly partStarts = new Int32Array(MOST_PARTS);
  readonly partEnds = new Int32Array(MOST_PARTS);
  readonly partRaws = new Int32Array(MOST_PARTS);
  parts = 0;
  /** 53 bits over the kinds, the words and the marks. */
  hash = 0;
  private text = '';
  private end = 0;
  private isCut = false;

  /** Cuts `text` from offset `from` to `to`. */
  scan(text: string, from: number, to: number): void {
    this.text = text;
    this.count = 0;
    this.parts = 0;
    this.end = Math.min(to, from + LONGEST_MESSAGE);
    this.isCut = this.end < to;
    let at = from;
    while (at < this.end && this.count < MOST_PIECES - 1) {
      const code = text.charCodeAt(at);
      const kind = classOf(code);
      if (kind === SPACE) at++;
      else if (kind === DELIMITER || kind === QUOTE) at = this.mark(at, code);
      else if (kind === CJK) at = this.push(PIECE.word, at, at + 1, code);
      else at = this.token(at, code);
    }
    if (at < to) this.value(at, to, to - at);
    this.rehash();
  }

  private rehash(): void {
    let high = 0x9e3779b9 | 0;
    let low = 0x85ebca6b | 0;
    for (let i = 0; i < this.count; i++) {
      const kind = this.kinds[i] ?? 0;
      const part = this.raws[i] ?? 0;
      high = Math.imul(high ^ part, 0x01000193) + kind;
      low = Math.imul(low + part, 0x5bd1e995) ^ (low >>> 13) ^ kind;
    }
    this.hash = (high >>> 0) * 0x200000 + ((low >>> 0) & 0x1fffff);
  }

  private push(kind: number, start: number, end: number, raw: number): number {
    const i = this.count++;
    this.kinds[i] = kind;
    this.starts[i] = start;
    this.ends[i] = end;
    this.raws[i] = raw;
    return end;
  }

  /** A value right after another one, or parted from it by a joint only, is part of the same: lists, clocks, addresses. */
  private value(start: number, end: number, raw: number): number {
    const part = Math.min(this.parts, MOST_PARTS - 1);
    this.partStarts[part] = start;
    this.partEnds[part] = end;
    this.partRaws[part] = raw;
    this.parts = part + 1;
    let last = this.count - 1;
    if (last >= 1 && this.kinds[last] === PIECE.mark && this.kinds[last - 1] === PIECE.value && this.isJoint(last))
      last--;
    if (last < 0 || this.kinds[last] !== PIECE.value) return this.push(PIECE.value, start, end, 0);
    this.count = last + 1;
    this.ends[last] = end;
    return end;
  }

  private isJoint(i: number): boolean {
    const code = this.text.charCodeAt(this.starts[i] ?? 0);
    return code === 58 || code === 44 || code === 59 || code === 124;
  }

  private mark(at: number, code: number): number {
    if (code === 60) {
      const value = this.underBound(at);
      if (value !== -1) return value;
    }
    if (code === 40) {
      const after = this.restatement(at);
      if (after !== -1) return after;
    }
    return this.push(PIECE.mark, at, at + 1, code);
  }

  /** `3314 bytes (3.23 KB)`: the size again for people; small sizes lack it. */
  private restatement(at: number): number {
    const digit = classOf(this.text.charCodeAt(at + 1)) === DIGIT;
    if (!digit || this.kinds[this.count - 1] !== PIECE.word) return -1;
    const match = RESTATED.exec(this.text.slice(at, at + 16));
    return match === null ? -1 : at + match[0].length;
  }

  /** `<1 sec`: less than a measure is a measure. */
  private underBound(at: number): number {
    let end = at + 1;
    let raw = 60;
    if (classOf(this.text.charCodeAt(end)) !== DIGIT) return -1;
    for (; end < this.end; end++) {
      const code = this.text.charCodeAt(end);
      if (classOf(code) === DELIMITER || classOf(code) === SPACE) break;
      raw = (Math.imul(raw, 31) + code) | 0;
    }
    if (this.text.charCodeAt(end) === 62) return -1;
    return this.withUnit(at, end, raw);
  }

  private token(at: number, first: number): number {
    const { text } = this;
    let raw = 17;
    let end = at;
    let digits = 0;
    let slashes = 0;
    let dots = 0;
    const most = this.end;
    for (; end < most; end++) {
      const code = text.charCodeAt(end);
      const kind = code < 128 ? CLASS[code] : wideClass(code);
      if (kind === DIGIT) digits++;
      else if (kind === DOT) {
        if (text.charCodeAt(end + 1) === 46) break;
        dots++;
      } else if (kind === SLASH) slashes++;
      else if (kind !== PLAIN) {
        if (code === 58 && this.isScheme(at, end)) return this.opaque(at, raw);
        // An apostrophe inside a word is a part of it.
        if (code !== 39 || end === at || !isLetter(text.charCodeAt(end + 1))) break;
      }
      raw = (Math.imul(raw, 31) + code) | 0;
    }
    if (end === at) return this.dotRun(at);
    if (end === most && this.isCut) return this.value(at, end, raw);
    const special = this.special(at, end, digits);
    if (special !== -1) return special;
    // A full stop that ends a sentence is no part of its last word.
    if (text.charCodeAt(end - 1) === 46 && end - at > 1 && digits === 0) return this.fullStop(at, end - 1);
    if (digits > 0) return digits * 2 >= end - at ? this.withUnit(at, end, raw) : this.value(at, end, raw);
    if (first === 47 && slashes > 1) return this.value(at, end, raw);
    if (text.charCodeAt(end) === 58 && this.isPort(end + 1) && this.isHost(at, end, dots))
      return this.value(at, end, raw);
    return this.push(PIECE.word, at, end, raw);
  }

  /** Values that a token alone does not show: `5c:50:15:4c:18:13`, `fe80::1`, `Fri Jul 01 08:16:53 2005`. */
  private special(at: number, end: number, digits: number): number {
    if (end - at <= 4 && this.text.charCodeAt(end) === 58) {
      HEX_GROUPS.lastIndex = at;
      const match = HEX_GROUPS.exec(this.text);
      if (match !== null) return this.value(at, at + match[0].length, hashOf(match[0]));
    }
    if (end - at > 4 || end - at < 3 || digits > 0) return -1;
    const next = this.text.charCodeAt(end === at + 3 ? end : -1);
    if (next !== 32 && this.text.charCodeAt(end) !== 44) return -1;
    const time = timestampEnd(this.text, at);
    return time === -1 ? -1 : this.value(at, time, hashOf(this.text.slice(at, time)));
  }

  private fullStop(at: number, stop: number): number {
    let raw = 17;
    for (let i = at; i < stop; i++) raw = (Math.imul(raw, 31) + this.text.charCodeAt(i)) | 0;
    this.push(PIECE.word, at, stop, raw);
    return this.push(PIECE.mark, stop, stop + 1, 46);
  }

  /** Leaders such as `enable......0`: one mark however long they are. */
  private dotRun(at: number): number {
    let end = at + 1;
    while (end < this.end && this.text.charCodeAt(end) === 46) end++;
    return this.push(PIECE.mark, at, end, 46);
  }

  /** `mail.example.org`, `localhost`, `Main.java`: what a port or a line number may follow. */
  private isHost(at: number, end: number, dots: number): boolean {
    if (dots === 0) return this.text.slice(at, end) === 'localhost';
    const last = this.text.lastIndexOf('.', end - 1) + 1;
    return dots > 1 || (end - last <= 5 && /^[a-z]+$/.test(this.text.slice(last, end)));
  }

  private isPort(at: number): boolean {
    let end = at;
    while (end - at < 6 && classOf(this.text.charCodeAt(end)) === DIGIT) end++;
    return end > at && end - at < 6;
  }

  /** `https://…` or `C:\…`. */
  private isScheme(at: number, colon: number): boolean {
    const next = this.text.charCodeAt(colon + 1);
    if (next === 47) return this.text.charCodeAt(colon + 2) === 47 && colon > at;
    return next === 92 && colon === at + 1;
  }

  /** A URL or a Windows path: up to white space, a quote or a bracket. */
  private opaque(at: number, seed: number): number {
    let raw = seed;
    let end = at;
    for (; end < this.end; end++) {
      const code = this.text.charCodeAt(end);
      if (code <= 32 || code === 34 || code === 39 || code === 60 || code === 62 || code === 93 || code === 41) break;
      raw = (Math.imul(raw, 31) + code) | 0;
    }
    const last = this.text.charCodeAt(end - 1);
    if (last === 44 || last === 59 || last === 46) end--;
    return this.value(at, end, raw);
  }

  /** A measure's unit belongs to its number: `3.23 KB` and `789` are values of one place. */
  private withUnit(at: number, end: number, raw: number): number {
    this.value(at, end, raw);
    const unit = unitEnd(this.text, end);
    return unit === end ? end : this.value(end + 1, unit, hashOf(this.text.slice(end + 1, unit)));
  }
}

const HEX_GROUPS = /[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:.])/iy;

function hashOf(text: string): number {
  let raw = 17;
  for (let i = 0; i < text.length; i++) raw = (Math.imul(raw, 31) + text.charCodeAt(i)) | 0;
  return raw;
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const RESTATED = /^\(\d[\d.,]* ?[KMGTP]i?B\)/;
const UNITS = /^ (?:[KMGTP]i?B|B|secs?|seconds?|msecs?|ms|minutes?|hours?|days?)(?![\w-])/;

const UNIT_INITIALS = new Uint8Array(128);
for (const c of 'KMGTPBsmhd') UNIT_INITIALS[c.charCodeAt(0)] = 1;

function unitEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 32 || UNIT_INITIALS[text.charCodeAt(at + 1)] !== 1) return at;
  const match = UNITS.exec(text.slice(at, at + 10));
  return match === null ? at : at + match[0].length;
}
