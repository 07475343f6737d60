/** A place that a line of output names: rows and columns count from 1; `rest` is the text after it. */
export interface Place {
  file: string;
  row: number;
  column: number | null;
  /** What follows the place, its separator included (`: error: x`, ` - error`, ` C0114: x`). */
  rest: string;
  /** Blanks before the path. */
  indent: number;
}

const PATH_CHARACTERS = 512;
const EXTENSION = /\.[A-Za-z][\w+-]{0,15}$/;
const KNOWN_NAMES =
  /^(?:<[\w .-]{1,40}>|\w{0,20}(?:Make|make|Docker|docker|Jenkins|Vagrant|Gem|Pod|Rake|Fast|Brew|Proc|Guard|Just)file|BUILD|WORKSPACE|SConstruct|configure|\.env[\w.]{0,20})$/;
const HOST = /^(?:[\w-]+\.)+(?:com|net|org|io|dev|local|internal|cloud|app|co|example|test)$/i;
const CLOCK = /^\[?[\d\s:.,T-]*\]?$/;
const ROOTED = /^(?:\.{0,2}[\\/]|~\/|[A-Za-z]:[\\/])/;
const DRIVE = /^\/?[A-Za-z]:(?=[\\/])/;
const NEVER = /["'`*?|<>;]/;
const ODD = /[{}=,()]/;

const COLON_PLACE = /:(\d{1,7})(?:[:.](\d{1,5})(?!\.?\d))?(?:-\d{1,7}(?:[:.]\d{1,5})?)?(?=[:\s]|$)/y;
const SPAN_PLACE = /: ?\(?\((\d{1,7}), ?(\d{1,5})\)(?:-\(\d{1,7}, ?\d{1,5}\))?\)?/y;
const BRACKET_PLACE = /:? ?\[(\d{1,7})(?:, ?(\d{1,5}))?\]/y;
const PAREN_PLACE = / ?\((\d{1,7})(?:-\d{1,7})?(?:, ?(\d{1,5})(?:-\d{1,5})?(?:,\d{1,7},\d{1,5})?)?\)(?= ?:| |$)/y;

/**
 * `text` as a path when it looks like one, else null: it has a separator, a file extension or a known name. Blanks need a
 * root in front of them; quotes and shell characters rule it out.
 */
export function asPath(text: string): string | null {
  if (text.length === 0 || text.length > PATH_CHARACTERS) return null;
  const path = text.startsWith('file://') ? text.slice(7) : text;
  const blank = path.indexOf(' ');
  const rooted = ROOTED.test(path);
  if (blank !== -1 && !rooted && path.charCodeAt(0) !== 60 && !hasSeparator(path.slice(0, blank))) return null;
  if (KNOWN_NAMES.test(path)) return path;
  if (NEVER.test(path) || path.includes('\t') || path.indexOf(':', DRIVE.test(path) ? 3 : 0) !== -1) return null;
  if (CLOCK.test(path) || (blank !== -1 && / \d*$/.test(path))) return null;
  if (ODD.test(path) && !isOddPath(path, rooted)) return null;
  if (rooted || hasSeparator(path)) return path;
  return EXTENSION.test(path) && !HOST.test(path) ? path : null;
}

function hasSeparator(path: string): boolean {
  return path.includes('/') || path.includes('\\');
}

/** Route groups and installation folders hold brackets: then they are balanced, and blanks need a root. */
function isOddPath(path: string, rooted: boolean): boolean {
  const balanced = path.split('(').length === path.split(')').length;
  return balanced && (rooted || (EXTENSION.test(path) && !path.includes(' ')));
}

/**
 * The place at the start of `text` (after blanks): `p:r:c`, `p:r`, `p:r.c-d`, `p(r,c)`, `p (r)`, `p:[r,c]`, `p: (r, c)`.
 * A clock, a host with a port or any other `a:1:2` is none: what stands before the numbers has to look like a path.
 */
export function parsePlace(text: string): Place | null {
  let indent = 0;
  while (indent < text.length && (text.charCodeAt(indent) === 32 || text.charCodeAt(indent) === 9)) indent++;
  const limit = Math.min(text.length, indent + PATH_CHARACTERS);
  for (let at = indent + 1; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code !== 58 && code !== 40 && code !== 91) continue;
    const place = code === 58 ? atColon(text, at, indent) : atOpening(text, at, indent, code === 40);
    if (place !== null) return place;
  }
  return null;
}

function atOpening(text: string, at: number, indent: number, round: boolean): Place | null {
  const next = text.charCodeAt(at + 1);
  if (next < 48 || next > 57) return null;
  const from = text.charCodeAt(at - 1) === 32 ? at - 1 : at;
  return matchPlace(text, indent, from, round ? PAREN_PLACE : BRACKET_PLACE);
}

function atColon(text: string, at: number, indent: number): Place | null {
  const next = text.charCodeAt(at + 1);
  if (next >= 48 && next <= 57) return matchPlace(text, indent, at, COLON_PLACE);
  if (next === 40 || (next === 32 && text.charCodeAt(at + 2) === 40)) return matchPlace(text, indent, at, SPAN_PLACE);
  return next === 91 || (next === 32 && text.charCodeAt(at + 2) === 91)
    ? matchPlace(text, indent, at, BRACKET_PLACE)
    : null;
}

function matchPlace(text: string, indent: number, at: number, pattern: RegExp): Place | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return null;
  const file = asPath(text.slice(indent, at));
  if (file === null) return null;
  const column = found[2] === undefined ? null : Number(found[2]);
  return { file, row: Number(found[1]), column, rest: text.slice(at + found[0].length), indent };
}
