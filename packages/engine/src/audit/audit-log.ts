import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventOutput } from '@wisp/protocol';
import type { AuditEvent, EventDetails, EventKind } from './events.ts';

/** A new id of an event, a call or a session: 16 lowercase hexadecimal characters. */
export function newId(): string {
  return randomBytes(8).toString('hex');
}

export interface AuditLogOptions {
  home: string;
  session: string;
  version: string;
  now: () => Date;
  /** Told once, when an event could not be written; the conversation goes on. */
  onFailure: (error: unknown) => void;
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
 * that two processes never mix within a line and a crash tears at most the last.
 */
export class AuditLog {
  readonly #options: AuditLogOptions;
  readonly #path: string;
  #failed = false;
  #ready = false;

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#path = join(options.home, 'logs', 'audit.jsonl');
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
    this.#append(event);
    this.#options.onEvent?.(event, output);
    return event;
  }

  #append(event: AuditEvent): void {
    try {
      if (!this.#ready) mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      this.#ready = true;
      appendFileSync(this.#path, `${JSON.stringify(event)}\n`, { mode: 0o600 });
    } catch (error) {
      if (!this.#failed) this.#options.onFailure(error);
      this.#failed = true;
    }
  }
}
