import { textWidth } from './width.ts';

/** Columns between tab stops, as terminals set them. */
const TAB = 8;

/**
 * Escape sequences, 7-bit and 8-bit (ECMA-48; xterm's control sequences), each branch linear: CSI; OSC, DCS, SOS, PM and
 * APC with their terminator; any other escape. A string without its terminator loses its introducer alone: it must not
 * eat the text that follows.
 */
const SEQUENCES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])(?:[^\x00-\x08\x0a-\x1f\x7f-\x9f]*(?:\x07|\x1b\\|\x9c))?|\x1b[ -/]*[0-~]?/g;

/**
 * What takes no cell or turns the writing direction: C0 and C1 controls, soft hyphen, bidi controls, zero-width spaces and
 * joiners, variation selectors, interlinear marks, tags. Joined emoji come apart, and their width is certain.
 */
const UNSEEN =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;

/** Text without any of these is clean as it is: the common case, decided in one scan. */
const SUSPECT =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]|[\ufe00-\ufe0f]/;

/**
 * One line of untrusted text (no line feed) as a terminal would leave it, safe to draw: no escape sequence, no control,
 * no invisible character; tabs as spaces; after a carriage return the last version that says something. Linear in its
 * length.
 */
export function cleanLine(line: string): string {
  if (!SUSPECT.test(line)) return line;
  const plain = settle(line.replace(SEQUENCES, '')).toWellFormed();
  return expandTabs(plain.replace(/[\u2028\u2029]/g, ' ')).replace(UNSEEN, '');
}

/** Untrusted text as clean lines, split at line feeds (CR LF is one line end). A final line end adds no empty line. */
export function cleanLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map(cleanLine);
}

/** Untrusted text for one row: its lines cleaned and joined with spaces. */
export function cleanInline(text: string): string {
  return SUSPECT.test(text) ? cleanLines(text).join(' ') : text;
}

/** A carriage return starts the line again; a backspace takes away what stood before it once something is written there. */
function settle(line: string): string {
  if (!/[\r\b]/.test(line)) return line;
  const versions = line.split('\r');
  const last = versions.findLast((version) => version.trim() !== '') ?? versions.at(-1) ?? '';
  return last.includes('\b') ? applyBackspaces(last) : last;
}

function applyBackspaces(text: string): string {
  const kept: string[] = [];
  let back = 0;
  for (const c of text) {
    if (c === '\b') back += 1;
    else {
      kept.length = Math.max(0, kept.length - back);
      back = 0;
      kept.push(c);
    }
  }
  return kept.join('');
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  const parts = text.split('\t');
  let out = parts[0] ?? '';
  let column = textWidth(out.replace(UNSEEN, ''));
  for (const part of parts.slice(1)) {
    const gap = TAB - (column % TAB);
    out += ' '.repeat(gap) + part;
    column += gap + textWidth(part.replace(UNSEEN, ''));
  }
  return out;
}
