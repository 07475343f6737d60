import type { FrameMark } from './frames.ts';
import { frameMark, isRule } from './frames.ts';
import { isDull, isStrong, type LineKind, lineKind } from './line-kind.ts';
import { LineLengths } from './line-lengths.ts';
import { matchedPart } from './matched.ts';
import { type LineSigns, readSigns } from './signals.ts';
import { lineTraits, TRAIT } from './traits.ts';

/** Lines remembered: those around the one that is examined, and those before a failing exit. A power of two. */
const SIZE = 256;
const MASK = SIZE - 1;
const PREFIX_SLOTS = 1 << 15;

/** Facts about one line that outlive its text. */
export interface LineFacts {
  number: number;
  kind: LineKind;
  traits: number;
  mark: FrameMark | null;
  blank: boolean;
  rule: boolean;
  indent: number;
  colon: boolean;
  /** Hash of the first word, digits masked, and how many lines had started with it when this one came. */
  prefix: number;
  prefixCount: number;
  /** Hash of the start of the line, digits masked. */
  template: number;
  /** The line that announces this one; 0 when none does. */
  heading: number;
}

/** How far below a heading a line still stands under it. */
const HEADING_REACH = 200;

/** The facts of the last 256 lines. The text of a line is gone once it is read. */
export class LineRing {
  /** Number of the last line, from 1; 0 before the first. */
  last = 0;
  readonly lengths = new LineLengths();
  private heading = 0;
  private readonly lines: LineFacts[] = Array.from({ length: SIZE }, blankFacts);
  private readonly signs: LineSigns = { signals: 0, template: 0, prefix: 0, ascii: true };
  private readonly prefixes = new Uint32Array(PREFIX_SLOTS);

  /**
   * Reads a line. `mark` overrides what its text says about frames; `prefix` is how many bytes the log's own prefix, which
   * is not in `text`, takes where the line is shown.
   */
  push(text: string, mark: FrameMark | null = null, prefix = 0): void {
    const facts = this.lines[++this.last & MASK];
    if (facts === undefined) return;
    const part = matchedPart(text);
    facts.number = this.last;
    facts.blank = part === '';
    facts.mark = mark;
    facts.kind = 'none';
    facts.traits = 0;
    facts.rule = false;
    facts.heading = this.heading;
    if (facts.blank) {
      this.lengths.push(0);
      return;
    }
    facts.mark = mark ?? frameMark(part);
    facts.rule = isRule(part);
    readSigns(part, this.signs);
    this.lengths.push(prefix + (this.signs.ascii ? text.length : Buffer.byteLength(text)));
    if (!facts.rule) facts.kind = lineKind(part, this.signs.signals);
    if (facts.kind !== 'none') facts.traits = lineTraits(part);
    facts.indent = text.length - text.trimStart().length;
    facts.colon = part.endsWith(':');
    facts.template = this.signs.template;
    facts.prefix = this.signs.prefix;
    const slot = (facts.prefix >>> 0) & (PREFIX_SLOTS - 1);
    facts.prefixCount = this.prefixes[slot] ?? 0;
    this.prefixes[slot] = facts.prefixCount + 1;
    this.findHeading(facts);
  }

  /** A ruler, a summary or a numbered line is the heading of what follows, until work goes on or a command begins. */
  private findHeading(facts: LineFacts): void {
    const { kind, number } = facts;
    if (kind === 'ruler' || kind === 'summary' || kind === 'numbered') this.heading = number;
    else if (kind === 'pass' || facts.mark !== null || number - this.heading > HEADING_REACH) this.heading = 0;
  }

  /** The facts of line `number`, or null when it is not one of the last 256. */
  at(number: number): LineFacts | null {
    if (number < 1 || number > this.last || number <= this.last - SIZE) return null;
    return this.lines[number & MASK] ?? null;
  }

  /** The nearest line that is not blank, up to three lines before (`step` -1) or after (1) `number`. */
  neighbour(number: number, step: 1 | -1): LineFacts | null {
    for (let n = number + step; Math.abs(n - number) <= 3; n += step) {
      const facts = this.at(n);
      if (facts === null) return null;
      if (!facts.blank) return facts;
    }
    return null;
  }
}

/** True when a line only says that work goes on or went well: it says nothing of a cause and ends what is said of one. */
export function isDullLine(facts: LineFacts): boolean {
  return isDull(facts.kind) || ((facts.traits & TRAIT.progress) !== 0 && !isStrong(facts.kind));
}

function blankFacts(): LineFacts {
  return {
    number: 0,
    kind: 'none',
    traits: 0,
    mark: null,
    blank: true,
    rule: false,
    indent: 0,
    colon: false,
    prefix: 0,
    prefixCount: 0,
    template: 0,
    heading: 0,
  };
}
