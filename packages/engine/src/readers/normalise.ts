import type { ReaderLine } from './line.ts';
import { cleanLine } from './normalise-clean.ts';
import { choosePrefixes, type Prefix, stripPrefixes } from './normalise-prefixes.ts';

const SAMPLED_LINES = 200;
/** A build may change its relay half-way (an install step, then a task runner), so the sample is taken again. */
const LINES_BETWEEN_SAMPLES = 2000;
const NONE: readonly ReaderLine[] = [];

/**
 * Turns the raw lines of one output, in order and without their LF, into reader lines: cleaned of terminal control,
 * the prefix that most lines of the log share (CI timestamps, container and task-runner names) taken off.
 * Lines are held back while up to 200 are sampled, so `push` gives none, one or many; `flush` gives the rest.
 * Every raw line gives exactly one reader line, with its number from 1.
 */
export class LineNormaliser {
  private prefixes: readonly Prefix[] = [];
  private sample: string[] | null = [];
  private number = 0;
  private untilSample = 0;

  push(raw: string): readonly ReaderLine[] {
    const text = cleanLine(raw);
    if (this.sample === null) {
      if (--this.untilSample > 0) return [this.line(text)];
      this.sample = [];
    }
    this.sample.push(text);
    return this.sample.length < SAMPLED_LINES ? NONE : this.release();
  }

  /** The lines still held back; the output has ended, or the reader cannot wait for more. */
  flush(): readonly ReaderLine[] {
    return this.release();
  }

  private release(): readonly ReaderLine[] {
    const held = this.sample;
    if (held === null) return NONE;
    this.prefixes = choosePrefixes(held, this.prefixes);
    this.sample = null;
    this.untilSample = LINES_BETWEEN_SAMPLES;
    return held.map((text) => this.line(text));
  }

  private line(text: string): ReaderLine {
    this.number++;
    if (this.prefixes.length === 0) return { number: this.number, text, lane: '' };
    const stripped = stripPrefixes(text, this.prefixes);
    return { number: this.number, text: stripped.text, lane: stripped.lane };
  }
}
