/** What the words and characters of one line may tell of, one bit each. */
export const SIGNAL = {
  /** Error, exception, and the like in other languages. */
  error: 1,
  /** Fail, fatal, panic, killed: words of an end. */
  fail: 2,
  /** Not, no such, n't. */
  not: 4,
  /** Cannot, missing, invalid: words of something wrong. */
  bad: 8,
  /** Expected, must, please: words of what should have been. */
  demand: 16,
  warn: 32,
  /** A number where a place has its line: `:12:`, `(12,`, `line 12`. */
  place: 64,
  /** A letter code such as `E1234`. */
  code: 128,
  /** A sign such as a cross. */
  sign: 256,
  /** A start such as `1)`, `!!` or a rule. */
  start: 512,
  /** Letters of another script. */
  foreign: 1024,
  exit: 2048,
} as const;

/** Signals that say nothing alone but decide how the others are read. */
export const ASIDE = {
  zero: 1 << 16,
  pass: 1 << 17,
  flags: 1 << 18,
} as const;

const STEMS: readonly (readonly [number, string])[] = [
  [SIGNAL.error, 'error erreur errore fehler exception err erro fault traceback caused assertion'],
  [
    SIGNAL.fail,
    'fail fatal panic abort crash kill segmentation core uncaught unhandled memory sigsegv sigabrt sigkill',
  ],
  [SIGNAL.not, 'not no'],
  [
    SIGNAL.bad,
    'cannot can could unable denied refused reject unknown unavailable undefined unresolved unexpected unsupported unreachable ' +
      'invalid illegal incorrect missing broken wrong corrupt violat mismatch offense problem issue conflict duplicate ambiguous ' +
      'redecl redefin dubious timeout timed exceed too overflow leak stopped',
  ],
  [
    SIGNAL.demand,
    'expect actual should must please requir assert differ diff match unmatched does limit bad unused outdated',
  ],
  [SIGNAL.warn, 'warn deprecat'],
  [SIGNAL.exit, 'exit returned recipe nonzero zero command'],
  [ASIDE.pass, 'ok pass skip success xfail'],
];

interface Stem {
  rest: string;
  bits: number;
}

/** Stems by their first four letters, packed in a number. Those of fewer letters are whole words. */
const BY_KEY = new Map<number, Stem[]>();
for (const [bits, words] of STEMS) {
  for (const word of words.split(' ')) {
    let key = 0;
    for (const letter of word.slice(0, 4)) key = key * 32 + (letter.charCodeAt(0) - 96);
    const stem = { rest: word.slice(4), bits };
    const known = BY_KEY.get(key);
    if (known === undefined) BY_KEY.set(key, [stem]);
    else known.push(stem);
  }
}
/** A filter before the map: most words end here. */
const KEYS = new Uint8Array(1 << 16);
for (const key of BY_KEY.keys()) KEYS[fold(key)] = 1;

const BEYOND_ASCII = /[^\x00-\x7f]/;
/** Crosses, bullets and the like that runners put before what failed. */
const SIGNS = /[✖✗✘❌●✕×⨯‼⚠]|🚨|^[─━═]{2}/;
const PASSED = /^[✓√✔]|…ok/;
/** Letters with accents, Cyrillic, or of East Asia. */
const LETTERS = /[\xc0-\u024f\u0400-\u052f\u3040-\ud7af]/;

/** What a byte is, in one number: 1 to 26 a small letter, 33 to 58 a capital, above that the classes below. */
const CAPITAL = 32;
const DIGIT = 64;
const OPENS_PLACE = 65;
const DASH = 66;
const APOSTROPHE = 67;

const CLASS = new Uint8Array(256).map((_, byte) => {
  if (byte >= 97 && byte <= 122) return byte - 96;
  if (byte >= 65 && byte <= 90) return byte - 64 + CAPITAL;
  if (byte >= 48 && byte <= 57) return DIGIT;
  return { ':': OPENS_PLACE, '(': OPENS_PLACE, '-': DASH, "'": APOSTROPHE }[String.fromCharCode(byte)] ?? 0;
});

/**
 * The line that is read, one byte a character, between zeros so that a look around needs no check. Reading bytes is several
 * times faster than reading characters of a string that is a slice of another.
 */
const MOST = 400;
const BEFORE = 8;
const bytes = Buffer.alloc(BEFORE + MOST + 16);

const byteAt = (at: number): number => bytes[at + BEFORE] ?? 0;
const classAt = (at: number): number => CLASS[bytes[at + BEFORE] ?? 0] ?? 0;
const isLetter = (kind: number): boolean => kind > 0 && kind < DIGIT;

function fold(key: number): number {
  return (key ^ (key >>> 16)) & 0xffff;
}

/** What one pass over a line gives: its signals, and hashes of its start that are the same for lines of one shape. */
export interface LineSigns {
  /** Bits of `SIGNAL` and `ASIDE`. */
  signals: number;
  /** Hash of the first 60 bytes, a run of digits counting as one. */
  template: number;
  /** The same of the first word. */
  prefix: number;
  /** True when every character is ASCII. */
  ascii: boolean;
}

