import type { ReaderLine } from '../line.ts';
import type { Draft, Entry, Family, Finding, LaneView, OpenRecord } from './family.ts';
import type { Findings } from './findings.ts';
import { unwrap } from './unwrap.ts';

const LOOK_BACK = 16;
const RECORD_LINES = 400;
const MESSAGE_CHARACTERS = 500;
const SECTIONS = 20_000;

/**
 * Lines without any of these go by unread unless a record is open: a number after a separator, or a word that some family's
 * first line holds.
 */
const GATE =
  /[:([{,] ?\(?\d|\bline \d|err|warn|fail|fatal|xception|panic|traceback|\*\*|undefined|not found|no such|cannot|can't|could not|unable|denied|refused|killed|abort|timed out|timeout|segmentation|bus error|no space|exit|✖|✘|×|conflict|reject|success|would reformat|unhandled|uncaught|missing|invalid|illegal|duplicate|^(?:# |TASK|RUNNING|FILE: |[ewWE]: |In |──|> Task|The |\$ |\+ |##|>> Issue)/i;

/** What the lanes of one output share: where findings go, what the output says of itself, and where its CI steps end. */
export interface Shared {
  findings: Findings;
  families: FamilyTable;
  /** The lines after which another step begins, in order. */
  sections: number[];
  passed: boolean;
  failed: boolean;
}

/** Families by the first character of their lines; those that take any line come after them. */
export class FamilyTable {
  private readonly byCode: Family[][] = [];
  private readonly other: readonly Family[];

  constructor(families: readonly Family[]) {
    this.other = families.filter((family) => family.first === '');
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code);
      this.byCode.push(families.filter((family) => family.first === '' || family.first.includes(character)));
    }
  }

  for(text: string): readonly Family[] {
    return this.byCode[text.charCodeAt(0)] ?? this.other;
  }
}

/** Reads the lines of one task of an output in order, so that a record is never cut by another task's lines. */
export class Lane implements LaneView {
  unit = '';
  readonly seen = new Map<string, number>();
  private readonly shared: Shared;
  private readonly recent: ReaderLine[] = [];
  private record: OpenRecord | null = null;
  private taken = 0;

  constructor(shared: Shared) {
    this.shared = shared;
  }

  push(line: ReaderLine): void {
    if (this.record !== null || GATE.test(line.text)) this.read(unwrap(line));
    if (this.recent.length === LOOK_BACK) this.recent.shift();
    this.recent.push(line);
  }

  /** The output is over: what is open ends. */
  finish(): void {
    this.close();
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
    this.shared.findings.add(finding);
    return finding;
  }

  open(record: OpenRecord): void {
    this.record = record;
    this.taken = 0;
  }

  previous(back: number): Entry | null {
    const line = this.recent[this.recent.length - back];
    return line === undefined ? null : unwrap(line);
  }

  section(entry: Entry): void {
    if (this.shared.sections.length < SECTIONS) this.shared.sections.push(entry.number);
  }

  evidence(outcome: 'passed' | 'failed'): void {
    this.shared[outcome] = true;
  }

  private read(entry: Entry): void {
    if (this.record !== null) {
      if (this.taken++ < RECORD_LINES && this.record.take(entry)) return;
      this.close();
      if (!GATE.test(entry.text)) return;
    }
    for (const family of this.shared.families.for(entry.text)) {
      if (family.read(entry, this)) return;
    }
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
