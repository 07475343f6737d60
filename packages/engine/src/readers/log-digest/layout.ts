import { ATOM, MOST_ATOMS } from './atom-shapes.ts';

/** The fields that the lines of one log begin with. `anchors[i]` is the kind that field i must have, or -1 for any. */
export interface Layout {
  anchors: readonly number[];
  /** Weak fields end the header of a line that lacks them; strong ones say that the line has no header at all. */
  strong: readonly boolean[];
  /** A field that ends the header within a few more fields: a name with its colon, or a lone mark; -1 for none. */
  seek: number;
  /** Fields before that one in most lines: they belong to the header of a line that lacks it (a host name). */
  seekGap: number;
  timed: boolean;
}

/** The fields of one line. */
export interface Sampled {
  kinds: Uint8Array;
  /** The text of each field, to see whether a column of words takes few values. */
  words: string[];
}

/** Fields among which the one that ends the header is looked for. */
export const SEEK_WITHIN = 3;
const MOST_GAP = 4;

export function isSame(left: Layout, right: Layout): boolean {
  return left.seek === right.seek && left.anchors.join() === right.anchors.join();
}

export function matchesLayout(line: Sampled, layout: Layout): boolean {
  return layout.strong.every((strong, i) => !strong || line.kinds[i] === layout.anchors[i]);
}

/** The layout of most of `lines`, or null when they begin with no common fields. */
export function inferLayout(lines: readonly Sampled[]): Layout | null {
  const anchors: number[] = [];
  const strong: boolean[] = [];
  let alive = lines;
  let fixed = 0;
  let timed = false;
  let sourced = false;
  for (let column = 0; column < MOST_ATOMS && column - fixed <= MOST_GAP; column++) {
    const gap = column - fixed;
    const found = anchorAt(alive, column, gap, anchors);
    if (found === null) continue;
    while (anchors.length < column) {
      anchors.push(-1);
      strong.push(false);
    }
    anchors.push(found.kind);
    strong.push(found.strong);
    fixed = column + 1;
    if (found.strong) alive = alive.filter((line) => line.kinds[column] === found.kind);
    if (found.kind === ATOM.time) timed = true;
    if (found.kind === ATOM.source) {
      sourced = true;
      break;
    }
  }
  const seek = sourced ? null : seekFor(alive, fixed);
  const laned = anchors[1] === ATOM.mark && isLane(lines);
  if (!timed && !sourced && !laned && !anchors.includes(ATOM.level)) return null;
  return { anchors, strong, seek: seek?.kind ?? -1, seekGap: seek?.gap ?? 0, timed };
}

interface Anchor {
  kind: number;
  strong: boolean;
}

function anchorAt(lines: readonly Sampled[], column: number, gap: number, before: readonly number[]): Anchor | null {
  const counts = new Float64Array(7);
  for (const line of lines) {
    const kind = line.kinds[column];
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const share = (kind: number): number => (counts[kind] ?? 0) / Math.max(1, lines.length);
  const near = gap === 0;
  if (near ? share(ATOM.time) >= 0.3 : shareOfDates(lines, column) >= 0.8 && isBridge(lines, column - gap, column)) {
    return { kind: ATOM.time, strong: true };
  }
  const begun = before.includes(ATOM.time) || before.includes(ATOM.level);
  const certain = (near && begun) || isLevelColumn(lines, column);
  if (share(ATOM.level) >= (near ? 0.3 : 0.85) && certain) return { kind: ATOM.level, strong: true };
  if (near && share(ATOM.number) >= 0.9) return { kind: ATOM.number, strong: false };
  if (near && share(ATOM.mark) >= 0.9) return { kind: ATOM.mark, strong: false };
  if (column === 1 && share(ATOM.mark) >= 0.9 && lines.length > 2 && isLane(lines))
    return { kind: ATOM.mark, strong: false };
  if (!begun) return null;
  if (gap <= 1 && share(ATOM.mark) >= 0.9) return { kind: ATOM.mark, strong: false };
  if (share(ATOM.bracket) >= 0.95 && (near || (gap === 1 && isNameColumn(lines, column - 1)))) {
    return { kind: ATOM.bracket, strong: false };
  }
  if (near && share(ATOM.source) >= 0.7) return { kind: ATOM.source, strong: false };
  return null;
}

/** `web-1  |`: the name of a task before a bar. */
function isLane(lines: readonly Sampled[]): boolean {
  return isNameColumn(lines, 0) && lines.filter((line) => line.words[1] === '|').length >= lines.length * 0.9;
}

/** What stands before a date is a header when it varies, as names do, or is no word; the words of one message are not. */
function isBridge(lines: readonly Sampled[], from: number, to: number): boolean {
  if (to - from <= 1) return true;
  for (let column = from; column < to; column++) {
    if (lines.every((line) => line.kinds[column] !== ATOM.word)) return true;
    if (new Set(lines.map((line) => line.words[column])).size > 1) return true;
  }
  return false;
}

/** With no time before it, or behind other words, a level is a header's when it varies or begins with a capital. */
function isLevelColumn(lines: readonly Sampled[], column: number): boolean {
  const words = new Set<string>();
  for (const line of lines) if (line.kinds[column] === ATOM.level) words.add(line.words[column] ?? '');
  return words.size > 1 || [...words].some((word) => /^[A-Z]/.test(word));
}

/** Behind other words only a date begins a header: a clock alone may be part of a message. */
function shareOfDates(lines: readonly Sampled[], column: number): number {
  const dated = lines.filter((line) => line.kinds[column] === ATOM.time && !/^\d{1,2}:/.test(line.words[column] ?? ''));
  return dated.length / Math.max(1, lines.length);
}

/** A column of words that names something: few values, or dotted as class and module names are. */
function isNameColumn(lines: readonly Sampled[], column: number): boolean {
  const values = new Set<string>();
  let dotted = 0;
  for (const line of lines) {
    const word = line.words[column] ?? '';
    values.add(word);
    if (/[\w$][.:][\w$]/.test(word)) dotted++;
  }
  return dotted >= lines.length * 0.9 || values.size <= Math.max(1, lines.length * 0.1);
}

/** The kind of field that ends the header within a few fields after `from` in nearly all lines. */
function seekFor(lines: readonly Sampled[], from: number): { kind: number; gap: number } | null {
  for (const [kind, enough] of [
    [ATOM.source, 0.7],
    [ATOM.mark, 0.9],
  ] as const) {
    const gaps = new Float64Array(SEEK_WITHIN);
    let found = 0;
    for (const line of lines) {
      const at = line.kinds.indexOf(kind, from);
      if (at === -1 || at >= from + SEEK_WITHIN) continue;
      found++;
      gaps[at - from] = (gaps[at - from] ?? 0) + 1;
    }
    if (found < lines.length * enough) continue;
    const gap = gaps.indexOf(Math.max(...gaps));
    if (kind === ATOM.source && gap > 1) continue;
    return { kind, gap: kind === ATOM.source ? gap : 0 };
  }
  return null;
}
