import { setImmediate } from 'node:timers/promises';
import type { Place, RecallClauses } from '../budget/ways.ts';
import { clip } from '../text/format.ts';
import { type Extent, extentOf } from './extent.ts';
import { MatchFrame, PATTERN_BYTES } from './match-frame.ts';
import { MatchList } from './match-list.ts';
import { type Pattern, readPattern } from './pattern.ts';
import { Places, STEP } from './places.ts';
import { WHOLE, type Wrong } from './request.ts';
import { type Row, shownText } from './rows.ts';
import { Search } from './search.ts';
import { SearchStopped } from './search-worker.ts';
import { nameOf, type Reader, SMALLEST_ROOM, type Subject } from './subject.ts';
import { type Unit, unitsOf } from './units.ts';

/** One page of the lines that match. */
export interface MatchPage {
  rows: Row[];
  /** Lines that match, in all of what was asked for. */
  lines: number;
  /** Matches: the same, but that every place of a long line counts. */
  total: number;
  /** Matches before this page, and after it. */
  before: number;
  rest: number;
  next: Place | null;
  /** Why the pattern was taken literally; null when it was a regular expression. */
  literal: string | null;
  /** The answer as its reader sees it, within the room. */
  text: string;
}

/** Milliseconds of searching after which others have their turn. */
const TURN = 5;

/**
 * A page of the lines of an output that match (features E2): as they are shown, numbered in the whole, with the count of all
 * and of the rest. A pattern that takes too long is answered with a sentence. Throws the signal's reason when it is raised.
 */
export async function matchPage(
  subject: Subject,
  clauses: RecallClauses & { pattern: string },
  reader: Reader,
  signal: AbortSignal,
): Promise<MatchPage | Wrong> {
  const { id, lines } = subject.stored.record;
  const extent = lines === 0 ? null : extentOf(subject.stored, clauses);
  const wrong = (problem: string, instead: RecallClauses): Wrong => ({
    problem,
    example: { action: 'recall', target: { output: id }, clauses: instead },
  });
  if (extent === null) return wrong(`${nameOf(subject)} is empty: there is nothing to match`, WHOLE);
  if ('problem' in extent) return wrong(extent.problem, extent.instead);
  const pattern = readPattern(clauses.pattern);
  const frame = new MatchFrame(subject, clauses, pattern, reader);
  const list = new MatchList(extent.from, Math.max(SMALLEST_ROOM, reader.room) - frame.largest);
  try {
    await collect(subject, extent, pattern, list, signal);
  } catch (error) {
    if (!(error instanceof SearchStopped)) throw error;
    const word = clauses.pattern.match(/[\p{L}\p{N}_]{3,}/gu)?.sort((a, b) => b.length - a.length)[0];
    const problem = `the pattern ${clip(clauses.pattern, PATTERN_BYTES)} was stopped: ${error.message} over this output. Leave repetition inside repetition out, or match plain words`;
    return wrong(problem, { ...clauses, pattern: word ?? 'error', from: null });
  }
  const { rows, before, total, next } = list;
  const rest = total - before - rows.length;
  return {
    rows,
    lines: list.lines,
    total,
    before,
    rest,
    next,
    literal: pattern.literal,
    text: frame.around(list, rest),
  };
}

/** Searches all of the part that was asked for. */
async function collect(
  { stored }: Subject,
  extent: Extent,
  pattern: Pattern,
  list: MatchList,
  signal: AbortSignal,
): Promise<void> {
  const search = new Search(pattern, signal);
  try {
    let turn = performance.now();
    for (const unit of unitsOf(stored, extent)) {
      signal.throwIfAborted();
      await searchUnit(unit, search, list);
      if (performance.now() - turn < TURN) continue;
      await setImmediate();
      turn = performance.now();
    }
  } finally {
    search.close();
  }
}

async function searchUnit(unit: Unit, search: Search, list: MatchList): Promise<void> {
  if (unit.kind === 'lines') {
    const asked = search.lines(unit.text);
    const found = Array.isArray(asked) ? asked : await asked;
    for (let i = 0; i < found.length; i += 3) {
      const line = unit.firstLine + (found[i] ?? 0);
      const [start, end] = [found[i + 1], found[i + 2]];
      list.lines++;
      list.add(line, 1, () => ({ line, byte: 1, text: shownText(unit.text.slice(start, end)) }));
    }
    return;
  }
  const asked = search.places(unit.text, STEP);
  const found = Array.isArray(asked) ? asked : await asked;
  const places = new Places(unit);
  if (found.length > 0) list.lines++;
  for (const index of found) {
    const byte = places.byteOf(index);
    list.add(unit.line, byte, () => places.rowAt(byte));
  }
}
