import { CLIPPED_LINE, type Excerpt } from './excerpt.ts';

/** A run of lines, from 1. */
export interface LineRange {
  fromLine: number;
  toLine: number;
}

/** Bytes that each gap costs, between runs and where a long line is clipped, and each line beside its own text. */
export interface Costs {
  gap: number;
  line: number;
}

const COSTS: Costs = { gap: 80, line: 7 };

/** The first excerpts show more around their anchor than the rest do. */
const WIDE_EXCERPTS = 2;
const HEADED_EXCERPTS = 5;

/** The room, in bytes, for which the limits below were measured; they grow with it. */
const MEASURED_ROOM = 3000;

interface Limits {
  bytes: number;
  above: number;
  below: number;
  /** Lines of the heading. */
  heading: number;
}

/**
 * Packs excerpts, given in order of worth, into `room` bytes: the runs of lines to show, by line, none overlapping or
 * touching. The first ones are shown with more lines around; what does not fit whole is cut to what fits at its anchor.
 */
export function chooseExcerpts(excerpts: readonly Excerpt[], room: number, costs: Costs = COSTS): LineRange[] {
  const packing = new Packing(room, costs);
  let rank = 0;
  for (const excerpt of excerpts) {
    if (packing.full) break;
    const isNew = !packing.has(excerpt.anchorLine);
    packing.grow(excerpt, limits(excerpt, rank, room));
    if (isNew && excerpt.grows === 'around') rank++;
  }
  const end = excerpts.find((e) => e.grows === 'above');
  if (end !== undefined) packing.grow(end, { bytes: room, above: end.lineBytes.length, below: 0, heading: 0 });
  return packing.ranges();
}

function limits(excerpt: Excerpt, rank: number, room: number): Limits {
  const scale = Math.max(1, room / MEASURED_ROOM);
  if (excerpt.grows === 'above') return { bytes: 400 * scale, above: excerpt.lineBytes.length, below: 0, heading: 0 };
  const wide = rank < WIDE_EXCERPTS;
  const below = wide || excerpt.announces ? 4 : 1;
  const heading = wide ? 3 : rank < HEADED_EXCERPTS ? 1 : 0;
  return { bytes: (wide ? 800 : 300) * scale, above: wide ? 2 : 1, below: Math.floor(below * scale), heading };
}

/** Lines chosen so far and the room that is left. */
class Packing {
  private readonly chosen = new Set<number>();
  private readonly costs: Costs;
  private left: number;

  constructor(room: number, costs: Costs) {
    this.left = room;
    this.costs = costs;
  }

  get full(): boolean {
    return this.left < this.costs.gap + this.costs.line;
  }

  has(line: number): boolean {
    return this.chosen.has(line);
  }

  /** Adds the anchor and then, while they fit, the lines around it. */
  grow(excerpt: Excerpt, limits: Limits): void {
    const floor = Math.max(0, this.left - limits.bytes);
    const { anchorLine, fromLine, toLine, heading } = excerpt;
    const add = (line: number) => this.add(line, excerpt.lineBytes[line - fromLine] ?? 0, floor);
    if (!add(anchorLine)) return;
    for (let n = anchorLine - 1; n >= Math.max(fromLine, anchorLine - limits.above); n--) if (!add(n)) return;
    for (const [i, bytes] of (heading?.bytes ?? []).slice(0, limits.heading).entries()) {
      if (heading !== null && !this.add(heading.line + i, bytes, floor)) return;
    }
    let below = 0;
    for (let n = anchorLine + 1; n <= toLine && below < limits.below; n++) {
      if (!add(n)) return;
      if (excerpt.lineBytes[n - fromLine] !== 0) below++;
    }
  }

  ranges(): LineRange[] {
    const ranges: LineRange[] = [];
    for (const line of [...this.chosen].sort((a, b) => a - b)) {
      const last = ranges.at(-1);
      if (last !== undefined && last.toLine === line - 1) last.toLine = line;
      else ranges.push({ fromLine: line, toLine: line });
    }
    return ranges;
  }

  private add(line: number, bytes: number, floor: number): boolean {
    if (this.chosen.has(line)) return true;
    const touches = this.chosen.has(line - 1) || this.chosen.has(line + 1);
    const gaps = (touches ? 0 : 1) + (bytes > CLIPPED_LINE ? 1 : 0);
    const cost = Math.min(bytes, CLIPPED_LINE) + 1 + this.costs.line + gaps * this.costs.gap;
    if (this.left - cost < floor) return false;
    this.chosen.add(line);
    this.left -= cost;
    return true;
  }
}
