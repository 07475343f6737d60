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

/** Lines that are shown to close a gap. */
const BRIDGED_LINES = 3;

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
  const packing = new Packing(room, costs, lengthsOf(excerpts));
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
  return {
    bytes: (wide ? 800 : excerpt.announces ? 500 : 300) * scale,
    above: wide ? 2 : 1,
    below: Math.floor(below * scale),
    heading,
  };
}

/** The bytes of every line that an excerpt knows of. */
function lengthsOf(excerpts: readonly Excerpt[]): Map<number, number> {
  const lengths = new Map<number, number>();
  for (const { fromLine, lineBytes, heading } of excerpts) {
    for (const [i, bytes] of lineBytes.entries()) lengths.set(fromLine + i, bytes);
    for (const [i, bytes] of (heading?.bytes ?? []).entries())
      if (heading !== null) lengths.set(heading.line + i, bytes);
  }
  return lengths;
}

/** Lines chosen so far and the room that is left. */
class Packing {
  private readonly chosen = new Set<number>();
  private readonly costs: Costs;
  private readonly lengths: ReadonlyMap<number, number>;
  private left: number;

  constructor(room: number, costs: Costs, lengths: ReadonlyMap<number, number>) {
    this.left = room;
    this.costs = costs;
    this.lengths = lengths;
  }

  get full(): boolean {
    return this.left <= this.costs.line + 1;
  }

  has(line: number): boolean {
    return this.chosen.has(line);
  }

  /** Adds the anchor and then, while they fit, the lines around it. */
  grow({ anchorLine, fromLine, toLine, heading }: Excerpt, limits: Limits): void {
    // The anchor itself is shown whatever the limit: without it nothing of the excerpt makes sense.
    if (!this.add(anchorLine, 0)) return;
    const floor = Math.max(0, this.left - limits.bytes);
    for (let n = anchorLine - 1; n >= Math.max(fromLine, anchorLine - limits.above); n--) {
      if (!this.add(n, floor)) return;
    }
    for (let n = 0; heading !== null && n < Math.min(limits.heading, heading.bytes.length); n++) {
      if (!this.add(heading.line + n, floor)) return;
    }
    let below = 0;
    for (let n = anchorLine + 1; n <= toLine && below < limits.below; n++) {
      if (!this.add(n, floor)) return;
      if (this.lengths.get(n) !== 0) below++;
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

  private add(line: number, floor: number): boolean {
    if (this.chosen.has(line)) return true;
    const between = [...this.bridge(line, -1), ...this.bridge(line, 1)];
    const touches = between.length > 0 || this.chosen.has(line - 1) || this.chosen.has(line + 1);
    const cost = [line, ...between].reduce((sum, n) => sum + this.cost(n), touches ? 0 : this.costs.gap);
    if (this.left - cost < floor) return false;
    for (const n of [line, ...between]) this.chosen.add(n);
    this.left -= cost;
    return true;
  }

  /** The few lines between `line` and the nearest chosen one, when to show them takes no more than a gap. */
  private bridge(line: number, step: 1 | -1): number[] {
    const between: number[] = [];
    let cost = 0;
    for (let n = line + step; Math.abs(n - line) <= BRIDGED_LINES + 1; n += step) {
      if (this.chosen.has(n)) return between;
      cost += this.cost(n);
      if (cost > this.costs.gap) return [];
      between.push(n);
    }
    return [];
  }

  private cost(line: number): number {
    const bytes = this.lengths.get(line);
    if (bytes === undefined) return Number.POSITIVE_INFINITY;
    return Math.min(bytes, CLIPPED_LINE) + 1 + this.costs.line + (bytes > CLIPPED_LINE ? this.costs.gap : 0);
  }
}