/**
 * Reads `part` (as `matchedPart` gives it) in one pass without a pattern, into `into`. A word counts from its start;
 * `ImportError` is two words.
 */
export function readSigns(part: string, into: LineSigns): void {
  const end = bytes.write(part, BEFORE, MOST, 'latin1');
  for (let i = BEFORE + end; i < BEFORE + end + 12; i++) bytes[i] = 0;
  into.ascii = !BEYOND_ASCII.test(part);
  hashes(end, into);
  let bits = startSignal() | (into.ascii ? 0 : foreignSignal(part));
  let flags = 0;
  let at = 0;
  while (at < end) {
    const kind = classAt(at);
    if (kind === 0) at++;
    else if (kind < DIGIT) {
      let key = kind & 31;
      let last = kind;
      let length = 1;
      let next = classAt(++at);
      while (length < 4 && next > 0 && next < DIGIT && (next < CAPITAL || last > CAPITAL)) {
        key = key * 32 + (next & 31);
        last = next;
        length++;
        next = classAt(++at);
      }
      if (length > 1 && KEYS[fold(key)] === 1 && (length === 4 || !isLetter(next))) bits |= stemSignal(key, at);
      while (next > 0 && next < DIGIT && (next < CAPITAL || last > CAPITAL)) {
        last = next;
        next = classAt(++at);
      }
    } else {
      if (kind === DIGIT) bits |= digitSignal(at, classAt(at - 1));
      else if (kind === OPENS_PLACE) bits |= placeSignal(at);
      else if (kind === DASH) {
        if (byteAt(at - 1) === 32 && isLetter(classAt(at + 1))) flags++;
      } else if ((byteAt(at + 1) | 32) === 116 && (byteAt(at - 1) | 32) === 110) bits |= SIGNAL.not;
      at++;
    }
  }
  into.signals = flags > 1 ? bits | ASIDE.flags : bits;
}

/** What a word tells of whose first letters are `key`; `at` is where what follows them stands. */
function stemSignal(key: number, at: number): number {
  let bits = 0;
  for (const { rest, bits: found } of BY_KEY.get(key) ?? []) if (startsWith(at, rest)) bits |= found;
  return bits;
}

function startsWith(at: number, rest: string): boolean {
  for (let i = 0; i < rest.length; i++) if ((byteAt(at + i) | 32) !== rest.charCodeAt(i)) return false;
  return true;
}

function digitSignal(at: number, before: number): number {
  if (byteAt(at) === 48 && before !== DIGIT) return ASIDE.zero;
  const code = before > CAPITAL && before < DIGIT && classAt(at + 1) === DIGIT && classAt(at + 2) === DIGIT;
  return code ? SIGNAL.code : 0;
}

function foreignSignal(part: string): number {
  return (
    (PASSED.test(part) ? ASIDE.pass : 0) |
    (SIGNS.test(part) ? SIGNAL.sign : 0) |
    (LETTERS.test(part) ? SIGNAL.foreign : 0)
  );
}

function placeSignal(at: number): number {
  let i = at + 1;
  while (i < at + 8 && classAt(i) === DIGIT) i++;
  if (i === at + 1) return 0;
  const after = byteAt(i);
  if (after === 58 || after === 41 || after === 44) return SIGNAL.place;
  return after === 32 && endsFileName(at) ? SIGNAL.place : 0;
}

/** True when what ends at `at` has the ending of a file name. */
function endsFileName(at: number): boolean {
  let i = at - 1;
  while (i > at - 8 && isLetter(classAt(i))) i--;
  return byteAt(i) === 46 && i < at - 1 && i > 0;
}

function startSignal(): number {
  if (classAt(0) === DIGIT) {
    let i = 1;
    while (i < 6 && classAt(i) === DIGIT) i++;
    return byteAt(i) === 41 || byteAt(i) === 46 ? SIGNAL.start : 0;
  }
  const first = byteAt(0);
  const second = byteAt(1);
  const drawn =
    first === 33 ||
    first === 45 ||
    first === 61 ||
    first === 95 ||
    first === 42 ||
    first === 35 ||
    first === 43 ||
    first === 126;
  if (drawn) return second === first ? SIGNAL.start : 0;
  return first === 69 && second === 32 ? SIGNAL.start : 0;
}

/** FNV-1a of the first 60 bytes and of the first word. */
function hashes(end: number, into: LineSigns): void {
  let value = 0x811c9dc5;
  let prefix = 0;
  let digit = false;
  const last = Math.min(end, 60);
  for (let i = 0; i < last; i++) {
    const byte = byteAt(i);
    const isDigit = byte >= 48 && byte <= 57;
    if (isDigit && digit) continue;
    digit = isDigit;
    if (prefix === 0 && (byte === 32 || i >= 24)) prefix = value;
    value = Math.imul(value ^ (isDigit ? 48 : byte), 0x01000193);
  }
  into.template = value;
  into.prefix = prefix === 0 ? value : prefix;
}
