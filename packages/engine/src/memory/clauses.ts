import type { Place, RecallClauses, Scope } from '../budget/ways.ts';

/** Longest text that clauses without a pattern can have; what is longer is none, and is not tried. */
const LONGEST_CLAUSES = 160;

interface Draft {
  scope: Scope | null;
  from: Place | null;
}

/** A shape at a place of the text, in any case; a space stands for white space, and so does an optional one. */
const shape = (source: string): RegExp =>
  new RegExp(source.replaceAll(' ?', '\\s{0,4}').replaceAll(' ', '\\s{1,4}'), 'iy');

/** A count; `1,204` is one, and never the two numbers of a range. */
const N = '#?(\\d{1,3}(?:[,_]\\d{3})+|\\d+(?![,_]\\d{3}\\b))(?!\\w)';
const TO = ' ?(?:-|–|—|to|through|until|\\.\\.|,) ?(?:line )?';
const BYTE = `(?:,? ?(?:at )?byte[:=]? ?${N})?`;
const ON = '(?: ?-| on(?:wards?)?)';

/** The clauses besides `matching`, each with what it adds; the first that reads wins. */
const CLAUSES: readonly (readonly [RegExp, (a: number, b: number | null) => Partial<Draft>])[] = [
  [
    shape(`(?:from )?(?:lines?[:=]? ?|from ?)${N}${TO}${N}`),
    (a, b) => ({ scope: { kind: 'lines', from: Math.min(a, b ?? a), to: Math.max(a, b ?? a) } }),
  ],
  [shape(`(?:head|first)[:=]? ?(?:-n? ?)?${N}(?: lines?)?`), (a) => ({ scope: { kind: 'head', count: a } })],
  [shape(`(?:tail|last)[:=]? ?(?:-n? ?)?${N}(?: lines?)?`), (a) => ({ scope: { kind: 'tail', count: a } })],
  [
    shape(`(?:(?:starting )?(?:from|at)[:=]? ?)?line[:=]? ?${N}${BYTE}${ON}?`),
    (a, b) => ({ from: { line: a, byte: b ?? 1 } }),
  ],
  [shape(`(?:starting )?from[:=]? ?${N}${BYTE}${ON}?`), (a, b) => ({ from: { line: a, byte: b ?? 1 } })],
  [shape(`lines[:=]? ?${N}${ON}`), (a) => ({ from: { line: a, byte: 1 } })],
  [shape(`lines[:=]? ?${N}`), (a) => ({ scope: { kind: 'lines', from: a, to: a } })],
  [shape(`(?:from )?byte[:=]? ?${N}`), (a) => ({ from: { line: 1, byte: a } })],
];

const BETWEEN = /(?:[\s,;.]|and\s|then\s|with\s|the\s|only\s)*/iy;
const MATCHING = shape('(?:lines )?(?:that )?(?:matching|match(?:es)?|grep|filter)(?:[:=]|(?=\\s|$))');
const STARTS_CLAUSE = /^(?:and\s)?(?:starting|from|at|lines?|head|first|tail|last|byte)\b/i;

/** What `text` asks of a recall, or the part of it that no clause reads. A pattern that is missing is an empty one. */
export function readClauses(text: string): RecallClauses | { unread: string } {
  return read(text, (before, at) => withPattern(before, text.slice(at).trim()));
}

/** Reads clause after clause; `onPattern` is given what was read and where a pattern begins. */
function read<T>(text: string, onPattern: (draft: Draft, at: number) => T): RecallClauses | T | { unread: string } {
  const draft: Draft = { scope: null, from: null };
  for (let at = 0; ; ) {
    at = endOf(BETWEEN, text, at) ?? at;
    if (at >= text.length) return { pattern: null, ...draft };
    const pattern = endOf(MATCHING, text, at);
    if (pattern !== null) return onPattern(draft, pattern);
    const clause = readOne(text, at);
    if (!clause || !add(draft, clause.part)) return { unread: text.slice(at).trim() };
    at = clause.end;
  }
}

/** Reads `PATTERN clauses`: a quoted pattern ends at the last quote that clauses may follow, a bare one where clauses begin. */
function withPattern(before: Draft, text: string): RecallClauses {
  const quote = { "'": "'", '"': '"', '`': '`', '“': '”' }[text[0] ?? ''];
  for (let at = quote ? text.lastIndexOf(quote) : 0; quote && at > 0; at = text.lastIndexOf(quote, at - 1)) {
    const whole = withClauses(before, text.slice(at + 1));
    if (whole) return { pattern: text.slice(1, at), ...whole };
  }
  if (withClauses(before, text)) return { pattern: '', ...before };
  const space = /\s/g;
  for (let gap = space.exec(text); gap; gap = space.exec(text)) {
    const after = text.slice(gap.index + 1);
    const whole = STARTS_CLAUSE.test(after) ? withClauses(before, after) : null;
    if (whole) return { pattern: text.slice(0, gap.index).trim(), ...whole };
  }
  return { pattern: text, ...before };
}

/** The draft with the clauses of `text`; null when they are none, or say again what it has. */
function withClauses(before: Draft, text: string): Draft | null {
  if (text.length > LONGEST_CLAUSES) return null;
  const clauses = read(text, () => null);
  if (clauses === null || 'unread' in clauses) return null;
  const whole = { ...before };
  return add(whole, clauses) ? whole : null;
}

/** Adds what a clause says; false when the draft has it already. */
function add(draft: Draft, part: Partial<Draft>): boolean {
  if ((part.scope && draft.scope) || (part.from && draft.from)) return false;
  draft.scope ??= part.scope ?? null;
  draft.from ??= part.from ?? null;
  return true;
}

function readOne(text: string, at: number): { part: Partial<Draft>; end: number } | null {
  for (const [clause, part] of CLAUSES) {
    clause.lastIndex = at;
    const match = clause.exec(text);
    const first = wholeNumber(match?.[1]);
    if (match && first !== null) return { part: part(first, wholeNumber(match[2])), end: clause.lastIndex };
  }
  return null;
}

function endOf(place: RegExp, text: string, at: number): number | null {
  place.lastIndex = at;
  return place.test(text) ? place.lastIndex : null;
}

/** A count from 1: `1,204` and `#12` too. 0 is taken for 1, which is what a count from 0 means by it. */
function wholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  return Math.max(1, Math.min(Number.MAX_SAFE_INTEGER, Number(text.replace(/[,_]/g, ''))));
}
