import type { Failure, TriageReport } from '../line.ts';
import type { Candidate } from './candidate.ts';
import { type Excerpt, shownBytes } from './excerpt.ts';
import type { LineKind } from './line-kind.ts';
import type { LineLengths } from './line-lengths.ts';
import { doublings, type Pool, type Section } from './section.ts';
import { KIND_POINTS, REACH_POINTS as REACH } from './weights.ts';

/** Lines before a failing exit that are offered as they are. */
const LINES_OF_END = 60;

/** Excerpts that are ever offered. */
const MOST_EXCERPTS = 60;

/** An excerpt worth less is not offered: the lines before the failing exit say more. */
const LEAST_SCORE = -1.2;

/** Points of a root cause that a known format states: the first, and what each later one has less, down to the last. */
const LEAD_POINTS = 4;
const LEAD_STEP = 0.4;
const LAST_LEAD_POINTS = 1.5;

/** Characters of a message that tell it from others of its tool. */
const SHAPE_CHARACTERS = 24;

/** Lines below a known failure that is no candidate of its own. */
const LEAD_LINES_AFTER = 3;

export interface Scanned {
  failed: readonly Section[];
  past: Pool;
  /** Lines of the output. */
  lines: number;
  lengths: LineLengths;
  report: TriageReport | null;
}

interface Scored extends Candidate {
  score: number;
}

/**
 * All excerpts in order of worth: each next one is the best when what is chosen already makes its like worth less. None
 * when nothing stands out: no line has words of failure, and no frame says where the run failed.
 */
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
    excerpts.push(toExcerpt(chosen, scanned.lengths));
  }
  const [first] = scanned.failed;
  const isFramed = first !== undefined && first.exit < scanned.lines;
  if (!isFramed && excerpts.every((excerpt) => !excerpt.mentions)) return [];
  if (first !== undefined && first.exit >= first.start) excerpts.splice(1, 0, endExcerpt(first, scanned.lengths));
  return excerpts;
}

function score({ failed, past }: Scanned): Scored[] {
  const firstExit = failed[0]?.exit ?? 0;
  const scored: Scored[] = [];
  for (const [i, section] of failed.entries()) {
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

function leadCandidate({ line, endLine, tool, message }: Failure, points: number, lines: number): Scored {
  const to = Math.min(lines, Math.max(endLine, line + LEAD_LINES_AFTER));
  return {
    line,
    kind: 'error',
    points,
    sectionPoints: 0,
    prefix: hash(tool),
    template: hash(`${tool} ${message.slice(0, SHAPE_CHARACTERS)}`),
    alike: 1,
    from: Math.max(1, line - 1),
    to,
    heading: 0,
    score: points + KIND_POINTS.error,
  };
}

const ANNOUNCING: ReadonlySet<LineKind> = new Set<LineKind>(['summary', 'ruler', 'numbered']);

function toExcerpt(c: Scored, lengths: LineLengths): Excerpt {
  const lineBytes = lengths.of(c.from, c.to);
  return {
    fromLine: c.from,
    toLine: c.to,
    anchorLine: c.line,
    why: c.kind,
    bytes: shownBytes(lineBytes),
    lineBytes,
    heading:
      c.heading === 0 ? null : { line: c.heading, bytes: lengths.of(c.heading, Math.min(c.from - 1, c.heading + 2)) },
    grows: 'around',
    announces: ANNOUNCING.has(c.kind),
    mentions: KIND_POINTS[c.kind] >= KIND_POINTS.demand,
  };
}

function endExcerpt({ start, exit }: Section, lengths: LineLengths): Excerpt {
  const fromLine = Math.max(start, exit - LINES_OF_END + 1);
  const lineBytes = lengths.of(fromLine, exit);
  return {
    fromLine,
    toLine: exit,
    anchorLine: exit,
    why: 'the last lines before the failing exit',
    bytes: shownBytes(lineBytes),
    lineBytes,
    heading: null,
    grows: 'above',
    announces: false,
    mentions: false,
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
