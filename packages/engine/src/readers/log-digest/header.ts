import { ATOM, MOST_ATOMS } from './atom-shapes.ts';
import { AtomReader } from './atoms.ts';
import { inferLayout, isSame, type Layout, matchesLayout, type Sampled, SEEK_WITHIN } from './layout.ts';
import { type LogSeverity, severityOfLevel } from './level.ts';

/** Where the message of one line begins, and what its header says. Offsets into the line; -1 where it says nothing. */
export interface Header {
  matched: boolean;
  contentStart: number;
  timeStart: number;
  timeEnd: number;
  level: LogSeverity | null;
}

const MOST_LAYOUTS = 3;
/** A name of several words may be longer when it ends with a process number: `Google Chrome He[36196]:`. */
const SEEK_PROCESS = 5;

/** Fields among which the timestamp of an odd line is looked for. */
const LOOSE_FIELDS = 6;

const NONE: readonly number[] = [];

/** Finds what the lines of a log begin with by counting, column by column, what kind of field stands there. */
export class HeaderReader {
  private readonly atoms = new AtomReader();
  private layouts: Layout[] = [];
  readonly header: Header = { matched: false, contentStart: 0, timeStart: -1, timeEnd: -1, level: null };

  /** True when the lines of this log carry timestamps: one without is part of the record before it. */
  get timed(): boolean {
    return this.layouts[0]?.timed ?? false;
  }

  /** Learns the layouts from the first lines of a log. Lines that look like continuations should be left out. */
  learn(lines: readonly string[]): void {
    let rest = lines.map((line) => this.sample(line));
    const enough = Math.max(1, rest.length * 0.1);
    this.layouts = [];
    while (this.layouts.length < MOST_LAYOUTS && rest.length >= enough) {
      const layout = inferLayout(rest);
      if (layout === null) return;
      this.layouts.push(layout);
      rest = rest.filter((line) => !matchesLayout(line, layout));
    }
  }

  /** Looks again further on: when nearly all of `lines` have a layout that the first lines did not, it comes first. */
  learnMore(lines: readonly string[]): void {
    const sampled = lines.map((line) => this.sample(line));
    const layout = sampled.length === 0 ? null : inferLayout(sampled);
    if (layout === null || this.layouts.some((known) => isSame(known, layout))) return;
    const matching = sampled.filter((line) => matchesLayout(line, layout)).length;
    if (matching < sampled.length * 0.9) return;
    this.layouts = [layout, ...this.layouts.slice(0, MOST_LAYOUTS)];
  }

  /** Reads the header of `line` into `this.header`. */
  read(line: string): Header {
    const { header, atoms } = this;
    header.matched = false;
    header.contentStart = 0;
    header.timeStart = -1;
    header.timeEnd = -1;
    header.level = null;
    if (this.layouts.length === 0) return header;
    atoms.begin(line);
    for (const layout of this.layouts) if (this.apply(layout, line)) return header;
    if (this.timed) this.applyLoosely(line);
    return header;
  }

  private sample(line: string): Sampled {
    const { atoms } = this;
    atoms.begin(line);
    atoms.readTo(MOST_ATOMS, NONE);
    const kinds = atoms.kinds.slice(0, atoms.count);
    const words: string[] = [];
    for (let i = 0; i < atoms.count; i++) words.push(line.slice(atoms.starts[i], atoms.ends[i]));
    return { kinds, words };
  }

  private apply(layout: Layout, line: string): boolean {
    const { atoms, header } = this;
    let used = 0;
    atoms.readTo(layout.anchors.length, layout.anchors);
    for (; used < layout.anchors.length; used++) {
      const wanted = layout.anchors[used] ?? -1;
      if (used >= atoms.count) {
        if (layout.strong.indexOf(true, used) !== -1) return false;
        break;
      }
      if (wanted === -1 || atoms.kinds[used] === wanted) continue;
      if (layout.strong[used]) return false;
      if (layout.strong.indexOf(true, used) !== -1) continue;
      if (used === layout.anchors.length - 1) used = this.later(used, wanted);
      break;
    }
    if (used === layout.anchors.length && layout.seek !== -1) used = this.seek(layout, used);
    header.matched = true;
    header.contentStart = used === 0 ? 0 : (atoms.nexts[used - 1] ?? 0);
    for (let i = 0; i < used; i++) this.note(i, line);
    return true;
  }

  /** A timestamp a few fields before or after its usual place still begins a record. */
  private applyLoosely(line: string): void {
    const { atoms, header } = this;
    const [layout] = this.layouts;
    atoms.readTo(LOOSE_FIELDS, NONE);
    const time = atoms.kinds.subarray(0, Math.min(atoms.count, LOOSE_FIELDS)).lastIndexOf(ATOM.time);
    if (layout === undefined || time === -1) return;
    const used = layout.seek === -1 ? time + 1 : this.seek(layout, time + 1);
    header.matched = true;
    header.contentStart = atoms.nexts[used - 1] ?? 0;
    for (let i = 0; i < used; i++) this.note(i, line);
  }

  private seek(layout: Layout, from: number): number {
    const { atoms } = this;
    for (let i = from; i < from + SEEK_PROCESS; i++) {
      atoms.readTo(i + 1, NONE);
      if (i >= atoms.count) break;
      if (atoms.kinds[i] !== layout.seek) continue;
      if (i < from + SEEK_WITHIN || atoms.isProcess(i)) return i + 1;
    }
    return Math.min(atoms.count, from + layout.seekGap);
  }

  /** The last field of the header may stand a little later in some lines: `name *64 -` beside `name -`. */
  private later(from: number, kind: number): number {
    this.atoms.readTo(from + SEEK_WITHIN, NONE);
    const last = Math.min(this.atoms.count, from + SEEK_WITHIN);
    if (kind === ATOM.mark || kind === ATOM.source) {
      for (let i = from; i < last; i++) if (this.atoms.kinds[i] === kind) return i + 1;
    }
    return from;
  }

  private note(i: number, line: string): void {
    const { atoms, header } = this;
    const kind = atoms.kinds[i];
    const start = atoms.starts[i] ?? 0;
    const end = atoms.ends[i] ?? 0;
    if (kind === ATOM.level) header.level ??= severityOfLevel(line.slice(start, end).trimEnd());
    else if (kind === ATOM.time && end - start > header.timeEnd - header.timeStart) {
      header.timeStart = start;
      header.timeEnd = end;
    }
  }
}
