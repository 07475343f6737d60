import type { ReaderLine, Severity } from '../line.ts';
import type { Place } from './place.ts';

/** A reader line whose wrapper (`[ERROR] `, `[javac] `, `npm ERR! `) is off `text`. */
export interface Entry extends ReaderLine {
  /** The severity that the wrapper states; `info` when it says that the line is none. */
  level: Severity | 'info' | null;
  /** Who wrapped the line (`maven`, `sbt`, `javac`, `npm`), or ''. */
  wrapper: string;
  /** The place at the start of `text`, when it names one. */
  place: Place | null;
}

/**
 * How sure a finding is. A `diagnostic` is a tool's own statement; a `crash` is an exception that may have been handled and
 * logged; a `wrapper` says only that something before it failed; a `weak` one is a last line that stands when nothing else does.
 */
type Kind = 'diagnostic' | 'crash' | 'wrapper' | 'weak';

/** One failure or warning as its family read it, before root causes are told from consequences. */
export interface Finding {
  line: number;
  endLine: number;
  tool: string;
  severity: Severity;
  file: string | null;
  row: number | null;
  column: number | null;
  message: string;
  kind: Kind;
  /** What the same failure shares across places: a symbol, a module, a package. */
  subject: string | null;
  /** The failure makes later ones in the same file doubtful: a syntax error, a missing header or module. */
  poison: boolean;
  lane: string;
  /** Tells apart what one tool printed twice with the same place and message, knowing that it is not the same. */
  occurrence: number;
  /** How often it was printed again. */
  repeats: number;
}

/** What a family states of a finding; the rest has defaults. */
export type Draft = Pick<Finding, 'tool' | 'message'> & Partial<Omit<Finding, 'line' | 'lane' | 'repeats'>>;

/** A record that goes on over the next lines of its lane. */
export interface OpenRecord {
  /** True when the line belongs to the record. False closes it, and the line is read afresh. */
  take(entry: Entry): boolean;
  /** The record has ended: another line has come that is not its own, or the output is over. */
  close?(): void;
}

/** One lane of an output, as a family uses it. */
export interface LaneView {
  /** The task, package or module whose header came last. */
  unit: string;
  /** How often each finding came in the present compilation; the family that fills it clears it. */
  readonly seen: Map<string, number>;
  /** Takes note of a finding that begins in `entry`. Gives it back, so that its record can extend it. */
  report(entry: Entry, draft: Draft): Finding;
  /** Offers the next lines of this lane to `record` before any family sees them. */
  open(record: OpenRecord): void;
  /** The line `back` lines before the present one, in this lane; null before its start. At most 15 back. */
  previous(back: number): Entry | null;
  /** A CI step ends with this line: a wrapper is explained only by a failure of its own step. */
  section(entry: Entry, passed?: boolean): void;
  /** The output itself says how the run ended, or that warnings fail it. */
  evidence(outcome: 'passed' | 'failed' | 'strict'): void;
}

/** Reads one family of formats. */
export interface Family {
  /** The cues (flags of `cues.ts`) of which its first lines have at least one. */
  cues: number;
  /** The first characters that its lines may have (of the unwrapped text); '' when any. */
  first: string;
  /** True when the line is of this family: it is dealt with, and no other family sees it. */
  read(entry: Entry, lane: LaneView): boolean;
}
