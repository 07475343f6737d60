import type { Failure, TriageReport } from '../line.ts';
import type { Candidate } from './candidate.ts';
import type { FailedEnd } from './cause-scan.ts';
import { type Excerpt, shownBytes } from './excerpt.ts';
import type { LineKind } from './line-kind.ts';
import { doublings, type Pool, type Section } from './section.ts';
import { KIND_POINTS, REACH_POINTS as REACH } from './weights.ts';

/** Excerpts that are ever offered. */
const MOST_EXCERPTS = 60;

/** An excerpt worth less is not offered: the lines before the failing exit say more. */
const LEAST_SCORE = -1.2;

/** Points of a root cause that a known format states: the first, and what each later one has less, down to the last. */
const LEAD_POINTS = 4;
const LEAD_STEP = 0.4;
const LAST_LEAD_POINTS = 1.5;

/** Lines around a known failure of which nothing else is known. */
const LEAD_LINES_AFTER = 3;
const GUESSED_LINE_BYTES = 80;

export interface Scanned {
  failed: readonly { section: Section; end: FailedEnd }[];
  past: Pool;
  /** Lines of the output. */
  lines: number;
  report: TriageReport | null;
}

interface Scored extends Candidate {
  score: number;
}

/** All excerpts in order of worth: each next one is the best when what is chosen already makes its like worth less. */
export function rankExcerpts(scanned: Scanned): Excerpt[] {
  const pool = score(scanned);
  addLeads(pool, scanned);
  const excerpts: Excerpt[] = [];
  const shapes = new Map<number, number>();
  const words = new Map<number, number>();
  const kinds = new Map<LineKind, number>();
  while (pool.length > 0 && excerpts.length < MOST_EXCERPTS) {
    let best = 0;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const [i, c] of pool.entries()) {
      const score =
        c.score +
        REACH.sameShape * (shapes.get(c.template) ?? 0) +
        REACH.sameWord * Math.min(6, words.get(c.prefix) ?? 0) +
        REACH.sameKind * Math.min(6, kinds.get(c.kind) ?? 0);
      if (score <= bestScore) continue;
      bestScore = score;
      best = i;
    }
    const [chosen] = pool.splice(best, 1);
    if (chosen === undefined || bestScore < LEAST_SCORE) break;
    shapes.set(chosen.template, (shapes.get(chosen.template) ?? 0) + 1);
    words.set(chosen.prefix, (words.get(chosen.prefix) ?? 0) + 1);
    kinds.set(chosen.kind, (kinds.get(chosen.kind) ?? 0) + 1);
    excerpts.push(toExcerpt(chosen));
  }
  const [first] = scanned.failed;
  if (first !== undefined && first.end.bytes.length > 0) excerpts.splice(1, 0, endExcerpt(first.end));
  return excerpts;
}

function score({ failed, past }: Scanned): Scored[] {
  const firstExit = failed[0]?.section.exit ?? 0;
  const scored: Scored[] = [];
  for (const [i, { section }] of failed.entries()) {
    const base = i === 0 ? REACH.firstFailed : REACH.laterFailed;
    for (const c of section.pool.candidates()) {
      const distance = REACH.distanceInside * doublings(section.exit - c.line);
      scored.push({ ...c, score: c.points + c.sectionPoints + base + distance + shapePoints(c) });
    }
  }
  for (const c of past.candidates()) {
    const base = c.line > firstExit ? REACH.after : REACH.before;
    const distance = REACH.distanceOutside * doublings(Math.abs(firstExit - c.line));
    scored.push({ ...c, score: c.points + base + distance + shapePoints(c) });
  }
  return scored.sort((a, b) => b.score - a.score || a.line - b.line);
}

function shapePoints(candidate: Candidate): number {
  return REACH.commonShape * doublings(candidate.alike - 1);
}

/** Raises the candidates that a known format names as root causes, and adds those that are none yet. */
function addLeads(pool: Scored[], { report, lines }: Scanned): void {
  if (report === null) return;
  for (const [i, group] of report.groups.entries()) {
    const failure = report.failures[group.lead];
    if (failure === undefined || failure.line > lines) continue;
    const points = Math.max(LAST_LEAD_POINTS, LEAD_POINTS - LEAD_STEP * i);
    const known = pool.find((c) => c.line === failure.line);
    if (known !== undefined) known.score += points;
    else pool.push(leadCandidate(failure, points, lines));
  }
}

function leadCandidate({ line, endLine }: Failure, points: number, lines: number): Scored {
  const to = Math.min(lines, Math.max(endLine, line + LEAD_LINES_AFTER));
  return {
    line,
    kind: 'error',
    points,
    sectionPoints: 0,
    prefix: line,
    template: line,
    alike: 1,
    from: Math.max(1, line - 1),
    to,
    bytes: Array.from({ length: to - Math.max(1, line - 1) + 1 }, () => GUESSED_LINE_BYTES),
    heading: null,
    score: points + KIND_POINTS.error,
  };
}

const ANNOUNCING: ReadonlySet<LineKind> = new Set<LineKind>(['summary', 'ruler', 'numbered']);

function toExcerpt(c: Scored): Excerpt {
  return {
    fromLine: c.from,
    toLine: c.to,
    anchorLine: c.line,
    why: c.kind,
    bytes: shownBytes(c.bytes),
    lineBytes: c.bytes,
    heading: c.heading,
    grows: 'around',
    announces: ANNOUNCING.has(c.kind),
    mentions: KIND_POINTS[c.kind] > 0,
  };
}

function endExcerpt({ line, bytes }: FailedEnd): Excerpt {
  return {
    fromLine: line - bytes.length + 1,
    toLine: line,
    anchorLine: line,
    why: 'the last lines before the failing exit',
    bytes: shownBytes(bytes),
    lineBytes: bytes,
    heading: null,
    grows: 'above',
    announces: false,
    mentions: false,
  };
}
