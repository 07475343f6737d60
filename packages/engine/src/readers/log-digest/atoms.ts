import {
  ATOM,
  afterName,
  contentKind,
  isAlphanumeric,
  isDigit,
  isLetter,
  isPlain,
  isSource,
  isSpace,
  isWrittenAs,
  MOST_ATOMS,
  NUMBER,
} from './atom-shapes.ts';
import { severityOfLevel } from './level.ts';
import { detached } from './row.ts';
import { timestampEnd } from './timestamp.ts';

const LONGEST_BRACKET = 400;
const LONGEST_TOKEN = 120;

const CLOSERS: Readonly<Record<number, number>> = { 91: 93, 40: 41, 60: 62 };
const GLOG = /^([DIWEF])(?:\d{4}|\d{8}) \d\d:\d\d:\d\d/;
const TIME_KEY = /^(?:time|ts|timestamp|t|at|date|@timestamp)=$/;
const LEVEL_KEY = /^(?:level|lvl|severity|loglevel)=$/;

/**
 * Reads the fields at the start of a line one after the other: timestamps, levels, numbers, bracketed groups, names that a
 * colon ends, lone punctuation, other words. One instance is used over and over; its arrays hold the last line read.
 */
export class AtomReader {
  readonly kinds = new Uint8Array(MOST_ATOMS);
  readonly starts = new Int32Array(MOST_ATOMS);
  readonly ends = new Int32Array(MOST_ATOMS);
  /** Where the text after each field begins. */
  readonly nexts = new Int32Array(MOST_ATOMS);
  count = 0;
  private text = '';
  private inColons = false;
  private at = 0;
  /** The timestamps last read, by field, and the level: the next line's are mostly written alike. */
  private readonly times: string[] = [];
  private level = '';

  /** Begins with another line; nothing of it is read yet. */
  begin(text: string): void {
    this.text = text;
    this.count = 0;
    this.at = 0;
    this.inColons = false;
  }

  /** Reads on until `most` fields are there, or the line ends. `expected` are the kinds that the fields will likely have. */
  readTo(most: number, expected: readonly number[]): void {
    while (this.count < most && this.count < MOST_ATOMS) {
      while (isSpace(this.text.charCodeAt(this.at))) this.at++;
      if (this.at >= this.text.length) return;
      const guess = this.readExpected(this.at, expected[this.count] ?? -1);
      this.at = guess === -1 ? this.readOne(this.at) : guess;
    }
  }

  /** The short way to a field whose kind is known already; -1 when it is not of that kind, or not plainly so. */
  private readExpected(at: number, kind: number): number {
    const { text } = this;
    const code = text.charCodeAt(at);
    if (kind === ATOM.time) {
      const time = this.timeEnd(at);
      return time !== -1 && this.isEdge(time) ? this.add(ATOM.time, at, time, this.afterField(time)) : -1;
    }
    if (kind === ATOM.level && isLetter(code)) {
      const end = this.levelEnd(at);
      if (end === -1) return -1;
      this.inColons = false;
      return this.add(ATOM.level, at, end, end);
    }
    if (kind === ATOM.bracket && code === 91) {
      let end = at + 1;
      while (isPlain(text.charCodeAt(end)) && text.charCodeAt(end) !== 93 && text.charCodeAt(end) !== 91) end++;
      if (text.charCodeAt(end) !== 93 || text.charCodeAt(end + 1) !== 32 || !isLetter(text.charCodeAt(at + 1)))
        return -1;
      if (severityOfLevel(text.slice(at + 1, end)) !== null) return -1;
      return this.add(ATOM.bracket, at, end + 1, end + 1);
    }
    if (kind === ATOM.source && isLetter(code)) {
      let end = at + 1;
      while (isPlain(text.charCodeAt(end))) end++;
      if (text.charCodeAt(end - 1) !== 58 || !isSpace(text.charCodeAt(end))) return -1;
      if (severityOfLevel(text.slice(at, end - 1)) !== null) return -1;
      return this.add(ATOM.source, at, end, end);
    }
    return -1;
  }

