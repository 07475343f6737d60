import type { Candidate } from './candidate.ts';
import { isStrong, type LineKind } from './line-kind.ts';
import { SECTION_POINTS } from './weights.ts';

/** Candidates that one section keeps: more than that, and the least worthy half goes. */
const MOST_CANDIDATES = 400;

/** Lines at the start of a section whose place there counts. */
const TOP_LINES = 4;

/** Whole doublings in `n`: 0 for 0, 1 for 1, 2 for 2 and 3, 3 for 4 to 7. */
export function doublings(n: number): number {
  return n <= 0 ? 0 : 32 - Math.clz32(n);
}

/** The candidates of a run of lines, the first of each shape. Bounded. */
export class Pool {
  private readonly shapes = new Map<number, Candidate>();

  add(candidate: Candidate): void {
    this.shapes.set(candidate.template, candidate);
    if (this.shapes.size > MOST_CANDIDATES) this.prune();
  }

  /** Counts one more line of a shape that is known already, or `more` of them. False when it is not. */
  count(template: number, more = 1): boolean {
    const known = this.shapes.get(template);
    if (known === undefined) return false;
    known.alike += more;
    return true;
  }

  /** Takes in the candidates of a section that did not fail, without what their place in it was worth; `points` are added. */
  absorb(other: Pool, points = 0): void {
    for (const candidate of other.shapes.values()) {
      if (!this.count(candidate.template, candidate.alike)) {
        this.add({ ...candidate, points: candidate.points + points, sectionPoints: 0 });
      }
    }
  }

  candidates(): Candidate[] {
    return [...this.shapes.values()];
  }

  private prune(): void {
    const all = [...this.shapes.values()].sort((a, b) => worth(a) - worth(b) || b.line - a.line);
    for (const { template } of all.slice(0, MOST_CANDIDATES / 2)) this.shapes.delete(template);
  }
}

function worth(candidate: Candidate): number {
  return candidate.points + candidate.sectionPoints - 0.3 * doublings(candidate.alike - 1);
}

/** The lines from one frame mark to the next: what one command of a CI log printed, or the whole output. */
export class Section {
  readonly start: number;
  /** The line that says that it failed; 0 while none does. */
  exit = 0;
  readonly pool = new Pool();
  private readonly kinds = new Set<LineKind>();
  private strong = 0;

  constructor(start: number) {
    this.start = start;
  }

  add(candidate: Candidate): void {
    candidate.sectionPoints = this.placePoints(candidate);
    this.pool.add(candidate);
  }

  private placePoints({ line, kind }: Candidate): number {
    let points = line - this.start <= TOP_LINES ? SECTION_POINTS.top : 0;
    if (kind === 'none') return points;
    const strong = isStrong(kind);
    if (!this.kinds.has(kind)) {
      this.kinds.add(kind);
      points += strong ? SECTION_POINTS.firstOfStrongKind : SECTION_POINTS.firstOfWeakKind;
    }
    if (!strong) return points;
    if (this.strong === 0) points += SECTION_POINTS.firstStrong;
    points += SECTION_POINTS.laterStrong * doublings(this.strong);
    this.strong++;
    return points;
  }
}
