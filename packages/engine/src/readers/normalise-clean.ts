/** Longest text, in UTF-16 units, that any pattern of a reader ever sees of one line. */
const MATCHED_CHARACTERS = 8192;

/** Escape sequences may take most of a coloured line, so this much is cleaned before the cut to `MATCHED_CHARACTERS`. */
const CLEANED_CHARACTERS = 65_536;

/** Scans fastest, and most lines pass it. */
const NOT_PRINTABLE_ASCII = /[^\t\x20-\x7e]/;
const UNCLEAN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2060\ufeff]/;
const ESCAPES = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]', // CSI
    '\\x1b[\\]PX^_][^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)', // OSC, DCS, SOS, PM, APC up to BEL or ST
    '\\x1b[ -/]+[0-~]', // charset and other sequences with an intermediate byte, such as ESC ( B
    '\\x1b[0-~]', // ESC = ESC > ESC 7 ESC 8 and the rest
  ].join('|'),
  'g',
);
const CURSOR_MOVES = /(?:\x1b\[|\x9b)\d{0,3}[GC]/;
const COLUMN_ONE = /(?:\x1b\[|\x9b)[01]?G/g;
const CURSOR_FORWARD = /(?:\x1b\[|\x9b)(\d{0,3})C/g;
const CONTROLS = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b-\u200f\u2060\ufeff]/g;
const LINE_CLEARED = /\r\x1b\[[0-2]?K/g;

/**
 * One stored line (without its LF) as a terminal would leave it: the last carriage-return state, backspaces applied,
 * escape sequences (ECMA-48) and control characters gone, at most 8,192 characters. Never throws.
 */
export function cleanLine(raw: string): string {
  // Two readers clean the same line, one right after the other.
  if (raw !== lastRaw) {
    lastCleaned = cleaned(raw);
    lastRaw = raw;
  }
  return lastCleaned;
}

let lastRaw = '';
let lastCleaned = '';

function cleaned(raw: string): string {
  const end = raw.length - 1;
  let text = end >= 0 && raw.charCodeAt(end) === 13 ? raw.slice(0, end) : raw;
  if (text.length > CLEANED_CHARACTERS) text = lastState(text);
  if (text.length > CLEANED_CHARACTERS) text = text.slice(0, CLEANED_CHARACTERS);
  if (NOT_PRINTABLE_ASCII.test(text) && UNCLEAN.test(text)) text = cleanControls(text);
  return text.length > MATCHED_CHARACTERS ? text.slice(0, MATCHED_CHARACTERS) : text;
}

function cleanControls(raw: string): string {
  let text = raw;
  if (CURSOR_MOVES.test(text)) {
    text = text.replace(COLUMN_ONE, '\r').replace(CURSOR_FORWARD, (_, count) => ' '.repeat(Number(count || 1)));
  }
  text = lastState(text);
  text = text.replace(ESCAPES, '');
  if (text.includes('\b')) text = applyBackspaces(text);
  return UNCLEAN.test(text) ? text.replace(CONTROLS, '') : text;
}

/** The text after the last carriage return that something visible follows; a cleared line keeps nothing before it. */
function lastState(raw: string): string {
  if (!raw.includes('\r')) return raw;
  let start = 0;
  for (const match of raw.matchAll(LINE_CLEARED)) start = match.index + match[0].length;
  let end = raw.length;
  while (end > start) {
    const at = raw.lastIndexOf('\r', end - 1);
    const from = at < start ? start : at + 1;
    const state = raw.slice(from, end);
    if (isVisible(state)) return state;
    end = Math.max(at, start);
  }
  return '';
}

function isVisible(text: string): boolean {
  if (text.length > CLEANED_CHARACTERS) return true;
  return text.replace(ESCAPES, '').replace(CONTROLS, '').trim() !== '';
}

function applyBackspaces(text: string): string {
  const kept: string[] = [];
  for (const character of text) {
    if (character === '\b') kept.pop();
    else kept.push(character);
  }
  return kept.join('');
}
