import type { EventOutput } from '@wisp/protocol';
import { AuditLog, newId } from '../audit/audit-log.ts';
import type { AuditEvent, EventDetails } from '../audit/events.ts';
import { DEFAULT_SETTINGS, type Settings } from '../config/settings.ts';
import { VERSION } from '../config/version.ts';
import { whyNotKept } from '../store/failure.ts';
import { OutputStore } from '../store/output-store.ts';
import { recoverStore } from '../store/recover.ts';
import { sweepStore } from '../store/sweep.ts';

export interface SessionOptions {
  home: string;
  start: Omit<EventDetails<'session.start'>, 'outputSweep'>;
  /** How long and how much is kept, and whether anything is. Absent: the defaults. */
  settings?: Pick<Settings, 'context' | 'store' | 'audit'>;
  onEvent?: (event: AuditEvent, output: EventOutput | null) => void;
  /** Told of what the person should know and what no event says. */
  onNote: (text: string) => void;
}

/** Why nothing is kept without the audit: what is stored is found, and vouched for, by its events. */
const AUDIT_OFF = 'the audit is off (setting audit.enabled)';

/** Milliseconds of a start that go to what processes that were killed left behind. */
const RECOVERY_MILLISECONDS = 100;

const FAILURES = {
  write: (why: string) =>
    `The audit log is not being written: ${why}. What happens is not recorded. The conversation goes on.`,
  rotate: (why: string) => `The audit log is full and can not be put aside: ${why}. It grows on.`,
};

/** One conversation, or one command run by itself: its audit session and the store of what its tools printed. */
export class Session {
  readonly id: string;
  readonly home: string;
  readonly directory: string;
  readonly audit: AuditLog;
  readonly store: OutputStore;
  #ended = false;

  constructor({ home, start, settings = DEFAULT_SETTINGS, onEvent, onNote }: SessionOptions) {
    const { audit, context, store } = settings;
    this.id = newId();
    this.home = home;
    this.directory = start.directory;
    this.audit = new AuditLog({
      home,
      session: this.id,
      version: VERSION,
      now: () => new Date(),
      enabled: audit.enabled,
      limits: audit,
      onFailure: (error, what) => onNote(FAILURES[what](whyNotKept(error, 'the log'))),
      ...(onEvent ? { onEvent } : {}),
    });
    this.store = new OutputStore(home, this.id, audit.enabled ? null : AUDIT_OFF);
    const clock = () => performance.now();
    recoverStore(home, RECOVERY_MILLISECONDS, clock);
    const outputSweep = sweepStore({
      home,
      clock,
      current: this.id,
      days: context.outputDays,
      maxBytes: store.maxBytes ?? null,
      now: Date.now(),
    });
    this.audit.record('session.start', { ...start, ...(outputSweep ? { outputSweep } : {}) });
  }

  /** Records the end, once. */
  end(reason: EventDetails<'session.end'>['reason']): void {
    if (this.#ended) return;
    this.#ended = true;
    this.store.close();
    this.audit.record('session.end', { reason });
  }
}
