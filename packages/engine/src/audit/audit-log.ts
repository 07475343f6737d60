import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { EventOutput } from '@wisp/protocol';
import { errorCode } from '../text/error-code.ts';
import { appendLine } from './append.ts';
import { boundedLine } from './bounded-line.ts';
import type { AuditEvent, EventDetails, EventKind } from './events.ts';
import { logDirectory, logName } from './log-files.ts';
import { makePrivate } from './private-directory.ts';
import { type RotationLimits, rotateWhenFull } from './rotation.ts';

/** A new id of an event, a call or a session: 16 lowercase hexadecimal characters. */
export function newId(): string {
  return randomBytes(8).toString('hex');
}

export interface AuditLogOptions {
  home: string;
  session: string;
  version: string;
  now: () => Date;
  /** Off, nothing is written; events still reach `onEvent`. */
  enabled: boolean;
  limits: RotationLimits;
  /** Told once of each: an event that was not written, a full log that was not put aside. The conversation goes on. */
  onFailure: (error: unknown, what: 'write' | 'rotate') => void;
  /** Told of every event, after it was written, and of the output that it came with; the log has no output's content. */
  onEvent?: (event: AuditEvent, output: EventOutput | null) => void;
}

/** What an event belongs to. */
export interface EventPlace {
  turn?: number | null;
  call?: string | null;
}

/**
 * The audit log `<home>/logs/audit.jsonl`: one event a line, in order, private to the user. Each event is one append, so
 * that two processes never mix within a line and a crash tears at most the last. A full log is put aside.
 */
export class AuditLog {
  readonly #options: AuditLogOptions;
  readonly #directory: string;
  readonly #told = new Set<'write' | 'rotate'>();

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#directory = logDirectory(options.home);
  }

  /** Records an event and returns it. */
  record<K extends EventKind>(
    kind: K,
    details: EventDetails<K>,
    place: EventPlace = {},
    output: EventOutput | null = null,
  ): AuditEvent {
    const { session, version, now } = this.#options;
    const event: AuditEvent = {
      schema: 1,
      id: newId(),
      time: now().toISOString(),
      version,
      pid: process.pid,
      session,
      turn: place.turn ?? null,
      call: place.call ?? null,
      kind,
      details,
    };
    if (this.#options.enabled) this.#append(boundedLine(event));
    this.#options.onEvent?.(event, output);
    return event;
  }

  /** A failure is told once, and the next event tried again: a disk may have room by then. */
  #append(line: string): void {
    const { limits } = this.#options;
    const directory = this.#directory;
    const grown = failureOf(() => rotateWhenFull(directory, limits, Buffer.byteLength(line) + 1));
    const lost = failureOf(() => write(directory, line));
    if (lost) this.#tell(lost.error, 'write');
    else if (grown) this.#tell(grown.error, 'rotate');
  }

  #tell(error: unknown, what: 'write' | 'rotate'): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#options.onFailure(error, what);
  }
}

/** Writes a line, and makes the directory when it is not there: to ask each time would cost more than the line. */
function write(directory: string, line: string): void {
  const path = join(directory, logName());
  try {
    appendLine(path, line);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    makePrivate(directory);
    appendLine(path, line);
  }
}

function failureOf(work: () => void): { error: unknown } | null {
  try {
    work();
    return null;
  } catch (error) {
    return { error };
  }
}
