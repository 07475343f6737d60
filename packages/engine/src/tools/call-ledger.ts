import { createHash } from 'node:crypto';
import type { ToolRequest } from '../models/backend.ts';

/** How often a call was made before in its turn, which entry did so last, and whether that gave the same. */
export interface Repeat {
  /** Times that the call has been made in this turn, this one included: 2 or more. */
  count: number;
  /** The entry that made it last. */
  entry: number;
  /** Null when the two can not be compared: one was kept as it was printed, the other as it was shown. */
  same: boolean | null;
}

interface Made {
  count: number;
  entry: number;
  result: ResultHash;
}

/** A call of the same kind is answered with firmer words from this count on. */
const INSISTENT = 3;

/**
 * The calls of one turn, to tell a repeated one (features G4): the same tool with the same arguments, whatever their order,
 * its results compared by SHA-256. What changes a file makes every later call a new one.
 */
export class CallLedger {
  readonly #made = new Map<string, Made>();

  /** A new turn, a command of the person, or a file that was changed: what is asked now may be answered otherwise. */
  clear(): void {
    this.#made.clear();
  }

  /** Whether a call was made before in this turn. */
  repeats(request: ToolRequest): boolean {
    return this.#made.has(keyOf(request));
  }

  /** Takes a call and its result; gives what it repeats, or null for a new one. `entry` counts the conversation's calls. */
  note(request: ToolRequest, result: ResultHash, entry: number): Repeat | null {
    const key = keyOf(request);
    const before = this.#made.get(key);
    this.#made.set(key, { count: (before?.count ?? 0) + 1, entry, result });
    if (!before) return null;
    const same = before.result.of === result.of ? before.result.sha256 === result.sha256 : null;
    return { count: before.count + 1, entry: before.entry, same };
  }
}

/** What a result is compared by: what the tool printed, or, where that is not kept, what it showed. */
export interface ResultHash {
  of: 'printed' | 'shown';
  sha256: string;
}

/** The hash of a result that the store has no record of. */
export function shownHash(text: string): ResultHash {
  return { of: 'shown', sha256: createHash('sha256').update(text).digest('hex') };
}

function keyOf({ name, arguments: given }: ToolRequest): string {
  return `${name} ${canonical(given)}`;
}

/** Most bytes of that line: the result has as much less room. */
export const REPEAT_LINE_BYTES = 256;

/**
 * The line above a repeated call's result. It names the entry and never says that the earlier result can still be seen, since it
 * may have been condensed away.
 */
export function repeatLine({ count, entry, same }: Repeat): string {
  const times = `[This call was made ${count} times in this turn; entry ${entry} was the last before.`;
  if (same === null) return `${times}]`;
  if (!same) return `${times} Its result differs from then.]`;
  const insists =
    count >= INSISTENT ? ' Making it again will not change that: do something else, or say what you need.' : '';
  return `${times} Its result is the same as then.${insists}]`;
}

/** Arguments as text, their keys in order at every depth. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
