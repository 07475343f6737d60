import type { ReaderLine, TriageReport } from '../line.ts';
import { LineNormaliser } from '../normalise.ts';
import { candidateAt, deviates, LINES_AHEAD, linePoints } from './candidate.ts';
import type { Excerpt } from './excerpt.ts';
import type { FrameMark } from './frames.ts';
import { isDull } from './line-kind.ts';
import { isDullLine, type LineFacts, LineRing } from './line-ring.ts';
import { rankExcerpts } from './rank.ts';
import { Pool, Section } from './section.ts';
import { REACH_POINTS } from './weights.ts';

/** Lines before a failing exit and after the start of a section that are candidates whatever they say. */
const LINES_BEFORE_EXIT = 30;
const LINES_OF_TOP = 8;

/** A line with fewer points is no candidate because of what it says. */
const LEAST_POINTS = -1;

/** Sections that failed and are kept apart; what fails after them counts as what came after. */
const MOST_FAILED = 4;

/** Marks of Travis CI's folds end in a carriage return, so a cleaned line no longer holds them. */
const FOLD_AFTER = /^travis_fold:start:after_/;

/** Lines that begin or end parts of an output and are remembered. */
const MOST_MARKS = 200;

/** A line at which a part of an output begins, or at which it is said to have failed. */
export interface OutlineMark {
  line: number;
  failed: boolean;
}

/**
 * Finds the lines that may say why a run failed, in one pass and without keeping the text: `push` each line in order, then
 * `finish` once. It knows no tool: it goes by the frames of CI logs, by what lines that state a failure look like, by
 * what is rare, and by what stands last. Memory is bounded, and the same lines give the same excerpts.
 */
export class CauseScan {
  private readonly normaliser = new LineNormaliser();
  private readonly ring = new LineRing();
  private readonly past = new Pool();
  private readonly failed: Section[] = [];
  /** The frame lines and headings of the output, by line: at most 200, the first ones. */
  readonly outline: OutlineMark[] = [];
  private current = new Section(1);
  private hasBegun = false;
  /** The section that was cut short by marks of cleaning up: it failed when no other is known to have. */
  private cutShort: Section | null = null;
  private topLeft = LINES_OF_TOP;
  private examined = 0;
  private folds: number[] = [];
  private pushed = 0;
  /** The lines that the normaliser still holds, as they were printed. */
  private readonly held: string[] = [];
  private taken = 0;
  private prefix = 0;

  /** Takes one line: as it was printed, without its line feed, or as another reader has cleaned it. */
  push(line: ReaderLine | string): void {
    if (typeof line === 'string') {
      this.pushed++;
      if (line.startsWith('travis_fold:') && FOLD_AFTER.test(line)) this.folds.push(this.pushed);
      this.held.push(line);
      for (const cleaned of this.normaliser.push(line)) this.takeShort(cleaned);
    } else this.take(line);
  }

  /**
   * The excerpts that may show the cause, the most worthy first; none when the run succeeded. `report` is what the readers
   * of known formats found in the same output, or null. `exitStatus` is null when a signal ended the run or it is not known.
   */
  finish(report: TriageReport | null, exitStatus: number | null): Excerpt[] {
    for (const cleaned of this.normaliser.flush()) this.takeShort(cleaned);
    while (this.examined < this.ring.last) this.examine(this.examined + 1);
    if (exitStatus === 0) return [];
    const failed = this.failedSections();
    const { last, lengths } = this.ring;
    return rankExcerpts({ failed, past: this.past, lines: last, lengths, report });
  }

  /** Takes a line of which the log's prefix was taken off: as many bytes as it had are still shown. */
  private takeShort(line: ReaderLine): void {
    const raw = this.held[this.taken++] ?? '';
    if (line.text !== '' && raw.endsWith(line.text)) this.prefix = raw.length - line.text.length;
    if (this.taken === this.held.length) {
      this.held.length = 0;
      this.taken = 0;
    }
    this.take(line, this.prefix);
  }

  private take(line: ReaderLine, prefix = 0): void {
    let mark: FrameMark | null = null;
    if (this.folds[0] === line.number) {
      this.folds.shift();
      mark = 'after';
    }
    this.ring.push(line.text, mark, prefix);
    if (this.ring.last > LINES_AHEAD) this.examine(this.ring.last - LINES_AHEAD);
  }

  private examine(number: number): void {
    this.examined = number;
    const facts = this.ring.at(number);
    if (facts === null) return;
    if (facts.mark !== null || facts.kind === 'ruler') this.note(facts);
    if (facts.mark === 'begin') this.begin(number);
    if (!facts.blank && !facts.rule) this.consider(facts);
    if (facts.mark === 'failed') this.fail(number);
    if (facts.mark === 'after') this.cut(number);
  }

  private consider(facts: LineFacts): void {
    const top = this.topLeft > 0;
    if (top) this.topLeft--;
    if (isDull(facts.kind)) return;
    if (facts.kind === 'none' && !top && !deviates(this.ring, facts)) return;
    if (this.current.pool.count(facts.template)) return;
    const points = linePoints(this.ring, facts);
    if (points < LEAST_POINTS && !top) return;
    this.current.add(candidateAt(this.ring, facts, points));
  }

  private note({ number, mark }: LineFacts): void {
    if (this.outline.length < MOST_MARKS) this.outline.push({ line: number, failed: mark === 'failed' });
  }

  private begin(number: number): void {
    this.past.absorb(this.current.pool, this.hasBegun ? 0 : REACH_POINTS.preamble);
    this.hasBegun = true;
    this.current = new Section(number);
    this.topLeft = LINES_OF_TOP;
  }

  private fail(number: number): void {
    const ended = this.endSection(number);
    if (this.failed.length < MOST_FAILED) this.failed.push(ended);
    else this.past.absorb(ended.pool);
  }

  private cut(number: number): void {
    if (this.cutShort !== null || this.failed.length > 0 || number <= this.current.start) return;
    this.cutShort = this.endSection(number - 1);
  }

  /** Ends the present section at `exit`; its last lines become candidates. */
  private endSection(exit: number): Section {
    const section = this.current;
    section.exit = exit;
    for (let n = Math.max(section.start, exit - LINES_BEFORE_EXIT + 1); n <= exit; n++) {
      const facts = this.ring.at(n);
      if (facts === null) continue;
      if (facts.blank || facts.rule || facts.kind !== 'none' || isDullLine(facts)) continue;
      if (!section.pool.count(facts.template)) section.add(candidateAt(this.ring, facts, linePoints(this.ring, facts)));
    }
    this.current = new Section(exit + 1);
    return section;
  }

  private failedSections(): Section[] {
    const failed = [...this.failed];
    if (failed.length > 0) {
      if (this.cutShort !== null) this.past.absorb(this.cutShort.pool);
    } else failed.push(this.cutShort ?? this.endSection(this.ring.last));
    this.past.absorb(this.current.pool);
    return failed;
  }
}
