import type { ThreadRecord } from './thread.ts';

/** Share of what a request may have that is left after condensing: low enough for it to be seldom. */
const TARGET = 0.6;

/** Share that the lines of condensed turns may take. */
const RECORD = 0.12;

/** What was condensed: turns to a line each, rounds of the turn under way, results to references. */
export interface Condensed {
  turns: number;
  rounds: number;
  references: number;
}

/**
 * Makes room in a thread for a request of at most `limit` bytes, the tools' not counted: what is oldest and largest goes
 * first, and what is not needed to fit stays. References for results of earlier rounds; a line for each of the oldest turns,
 * well below the limit at once, so that the beginning of the request is not changed by every turn; a line for rounds of the
 * turn under way; at last references for its newest results. The person's prompt is never touched.
 */
export function condense(thread: ThreadRecord, limit: number): Condensed {
  const done: Condensed = { turns: 0, rounds: 0, references: 0 };
  if (thread.bytes <= limit) return done;
  const target = Math.floor(limit * TARGET);
  done.references = thread.shortenResults('older');
  while (thread.bytes > target && thread.condenseOldest()) {
    done.turns += 1;
    thread.trimCondensed(Math.floor(limit * RECORD));
  }
  while (thread.bytes > limit && thread.condenseRound()) done.rounds += 1;
  if (thread.bytes > limit) done.references += thread.shortenResults('all');
  if (thread.bytes > limit) thread.trimCondensed(0);
  return done;
}
