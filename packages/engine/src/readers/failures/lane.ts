import type { ReaderLine } from '../line.ts';
import { cuesOf, NUMBER, PLACE } from './cues.ts';
import type { Draft, Entry, Family, Finding, LaneView, OpenRecord } from './family.ts';
import type { Findings } from './findings.ts';
import { lastWord } from './system.ts';
import { unwrap } from './unwrap.ts';

/** Lines kept behind the present one; a power of two. */
const LOOK_BACK = 64;
const RECORD_LINES = 400;
const MESSAGE_CHARACTERS = 500;
const SECTIONS = 20_000;

/** The last line of a step, and whether the service says that it passed. */
export interface Section {
  end: number;
  passed: boolean;
}

/** What the lanes of one output share: where findings go, what the output says of itself, and where its CI steps end. */
export interface Shared {
  findings: Findings;
  families: FamilyTable;
  /** The steps of the CI job that have ended, in order. */
  sections: Section[];
  passed: boolean;
  failed: boolean;
  strict: boolean;
}

/** Finds the families that can begin a record with a line, by its cues and first character. */
export class FamilyTable {
  private readonly families: readonly Family[];
  private readonly known: (readonly Family[] | undefined)[] = [];

  constructor(families: readonly Family[]) {
    this.families = families;
  }

  for(cues: number, text: string): readonly Family[] {
    const first = Math.min(text.charCodeAt(0) || 0, 128);
    const at = cues * 129 + first;
    let found = this.known[at];
    if (found === undefined) {
      const character = String.fromCharCode(first);
      const fits = (family: Family) =>
        family.first === '' || (first < 128 && family.first.includes(character)) || first === 128;
      found = this.families.filter((family) => (family.cues & cues) !== 0 && fits(family));
      this.known[at] = found;
    }
    return found;
  }
}

/** Reads the lines of one task of an output in order, so that a record is never cut by another task's lines. */
export class Lane implements LaneView {
  unit = '';
  readonly seen = new Map<string, number>();
  private readonly shared: Shared;
  private readonly recent: (ReaderLine | undefined)[] = new Array(LOOK_BACK);
  private readonly understood: boolean[] = new Array(LOOK_BACK).fill(false);
  private pushed = 0;
  private lookedAt = 0;
  private record: OpenRecord | null = null;
  private taken = 0;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  push(line: ReaderLine): void {
    const cues = cuesOf(line.text);
    const at = this.pushed & (LOOK_BACK - 1);
    this.understood[at] = (cues !== 0 || this.record !== null) && this.read(unwrap(line), cues);
    this.recent[at] = line;
    this.pushed++;
  }

  /** The output is over: what is open ends, and the last lines are looked at again. */
  finish(): void {
    this.close();
    this.lookBack();
  }

  report(entry: Entry, draft: Draft): Finding {
    const finding: Finding = {
      endLine: entry.number,
      severity: 'error',
      file: null,
      row: null,
      column: null,
      kind: 'diagnostic',
      subject: null,
      poison: false,
      occurrence: 1,
      ...draft,
      message: clip(draft.message),
      line: entry.number,
      lane: entry.lane,
      repeats: 0,
    };
    if (finding.kind === 'wrapper') this.lookBack();
    this.shared.findings.add(finding);
    return finding;
  }

  open(record: OpenRecord): void {
    this.record = record;
    this.taken = 0;
  }

  previous(back: number): Entry | null {
    const line = back > LOOK_BACK ? undefined : this.recent[(this.pushed - back) & (LOOK_BACK - 1)];
    return line === undefined ? null : unwrap(line);
  }

  section(entry: Entry, passed = false): void {
    if (this.shared.sections.length < SECTIONS) this.shared.sections.push({ end: entry.number, passed });
  }

  evidence(outcome: 'passed' | 'failed' | 'strict'): void {
    this.shared[outcome] = true;
  }

  /** True when the line belongs to a record or began one. */
  private read(entry: Entry, cues: number): boolean {
    if (this.record !== null) {
      if (this.taken++ < RECORD_LINES && this.record.take(entry)) return true;
      this.close();
      if (cues === 0) return false;
    }
    const known = (cues & PLACE) !== 0 && entry.place === null ? (cues & ~PLACE) | NUMBER : cues;
    for (const family of this.shared.families.for(known, entry.text)) {
      if (family.read(entry, this)) return true;
    }
    return false;
  }

  /** Last words are read only where they can matter: before a wrapper and at the end. Each line is looked at once. */
  private lookBack(): void {
    const from = Math.max(this.lookedAt, this.pushed - LOOK_BACK);
    for (let at = from; at < this.pushed; at++) {
      const line = this.understood[at & (LOOK_BACK - 1)] ? undefined : this.recent[at & (LOOK_BACK - 1)];
      const entry = line === undefined ? null : unwrap(line);
      const draft = entry === null ? null : lastWord(entry.text);
      if (entry !== null && draft !== null) this.report(entry, { ...draft, kind: 'weak' });
    }
    this.lookedAt = this.pushed;
  }

  private close(): void {
    const record = this.record;
    this.record = null;
    record?.close?.();
  }
}

function clip(message: string): string {
  const text = message.trim();
  return text.length > MESSAGE_CHARACTERS ? `${text.slice(0, MESSAGE_CHARACTERS - 1)}…` : text;
}
