import type { EventOutput } from '@wisp/protocol';
import { AuditLog, newId } from '../audit/audit-log.ts';
import type { AuditEvent, EventDetails } from '../audit/events.ts';
import { VERSION } from '../config/version.ts';
import { whyNotKept } from '../store/failure.ts';
import { OutputStore } from '../store/output-store.ts';

export interface SessionOptions {
  home: string;
  start: EventDetails<'session.start'>;
  onEvent?: (event: AuditEvent, output: EventOutput | null) => void;
  /** Told of what the person should know and what no event says. */
  onNote: (text: string) => void;
}

/** One conversation, or one command run by itself: its audit session and the store of what its tools printed. */
export class Session {
  readonly id: string;
  readonly home: string;
  readonly directory: string;
  readonly audit: AuditLog;
  readonly store: OutputStore;
  #ended = false;

  constructor({ home, start, onEvent, onNote }: SessionOptions) {
    this.id = newId();
    this.home = home;
    this.directory = start.directory;
    this.audit = new AuditLog({
      home,
      session: this.id,
      version: VERSION,
      now: () => new Date(),
      onFailure: (error) =>
        onNote(`The audit log is not being written: ${whyNotKept(error)}. The conversation goes on.`),
      ...(onEvent ? { onEvent } : {}),
    });
    this.store = new OutputStore(home, this.id);
    this.audit.record('session.start', start);
  }

  /** Records the end, once. */
  end(reason: EventDetails<'session.end'>['reason']): void {
    if (this.#ended) return;
    this.#ended = true;
    this.audit.record('session.end', { reason });
  }
}