  /** The end of a timestamp written as the one in the same field of the line before, else of any timestamp. */
  private timeEnd(at: number): number {
    const last = this.times[this.count] ?? '';
    const end = at + last.length;
    if (end > at && isWrittenAs(last, this.text, at) && !isDigit(this.text.charCodeAt(end))) return end;
    const found = timestampEnd(this.text, at);
    if (found !== -1) this.times[this.count] = detached(this.text.slice(at, found));
    return found;
  }

  /** The end of the level at `at`, with white space after it; -1 when there is none. */
  private levelEnd(at: number): number {
    const { text } = this;
    const known = at + this.level.length;
    if (known > at && isSpace(text.charCodeAt(known)) && text.startsWith(this.level, at)) return known;
    let end = at + 1;
    while (isLetter(text.charCodeAt(end))) end++;
    if (!isSpace(text.charCodeAt(end))) return -1;
    const word = text.slice(at, end);
    if (severityOfLevel(word) === null) return -1;
    this.level = word;
    return end;
  }

  /** True when field `i` ends like `name[12]:`. */
  isProcess(i: number): boolean {
    const end = this.ends[i] ?? 0;
    return this.text.charCodeAt(end - 1) === 58 && this.text.charCodeAt(end - 2) === 93;
  }

  private add(kind: number, start: number, end: number, next: number): number {
    this.kinds[this.count] = kind;
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.nexts[this.count] = next;
    this.count++;
    return next;
  }

  private readOne(at: number): number {
    const code = this.text.charCodeAt(at);
    const closer = CLOSERS[code];
    if (closer !== undefined) return this.readBracket(at, closer);
    const time = timestampEnd(this.text, at);
    if (time !== -1 && this.isEdge(time)) return this.add(ATOM.time, at, time, this.afterField(time));
    if (code >= 68 && code <= 87 && isDigit(this.text.charCodeAt(at + 1)) && GLOG.test(this.text.slice(at, at + 18))) {
      this.add(ATOM.level, at, at + 1, at + 1);
      if (this.count >= MOST_ATOMS) return at + 1;
      const end = this.text.indexOf(' ', at);
      const clock = timestampEnd(this.text, end + 1);
      return this.add(ATOM.time, at + 1, clock, clock);
    }
    return isAlphanumeric(code) || code === 95 || code === 47 || code === 36 || code === 64
      ? this.readToken(at)
      : this.readMark(at);
  }

  /** A timestamp must end where a field can end, so that `10.251.30.134:50010` is none. */
  private isEdge(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return !(isAlphanumeric(code) || code === 46 || code === 95 || code === 37 || code === 64);
  }

  /** Skips the punctuation that closes a field: `]`, `,`, `:`, `;` and notes whether a colon leads straight on. */
  private afterField(at: number): number {
    let next = at;
    this.inColons = false;
    for (let code = this.text.charCodeAt(next); next - at < 3; code = this.text.charCodeAt(++next)) {
      if (code === 58 || code === 93 || code === 62) this.inColons = true;
      else if (code !== 44 && code !== 59 && code !== 41) break;
    }
    if (isSpace(this.text.charCodeAt(next))) this.inColons = false;
    return next;
  }

  private readBracket(at: number, closer: number): number {
    const { text } = this;
    let inner = at + 1;
    while (isSpace(text.charCodeAt(inner))) inner++;
    const start = isLetter(text.charCodeAt(inner)) ? afterName(text, inner) : inner;
    const time = timestampEnd(text, start);
    if (time !== -1 && this.isEdge(time)) return this.add(ATOM.time, start, time, this.afterField(time));
    const opener = text.charCodeAt(at);
    let depth = 0;
    let end = at;
    for (; end < text.length && end - at < LONGEST_BRACKET; end++) {
      const code = text.charCodeAt(end);
      if (code === opener) depth++;
      else if (code === closer && --depth === 0) break;
    }
    if (depth !== 0) return this.readMark(at);
    const next = text.charCodeAt(end + 1) === 58 ? end + 2 : end + 1;
    const kind = end - inner > 24 ? ATOM.bracket : contentKind(text.slice(inner, end).trimEnd());
    if (kind !== ATOM.bracket) return this.add(kind, inner, end, next);
    return this.add(next > end + 1 ? ATOM.source : ATOM.bracket, at, end + 1, next);
  }

