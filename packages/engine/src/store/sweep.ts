import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from './failure.ts';
import { ID_SHAPE } from './id.ts';
import { type KnownSize, readKnownSizes, writeKnownSizes } from './known-sizes.ts';
import { liveSessions } from './lease.ts';
import { examineSession, removeSession, type SessionFiles } from './sweep-session.ts';

/** Most sessions that one start removes. */
export const MOST_REMOVED = 16;

/** Milliseconds of a start after which no session is looked at any more, and those after which none is measured. */
const SWEEP_MILLISECONDS = 100;
const MEASURE_MILLISECONDS = 60;

export const DAY = 86_400_000;

export interface SweepOptions {
  home: string;
  /** The session that starts: never swept. */
  current: string;
  /** Days after its last use that a session's outputs are kept; 0 for ever. */
  days: number;
  /** Bytes that all outputs may take; null for no ceiling. */
  maxBytes: number | null;
  /** Milliseconds since 1970, beside which last use is held. */
  now: number;
  /** A clock in milliseconds, for the deadline. */
  clock: () => number;
}

/** What a sweep did: ids of the sessions whose outputs are gone, their bytes, and how many more were due and left for later. */
export interface SweepReport {
  removed: number;
  sessions: string[];
  bytes: number;
  deferred: number;
}

/** A session's directory, and its own modification time in milliseconds. */
interface Listed {
  session: string;
  modified: number;
}

type Own = Extract<SessionFiles, { kind: 'own' }>;

/**
 * Removes outputs of sessions that were last used before the days that they are kept, then, while all that is kept passes the
 * ceiling, those of the oldest. One listing, the oldest first, 16 sessions at most and none after 100 ms: the rest waits for the
 * next start. Only what is wisp's own goes, and neither the current session nor one that a process still writes. Null when nothing
 * was due. Fails for nothing that the system refuses.
 */
export function sweepStore(options: SweepOptions): SweepReport | null {
  const sweep = new Sweep(options);
  if (options.days === 0 && options.maxBytes === null) return null;
  const listed = sweep.list();
  const aged = options.days === 0 ? [] : sweep.byAge(listed);
  if (options.maxBytes !== null)
    sweep.bySize(
      listed.filter(({ session }) => !aged.includes(session)),
      options.maxBytes,
    );
  const { report } = sweep;
  return report.removed === 0 && report.deferred === 0 ? null : report;
}

class Sweep {
  readonly report: SweepReport = { removed: 0, sessions: [], bytes: 0, deferred: 0 };
  readonly #options: SweepOptions;
  readonly #root: string;
  readonly #began: number;

  constructor(options: SweepOptions) {
    this.#options = options;
    this.#root = join(options.home, 'output');
    this.#began = options.clock();
  }

  /** The sessions that may be swept, the oldest first by their directories' own times. */
  list(): Listed[] {
    const { home, current } = this.#options;
    // Where it can not be seen who writes, nothing is swept.
    const live = unlessRefused(() => liveSessions(home));
    const names = live ? sessionNames(this.#root) : [];
    // A disk so slow that not all can be listed in time is begun elsewhere at each start, so that none waits for ever.
    const first = Math.floor(Math.random() * names.length);
    const listed = [...names.slice(first), ...names.slice(0, first)].flatMap((session) => {
      if (session === current || live?.has(session)) return [];
      const stat = this.#late() ? null : unlessRefused(() => lstatSync(join(this.#root, session)));
      return stat?.isDirectory() ? [{ session, modified: stat.mtimeMs }] : [];
    });
    return listed.sort((a, b) => a.modified - b.modified);
  }

  /** Removes what is too old; returns the sessions that are, or may be. */
  byAge(listed: readonly Listed[]): string[] {
    const { now, days } = this.#options;
    const cutoff = now - days * DAY;
    const old = listed.filter(({ modified }) => modified < cutoff);
    return old.flatMap(({ session }) => {
      const files = this.#examine(session);
      if (files === null) return [session];
      if (files.kind !== 'own' || files.lastUse >= cutoff) return [];
      this.#remove(session, files);
      return [session];
    });
  }

  /** Removes the oldest sessions while those that are measured so far pass `most` bytes. */
  bySize(listed: readonly Listed[], most: number): void {
    const sizes = this.#measure(listed);
    const measured = [...sizes].flatMap(([session, { size }]) => (size ? [{ session, ...size }] : []));
    let bytes = measured.reduce((n, size) => n + size.bytes, 0);
    measured.sort((a, b) => a.lastUse - b.lastUse);
    for (const { session, bytes: own } of measured) {
      if (bytes <= most) return;
      bytes -= own;
      // Looked through once more, in its turn: what was measured may be from an earlier start.
      const files = this.#examine(session);
      if (files?.kind === 'own') this.#remove(session, files);
    }
  }

  /** Sizes of the sessions, those of earlier starts too: a store too large to be measured in the time is so in a few starts. */
  #measure(listed: readonly Listed[]): Map<string, KnownSize> {
    const { home } = this.#options;
    const known = readKnownSizes(home);
    const sizes = new Map<string, KnownSize>();
    let isNew = known.size !== listed.length;
    for (const { session, modified } of listed) {
      const before = known.get(session);
      const size = before?.modified === modified ? before : this.#sizeOf(session, modified);
      if (size) sizes.set(session, size);
      isNew ||= size !== before;
    }
    if (isNew) writeKnownSizes(home, sizes);
    return sizes;
  }

  #sizeOf(session: string, modified: number): KnownSize | null {
    const late = () => this.#late(MEASURE_MILLISECONDS);
    const files = late() ? null : this.#look(session, late);
    if (files === null || files.kind === 'no time' || files.kind === 'gone') return null;
    return { modified, size: files.kind === 'own' ? { bytes: files.bytes, lastUse: files.lastUse } : null };
  }

  #look(session: string, late: () => boolean): SessionFiles {
    return examineSession(join(this.#root, session), late);
  }

  /** Null when the bounds of this start leave no look. */
  #examine(session: string): SessionFiles | null {
    if (this.report.removed < MOST_REMOVED && !this.#late()) {
      const files = this.#look(session, () => this.#late());
      if (files.kind !== 'no time') return files;
    }
    this.report.deferred++;
    return null;
  }

  #remove(session: string, { files, bytes }: Own): void {
    const done = this.report.removed < MOST_REMOVED ? removeSession(join(this.#root, session), files) : 'left';
    if (done === 'left') this.report.deferred++;
    if (done !== 'removed') return;
    this.report.removed++;
    this.report.sessions.push(session);
    this.report.bytes += bytes;
  }

  #late(milliseconds = SWEEP_MILLISECONDS): boolean {
    return this.#options.clock() - this.#began >= milliseconds;
  }
}

/** Names under the store that are those of sessions. A store that is not there, or may not be read, has none. */
function sessionNames(root: string): string[] {
  return (unlessRefused(() => readdirSync(root)) ?? []).filter((name) => ID_SHAPE.test(name));
}
