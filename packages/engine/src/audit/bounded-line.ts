import { grouped } from '../text/format.ts';
import { boundaryBefore } from '../text/utf8.ts';
import type { AuditEvent } from './events.ts';

/** Longest line of the log, in bytes. */
const LONGEST_EVENT = 262_144;

/** What is tried in turn until an event fits: bytes of one text, and entries of one list. */
const STEPS: readonly (readonly [number, number])[] = [
  [65_536, 1_000],
  [8_192, 200],
  [1_024, 50],
  [128, 10],
];

/** An event as a line of the log, without its line feed. One that is too long has its long texts clipped, with what is gone counted. */
export function boundedLine(event: AuditEvent): string {
  let line = JSON.stringify(event);
  for (const [bytes, entries] of STEPS) {
    if (Buffer.byteLength(line) <= LONGEST_EVENT) break;
    line = JSON.stringify({ ...event, details: clipped(event.details, bytes, entries) });
  }
  return line;
}

function clipped(value: unknown, bytes: number, entries: number): unknown {
  if (typeof value === 'string') return clipText(value, bytes);
  if (Array.isArray(value)) {
    const kept = value.slice(0, entries).map((entry) => clipped(entry, bytes, entries));
    return value.length > entries ? [...kept, `… [${grouped(value.length - entries)} more]`] : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clipped(part, bytes, entries)]));
}

function clipText(text: string, bytes: number): string {
  const whole = Buffer.from(text);
  if (whole.length <= bytes) return text;
  const end = boundaryBefore(whole, bytes);
  return `${whole.subarray(0, end).toString('utf8')}… [${grouped(whole.length - end)} more bytes]`;
}
