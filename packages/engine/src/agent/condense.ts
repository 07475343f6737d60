import type { ThreadRecord } from './thread.ts';

/** Share of what a request may have that is left after condensing: low enough for it to be seldom. */
const TARGET = 0.6;

/** The same while the turn under way has results that go with its end: no more is condensed for these than is needed. */
const TARGET_UNDER_WAY = 0.85;

/** Share that the lines of condensed turns may take. */
export const RECORD_SHARE = 0.2;

/** What was condensed: turns to a line each, rounds of the turn under way, results to references. */
export interface Condensed {
  turns: number;
  rounds: number;
  references: number;
}

/**
 * Makes room in a thread for a request of at most `limit`, the tools' weight not counted: what is oldest goes first, and what
 * is not needed to fit stays. References for results of earlier rounds; a line for each of the oldest turns, well below the
 * limit at once, so that the beginning of the request is not changed by every turn; a few words for rounds of the turn under
 * way; fewer of the lines; the beginning of its newest results, the largest first, or references for them; and at last the
 * newest round. The prompt is never touched.
 */
export function condense(thread: ThreadRecord, limit: number): Condensed {
  const done: Condensed = { turns: 0, rounds: 0, references: 0 };
  if (thread.weight <= limit) return done;
  done.references = thread.shortenOlder();
  const { transient } = thread;
  const target = Math.floor(Math.min(limit * TARGET + transient, limit * TARGET_UNDER_WAY));
  while (thread.weight > target && thread.condenseOldest()) {
    done.turns += 1;
    thread.trimCondensed(Math.floor(limit * RECORD_SHARE));
  }
  while (thread.weight > limit && thread.condenseRound('older')) done.rounds += 1;
  if (thread.weight > limit) thread.trimCondensedBy(thread.weight - limit);
  while (thread.weight > limit && thread.shortenLargest(thread.weight - limit)) done.references += 1;
  if (thread.weight > limit && thread.condenseRound('last')) done.rounds += 1;
  return done;
}
