import type { Place } from './describe.ts';
import type { JSONShapeReport } from './json-shape.ts';

/**
 * The report as lines within `bytes` of UTF-8: what it is, then one line a place in document order. When they do not all
 * fit, the deepest places go first and the last line says how many are left out. Always the same for the same report.
 */
export function renderJsonShape(report: JSONShapeReport, bytes: number): string {
  const head = headOf(report);
  const room = bytes - size(head) - 80;
  let deepest = 0;
  for (const place of report.places) deepest = Math.max(deepest, place.depth);
  let kept = report.places;
  while (deepest > 0 && totalSize(kept) > room) {
    deepest--;
    kept = report.places.filter((place) => place.depth <= deepest);
  }
  const lines = [head];
  let used = 0;
  let shown = 0;
  for (const place of kept) {
    const line = lineOf(place);
    if (used + size(line) + 1 > room) break;
    used += size(line) + 1;
    lines.push(line);
    shown++;
  }
  const left = report.places.length - shown + report.dropped;
  if (left > 0)
    lines.push(`… ${left.toLocaleString('en-US')} more ${left === 1 ? 'place' : 'places'} left out for room`);
  return `${lines.join('\n')}\n`;
}

function headOf(report: JSONShapeReport): string {
  const count = report.documents.toLocaleString('en-US');
  const what =
    report.kind === 'jsonl'
      ? `JSON Lines, ${count} ${report.documents === 1 ? 'line' : 'lines'}`
      : report.documents > 1
        ? `JSON, ${count} documents after each other`
        : 'JSON';
  const notes: string[] = [];
  if (report.endedAt !== null) notes.push(`it ends early, inside ${report.endedAt}`);
  if (report.error !== null) notes.push(`read up to what is ${report.error}`);
  if (report.skipped > 0) {
    const lines = report.skipped === 1 ? '1 line is' : `${report.skipped.toLocaleString('en-US')} lines are`;
    notes.push(`${lines} no JSON and left out`);
  }
  return [what, ...notes].join('; ');
}

function lineOf(place: Place): string {
  return `${place.path}: ${place.text}`;
}

function size(text: string): number {
  return Buffer.byteLength(text);
}

function totalSize(places: readonly Place[]): number {
  return places.reduce((total, place) => total + size(lineOf(place)) + 1, 0);
}
