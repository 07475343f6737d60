import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, unlessRefused } from './failure.ts';
import { ID_SHAPE } from './id.ts';
import { liveSessions } from './lease.ts';
import { openOutput } from './open-output.ts';
import { isAsRecorded } from './open-verified.ts';
import { StoreError } from './stored-output.ts';
import { DAY, MOST_REMOVED } from './sweep.ts';
import { examineSession } from './sweep-session.ts';

/** Bytes of outputs that are read to hold them against their records; the sizes of all are. */
const VERIFIED_BYTES = 268_435_456;

export interface SweepPlanOptions {
  /** Days that a session's outputs are kept; 0 for ever. */
  days: number;
  /** Bytes that all outputs may take; null for no ceiling. */
  maxBytes: number | null;
  /** Milliseconds since 1970. */
  now: number;
}

interface Share {
  sessions: number;
  bytes: number;
}

/** What the store holds and what becomes of it, for a person. */
export interface SweepPlan extends Share {
  outputs: number;
  /** What the next start removes, and all that is due. */
  next: Share;
  due: Share;
  /** What is not wisp's own, or may not be read, by its name under `output`, and why it stays. */
  leftAlone: { name: string; why: string }[];
  /** Outputs that are not as their records say. */
  damaged: { id: string; session: string; problem: string }[];
  /** Outputs of which the size alone was held against the record. */
  unverified: number;
}

interface Session {
  name: string;
  bytes: number;
  lastUse: number;
  live: boolean;
  outputs: string[];
}

/** Looks through the whole store, without a bound of time, and removes nothing. Throws the system's error when it can not be listed. */
export function sweepPlan(home: string, { days, maxBytes, now }: SweepPlanOptions): SweepPlan {
  const root = join(home, 'output');
  const { sessions, leftAlone } = survey(
    root,
    unlessRefused(() => liveSessions(home)),
  );
  const bytes = sum(sessions);
  const swept = sessions.filter(({ live }) => !live).sort((a, b) => a.lastUse - b.lastUse);
  const due = swept.filter(({ lastUse }) => days > 0 && lastUse < now - days * DAY);
  let left = bytes - sum(due);
  for (const session of swept.slice(due.length)) {
    if (maxBytes === null || left <= maxBytes) break;
    left -= session.bytes;
    due.push(session);
  }
  return {
    sessions: sessions.length,
    bytes,
    outputs: sessions.reduce((n, { outputs }) => n + outputs.length, 0),
    next: shareOf(due.slice(0, MOST_REMOVED)),
    due: shareOf(due),
    leftAlone,
    ...verify(root, sessions),
  };
}

function survey(root: string, live: Set<string> | null): { sessions: Session[]; leftAlone: SweepPlan['leftAlone'] } {
  const sessions: Session[] = [];
  const leftAlone: SweepPlan['leftAlone'] = [];
  for (const name of namesIn(root)) {
    const found = ID_SHAPE.test(name)
      ? examineSession(join(root, name), () => false)
      : ({ kind: 'foreign', why: 'it is no name of a session' } as const);
    if (found.kind === 'foreign') leftAlone.push({ name, why: found.why });
    if (found.kind !== 'own') continue;
    const names = new Set(found.files);
    const outputs = found.files.filter((file) => ID_SHAPE.test(file) && names.has(`${file}.json`));
    sessions.push({ name, outputs, bytes: found.bytes, lastUse: found.lastUse, live: live?.has(name) ?? true });
  }
  return { sessions, leftAlone };
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Holds every output against its record: the size of each, the bytes of the newest. */
function verify(root: string, sessions: readonly Session[]): Pick<SweepPlan, 'damaged' | 'unverified'> {
  const damaged: SweepPlan['damaged'] = [];
  let unverified = 0;
  let room = VERIFIED_BYTES;
  for (const { name, outputs } of [...sessions].sort((a, b) => b.lastUse - a.lastUse)) {
    for (const id of outputs) {
      const looked = look(join(root, name), id, room);
      if (typeof looked === 'string') damaged.push({ id, session: name, problem: looked });
      else if (looked === 0) unverified++;
      else room -= looked;
    }
  }
  return { damaged, unverified };
}

/** What is wrong with an output, or how many of its bytes were read, at most `room`: 0 for none. */
function look(directory: string, id: string, room: number): string | number {
  try {
    const stored = openOutput(directory, id);
    try {
      const { bytes } = stored.record;
      if (bytes > room) return 0;
      return isAsRecorded(stored) ? Math.max(1, bytes) : 'its bytes are not those of its SHA-256';
    } finally {
      stored.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.message;
  }
}

const sum = (sessions: readonly Session[]): number => sessions.reduce((n, { bytes }) => n + bytes, 0);

const shareOf = (sessions: readonly Session[]): Share => ({ sessions: sessions.length, bytes: sum(sessions) });
