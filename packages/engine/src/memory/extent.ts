import type { Place, RecallClauses } from '../budget/ways.ts';
import type { StoredOutput } from '../store/stored-output.ts';
import { grouped, plural } from '../text/format.ts';

/** The part of an output that a recall is of, and where in it the page begins. Byte offsets in the output. */
export interface Extent {
  /** First and last line of the part. */
  firstLine: number;
  lastLine: number;
  start: number;
  end: number;
  from: Place;
  fromOffset: number;
}

/** Why there is nothing at the place that was asked for, and a place where there is something. */
export interface Nowhere {
  problem: string;
  instead: RecallClauses;
}

/** Where `clauses` lie in an output, or why nowhere: past its end, before its part, inside no line. */
export function extentOf(stored: StoredOutput, { scope, from, pattern }: RecallClauses): Extent | Nowhere {
  const { lines } = stored.record;
  const [firstLine, lastLine] =
    scope === null
      ? [1, lines]
      : scope.kind === 'lines'
        ? [scope.from, Math.min(scope.to, lines)]
        : scope.kind === 'head'
          ? [1, Math.min(scope.count, lines)]
          : [Math.max(1, lines - scope.count + 1), lines];
  if (firstLine > lines) return pastEnd(lines, firstLine, pattern);
  const place = from ?? { line: firstLine, byte: 1 };
  if (place.line > lines) return pastEnd(lines, place.line, pattern);
  if (place.line < firstLine || place.line > lastLine)
    return {
      problem: `line ${grouped(place.line)} is not among the lines ${grouped(firstLine)}–${grouped(lastLine)} that are asked for`,
      instead: { scope, pattern, from: null },
    };
  const start = stored.lineOffset(firstLine);
  const end = stored.lineOffset(lastLine + 1);
  const lineStart = place.line === firstLine ? start : stored.lineOffset(place.line);
  const fromOffset = lineStart + place.byte - 1;
  // Only a place inside the line needs to know where it ends: that can be a read of its own.
  if (place.byte > 1 && fromOffset >= stored.lineOffset(place.line + 1)) {
    const length = stored.lineOffset(place.line + 1) - lineStart;
    return {
      problem: `line ${grouped(place.line)} has ${plural(length, 'byte')}; there is no byte ${grouped(place.byte)}`,
      instead: { scope, pattern, from: { line: place.line, byte: 1 } },
    };
  }
  return { firstLine, lastLine, start, end, from: place, fromOffset };
}

function pastEnd(lines: number, line: number, pattern: string | null): Nowhere {
  const from = { line: Math.max(1, lines - 19), byte: 1 };
  return {
    problem: `the output has ${plural(lines, 'line')}; there is no line ${grouped(line)}`,
    instead: { scope: null, pattern, from: pattern === null ? from : null },
  };
}
