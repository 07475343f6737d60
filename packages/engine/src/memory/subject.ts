import type { RecallClauses, Scope, Voice } from '../budget/ways.ts';
import type { StoredOutput } from '../store/stored-output.ts';
import { grouped, plural, size } from '../text/format.ts';
import { type MemoryRequest, requestIn } from './request.ts';

/** What a request is about: a stored output, and the entry or the file that it was asked for by, if it was. */
export interface Subject {
  stored: StoredOutput;
  entry: number | null;
  /** A file whose copy the output is: then nothing reaches it by its id. */
  file: string | null;
}

/** Who reads an answer: how it asks for more, the bytes that an answer may have, the window that its commands repeat. */
export interface Reader {
  voice: Voice;
  room: number;
  window: number | null;
}

/** An answer gets at least this, whatever the budget: its frame and some lines. */
export const SMALLEST_ROOM = 1_024;

/** A subject as answers name it: `output 3f9a of run_command`, `entry 7, from the store: output 3f9a of run_command`. */
export function nameOf({ stored: { record }, entry, file }: Subject): string {
  if (file !== null) return file === '-' ? 'standard input' : file;
  const output = `output ${record.id} of ${record.tool.slice(0, 64)}`;
  return entry === null ? output : `entry ${entry}, from the store: ${output}`;
}

/** The request for other parts of the subject. */
export function askFor(subject: Subject, clauses: RecallClauses, { voice, window }: Reader): string {
  const request: MemoryRequest = { action: 'recall', target: { output: subject.stored.record.id }, clauses };
  return requestIn(voice, request, window);
}

/** A scope in words: `the last 200 lines`. */
export function scopeName(scope: Scope): string {
  if (scope.kind === 'lines')
    return scope.from === scope.to
      ? `line ${grouped(scope.from)}`
      : `lines ${grouped(scope.from)}–${grouped(scope.to)}`;
  return `the ${scope.kind === 'head' ? 'first' : 'last'} ${plural(scope.count, 'line')}`;
}

/** What the end of an output says: that it is the end, or that the ceiling cut it and nothing holds what came after. */
export function endOf({ stored: { record } }: Subject): string {
  if (!record.cut) return '[end of the output]';
  const more = record.totalBytes - record.bytes;
  return `[end of what was kept; ${plural(more, 'byte')} more (${size(more)}) passed the ceiling and were not kept]`;
}