  private readMark(at: number): number {
    let end = at;
    while (end < this.text.length && end - at < 40) {
      const code = this.text.charCodeAt(end);
      if (isSpace(code) || (end > at && isAlphanumeric(code))) break;
      end++;
    }
    const alone = end >= this.text.length || isSpace(this.text.charCodeAt(end)) || this.text.charCodeAt(at) === 124;
    if (!alone) return this.readToken(at);
    return this.add(ATOM.mark, at, end, end);
  }

  private readToken(at: number): number {
    const { text } = this;
    const most = Math.min(text.length, at + LONGEST_TOKEN);
    let end = at;
    let opened = false;
    for (; end < most; end++) {
      const code = text.charCodeAt(end);
      if (isSpace(code) || code === 124) break;
      if (code === 91 || code === 40) opened = true;
      else if (code === 93 && !opened && end > at) break;
      else if (code === 58 && end > at && this.endsAtColon(at, end)) break;
      else if (code === 61 && end - at < 11) {
        const keyed = this.readKeyed(at, end + 1);
        if (keyed !== -1) return keyed;
      }
    }
    if (end === at) return this.add(ATOM.mark, at, at + 1, at + 1);
    return this.classify(at, end);
  }

  private endsAtColon(at: number, colon: number): boolean {
    if (isSpace(this.text.charCodeAt(colon + 1))) return false;
    return this.inColons || severityOfLevel(this.text.slice(at, colon)) !== null;
  }

  /** `time="…"` and `level=…` of logfmt, the value quoted or not. -1 when the key says neither. */
  private readKeyed(at: number, value: number): number {
    const key = this.text.slice(at, value);
    const kind = TIME_KEY.test(key) ? ATOM.time : LEVEL_KEY.test(key) ? ATOM.level : ATOM.word;
    if (kind === ATOM.word) return -1;
    const quoted = this.text.charCodeAt(value) === 34;
    const start = quoted ? value + 1 : value;
    const found = this.text.indexOf(quoted ? '"' : ' ', start);
    const end = found === -1 ? this.text.length : found;
    if (end - start > 64) return -1;
    return this.add(kind, start, end, quoted ? end + 1 : end);
  }

  /** `name[pid] (detail):` has its colon after a group. */
  private afterDetail(at: number): number {
    if (this.text.charCodeAt(at) !== 32 || this.text.charCodeAt(at + 1) !== 40) return at;
    const end = this.text.indexOf('):', at);
    return end !== -1 && end - at < LONGEST_BRACKET ? end + 2 : at;
  }

  private classify(at: number, tokenEnd: number): number {
    const { text } = this;
    let end = tokenEnd;
    const last = text.charCodeAt(end - 1);
    if (last === 44 || last === 59) end--;
    const token = text.slice(at, end);
    const bare = token.endsWith(':') ? token.slice(0, -1) : token;
    const slash = bare.indexOf('/');
    const word = slash > 0 ? bare.slice(0, slash) : bare;
    if (severityOfLevel(word) !== null)
      return this.add(ATOM.level, at, at + word.length, this.afterField(at + bare.length));
    if (isDigit(text.charCodeAt(at)) && NUMBER.test(bare))
      return this.add(ATOM.number, at, at + bare.length, this.afterField(at + bare.length));
    if (isSource(token)) {
      const next = token.endsWith(':') ? end : this.afterDetail(end);
      return this.add(ATOM.source, at, end, next);
    }
    if (this.inColons && text.charCodeAt(tokenEnd) === 58) return this.add(ATOM.source, at, end, tokenEnd + 1);
    return this.add(ATOM.word, at, end, tokenEnd);
  }
}
