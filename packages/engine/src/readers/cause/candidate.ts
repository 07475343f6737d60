import { isStrong, type LineKind } from './line-kind.ts';
import { isDullLine, type LineFacts, type LineRing } from './line-ring.ts';
import { CONTEXT_POINTS as CONTEXT, KIND_POINTS, TRAIT_POINTS } from './weights.ts';

/** Lines after a candidate that are looked at before it is judged, and that an excerpt of it may hold. */
export const LINES_AHEAD = 16;
const LINES_BEHIND = 3;
const HEADING_BEHIND = 12;

/** How many lines a common first word has, and how many a rare one has at the most. */
const COMMON = 10;
const RARE = 3;

/** Points of each set of traits. */
const TRAIT_SUMS = Float64Array.from({ length: 256 }, (_, traits) =>
  TRAIT_POINTS.reduce((sum, [bit, points]) => ((traits & bit) === 0 ? sum : sum + points), 0),
);

/** A line that may be the cause, with what an excerpt around it would hold. */
export interface Candidate {
  line: number;
  kind: LineKind;
  /** Points of the line itself and of its neighbours. */
  points: number;
  /** Points of its place in its section, which count when that section is the one that failed. */
  sectionPoints: number;
  prefix: number;
  template: number;
  /** Lines of this shape, itself included. */
  alike: number;
  /** The first and last line of what an excerpt of it would hold. */
  from: number;
  to: number;
  /** The heading or the first line of its block, when that is before `from`; else 0. */
  heading: number;
}

/** True when the first word of a line is rare where the two lines above it start with common words. */
export function deviates(ring: LineRing, facts: LineFacts): boolean {
  if (facts.prefixCount >= RARE) return false;
  const above = ring.neighbour(facts.number, -1);
  if (above === null || above.prefixCount < COMMON) return false;
  const before = ring.neighbour(above.number, -1);
  return before !== null && before.prefixCount >= COMMON;
}

/** Points of a line for what it is and for what stands around it. */
export function linePoints(ring: LineRing, facts: LineFacts): number {
  let points = KIND_POINTS[facts.kind] + (TRAIT_SUMS[facts.traits] ?? 0);
  const previous = ring.at(facts.number - 1);
  if (previous === null || previous.blank) points += CONTEXT.afterBlank;
  if (previous?.rule) points += CONTEXT.afterRule;
  if (facts.indent === 0) points += CONTEXT.flushLeft;
  if (facts.colon) points += CONTEXT.endsWithColon;
  if (deviates(ring, facts)) points += CONTEXT.deviates;
  return points + pointsFromAbove(ring, facts, previous) + pointsFromBelow(ring, facts);
}

function pointsFromAbove(ring: LineRing, facts: LineFacts, previous: LineFacts | null): number {
  const above = ring.neighbour(facts.number, -1);
  if (above === null) return 0;
  let points = 0;
  if (above.mark === 'begin') points += CONTEXT.afterCommand;
  if (above.kind === 'summary' || above.kind === 'ruler') points += CONTEXT.afterHeading;
  if (above === previous && isStrong(above.kind)) points += CONTEXT.afterStrong;
  if (above.kind === facts.kind && above.prefix === facts.prefix) points += CONTEXT.repeatsLineAbove;
  return points;
}

function pointsFromBelow(ring: LineRing, facts: LineFacts): number {
  let points = 0;
  const below = ring.neighbour(facts.number, 1);
  if (below?.kind === 'frame') points += CONTEXT.aboveFrame;
  if (below?.kind === 'wrapper' && facts.kind !== 'wrapper') points += CONTEXT.aboveWrapper;
  if (below !== null && below.indent > facts.indent) points += CONTEXT.aboveDeeper;
  for (let n = facts.number + 1, seen = 0; seen < 5; n++) {
    const next = ring.at(n);
    if (next === null) break;
    if (next.blank) continue;
    seen++;
    if (isStrong(next.kind) && next.template !== facts.template) return points + CONTEXT.aboveStrong;
  }
  return points;
}

/** The candidate for a line that the ring still holds, with `LINES_AHEAD` lines after it where there are as many. */
export function candidateAt(ring: LineRing, facts: LineFacts, points: number): Candidate {
  const from = firstLine(ring, facts.number, LINES_BEHIND);
  const heading = facts.heading === 0 ? firstLine(ring, facts.number, HEADING_BEHIND) : facts.heading;
  return {
    line: facts.number,
    kind: facts.kind,
    points,
    sectionPoints: 0,
    prefix: facts.prefix,
    template: facts.template,
    alike: 1,
    from,
    to: lastLine(ring, facts.number),
    heading: heading < from ? heading : 0,
  };
}

/** The first line of the block that `line` belongs to, at most `most` lines before it. */
function firstLine(ring: LineRing, line: number, most: number): number {
  let first = line;
  for (let n = line - 1; n >= line - most; n--) {
    const facts = ring.at(n);
    if (facts === null || facts.blank || isDullLine(facts)) break;
    first = n;
  }
  return first;
}

/** The last line that belongs to what `line` says: until work goes on, a command begins or three blank lines follow. */
function lastLine(ring: LineRing, line: number): number {
  let last = line;
  let blanks = 0;
  for (let n = line + 1; n <= line + LINES_AHEAD; n++) {
    const facts = ring.at(n);
    if (facts === null || facts.mark === 'begin') break;
    if (facts.blank) {
      if (++blanks > 2) break;
      continue;
    }
    if (isDullLine(facts) && facts.kind !== 'frame') break;
    blanks = 0;
    last = n;
  }
  return last;
}
