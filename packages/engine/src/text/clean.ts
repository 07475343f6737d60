/**
 * Escape sequences in one alternation, each branch linear: CSI; OSC to BEL, ST or the end of the line when unterminated;
 * DCS, SOS, PM, APC likewise; charset selection; any other two-byte escape. 8-bit C1 forms beside the 7-bit ones.
 * Source: ECMA-48, and xterm's control sequences.
 */
const ESCAPES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;

/** Text without any of these is clean as it is: the common case, decided in one scan. */
const NEEDS_CLEANING = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** A line that could be taken for wisp's own marker, note or frame. */
const FORGED = /^(?=\s*\[(?:…|held back|wisp)|(?:stdout|stderr):$|exit status: |ended by )/gim;

/**
 * One line as a terminal would leave it: a carriage return starts the line again (a progress bar shows its last state), a
 * backspace takes a character away. The line has no line feed; its own final carriage return (CRLF) is dropped.
 */
function settle(line: string): string {
  let text = line;
  if (text.includes('\r')) {
    const end = text.replace(/\r+$/, '');
    text = end.slice(end.lastIndexOf('\r') + 1);
  }
  if (!text.includes('\b')) return text;
  const kept: string[] = [];
  for (const c of text) {
    if (c === '\b') kept.pop();
    else kept.push(c);
  }
  return kept.join('');
}

/**
 * Output as the model is shown it: no escape sequences, progress bars at their last state, any other control character as
 * its visible picture (U+2400 block), tabs and line feeds kept. Works on whole lines or on a part of one.
 */
export function cleanOutput(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return text.replace(ESCAPES, '').split('\n').map(settle).join('\n').replace(CONTROL, picture);
}

/** The visible picture of a control character. */
function picture(c: string): string {
  const code = c.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
}

/** What may yet become an escape sequence, at the end of a text; and a carriage return that a line feed may follow. */
const UNFINISHED =
  /(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*\x1b?|\x1b[ -/]*|\r)$/;

/** Longest sequence that is waited for, in characters; what is longer is cleaned as it stands. */
const LONGEST_UNFINISHED = 4_096;

/** Cleans a text that comes in fragments: a sequence that a fragment ends inside waits for the next one. */
export class FragmentCleaner {
  readonly #clean: (text: string) => string;
  #open = '';

  /** `clean` is what is done to text whose sequences are whole. */
  constructor(clean: (text: string) => string = cleanOutput) {
    this.#clean = clean;
  }

  push(fragment: string): string {
    const text = this.#open + fragment;
    const near = Math.max(0, text.length - LONGEST_UNFINISHED);
    const open = UNFINISHED.exec(text.slice(near));
    const end = open ? near + open.index : text.length;
    this.#open = text.slice(end);
    return this.#clean(text.slice(0, end));
  }

  /** What is left when nothing more comes. */
  end(): string {
    const rest = this.#clean(this.#open);
    this.#open = '';
    return rest;
  }
}

/** Selects how characters look and nothing else: SGR. */
const COLOUR = /^(?:\x1b\[|\x9b)[0-9;:]*m$/;

/** The control characters, but for ESC: what is left of escape sequences selects colours. */
const CONTROL_BUT_ESCAPE = /[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]/g;

/** Output as a pager is given it: as `cleanOutput`, but that colours stay. */
export function cleanKeepingColours(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return text
    .replace(ESCAPES, (sequence) => (COLOUR.test(sequence) ? sequence.replace('\x9b', '\x1b[') : ''))
    .split('\n')
    .map(settle)
    .join('\n')
    .replace(CONTROL_BUT_ESCAPE, picture);
}

/**
 * Puts a backslash before every line that could be taken for wisp's own words, so that output can not forge a note
 * (features C9).
 */
export function disarm(text: string): string {
  return text.replace(FORGED, '\\');
}

/** The 7-bit escape sequences alone: among bytes of UTF-8 an 8-bit one can not be told from a part of a character. */
const BYTE_ESCAPES = /\x1b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-~]?)/g;

/** The offset just after the escape sequence of `bytes` that a cut at `at` would fall into; else `at`. */
export function pastEscape(bytes: Uint8Array, at: number): number {
  const from = Math.max(0, at - 64);
  const near = Buffer.from(bytes.subarray(from, Math.min(bytes.length, at + 64))).toString('latin1');
  for (const match of near.matchAll(BYTE_ESCAPES)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (start < at && end > at) return end;
  }
  return at;
}
