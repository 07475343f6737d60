import { chooseExcerpts, type LineRange } from '../cause/choose.ts';
import type { Excerpt } from '../cause/excerpt.ts';
import type { LineStore } from './line-store.ts';
import { cite } from './wording.ts';

/** What a gap and the number before a line take in a summary. */
const COSTS = { gap: 4, line: 9 };

/** The excerpts that fit `room`, as numbered lines with a line of dots in each gap. Never more than `room` bytes. */
export function quoteExcerpts(lines: LineStore, excerpts: readonly Excerpt[], room: number): string[] {
  return quoteRanges(lines, chooseExcerpts(excerpts, room, COSTS), room);
}

/** Runs of lines, numbered, with a line of dots in each gap; as many as `room` bytes take. */
export function quoteRanges(lines: LineStore, ranges: readonly LineRange[], room: number): string[] {
  const quoted: string[] = [];
  let left = room;
  let last = 0;
  for (const { fromLine, toLine } of ranges) {
    for (let number = fromLine; number <= toLine; number++) {
      const text = lines.text(number);
      if (text === null || text.trim() === '') continue;
      const line = `${cite(number)}: ${text}`;
      const gap = last > 0 && lines.isVisibleBetween(last, number);
      const cost = Buffer.byteLength(line) + 1 + (gap ? 4 : 0);
      if (cost > left) return quoted;
      if (gap) quoted.push('…');
      quoted.push(line);
      left -= cost;
      last = number;
    }
  }
  return quoted;
}
