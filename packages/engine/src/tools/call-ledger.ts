import { createHash } from 'node:crypto';
import type { ToolRequest } from '../models/backend.ts';

/** How often a call was made in its turn, which one was the last before, and whether that gave the same. */
interface Repeat {
  /** Times that the call has been made in this turn, this one included: 2 or more. */
  count: number;
  /** The entry that made it last, and that call's id. */
  entry: number;
  of: string;
  /** Null when that can not be told: what is compared is a part, or was not kept. */
  same: boolean | null;
}

/** What a result is compared by. */
export interface ResultMark {
  /** SHA-256 of the result; null when it can not be told. */
  sha256: string | null;
  /** Room in bytes that a part was cut to; null for a whole, which does not depend on it. */
  room: number | null;
  /** SHA-256 of what the result is a part of; null when it is not known. */
  source: string | null;
}

/** A call as it was made: which entry, under which id, with what result. */
export interface MadeCall {
  entry: number;
  id: string;
  mark: ResultMark;
  /** Whether its result can be recalled. */
  recalled: boolean;
  /** Whether it changed a file: then every other call is a new question. */
  changes: boolean;
}

/** What a call repeats, with what the line above its result says beyond that. */
export interface Repeated extends Repeat {
  /** Times in a row that the result was the same, this one included. */
  streak: number;
  /** Whether the result of `entry` can be recalled. */
  recalled: boolean;
}

interface Known extends MadeCall {
  count: number;
  streak: number;
}

/** Equal results in a row from which on the line is firmer. */
const INSISTENT = 3;

/**
 * The calls of one turn, to tell a repeated one (features G4): the same tool with the same arguments, whatever their order,
 * its results compared by SHA-256. A call that changed a file makes every other call a new one, but stays one itself.
 */
export class CallLedger {
  readonly #known = new Map<string, Known>();

  /** A new turn, or a command of the person's: what is asked now is asked for the first time. */
  clear(): void {
    this.#known.clear();
  }

  /** Whether a call was made before in this turn. */
  repeats(request: ToolRequest): boolean {
    return this.#known.has(keyOf(request));
  }

  /** Takes a call; gives what it repeats, or null for a new one. */
  note(request: ToolRequest, made: MadeCall): Repeated | null {
    const key = keyOf(request);
    const before = this.#known.get(key);
    const same = before ? isSame(before.mark, made.mark) : null;
    const streak = before && same ? before.streak + 1 : 1;
    const count = (before?.count ?? 0) + 1;
    if (made.changes) this.#forgetLooks();
    this.#known.set(key, { ...made, count, streak });
    return before ? { count, entry: before.entry, of: before.id, same, streak, recalled: before.recalled } : null;
  }

  #forgetLooks(): void {
    for (const [key, { changes }] of this.#known) if (!changes) this.#known.delete(key);
  }
}

/** Only what is certain is said: parts that were cut to different rooms differ for that alone. */
function isSame(before: ResultMark, now: ResultMark): boolean | null {
  if (before.source !== null && before.source === now.source) return true;
  if (before.sha256 === null || now.sha256 === null) return null;
  if (before.sha256 === now.sha256) return true;
  return before.room === now.room ? false : null;
}

/** The SHA-256 of a text or of bytes, as hexadecimal. */
export function sha256Of(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function keyOf({ name, arguments: given }: ToolRequest): string {
  return `${name} ${canonical(given)}`;
}

/** Most bytes of the line with its line feed: the result has as much less room. */
export const REPEAT_LINE_BYTES = 256;

/**
 * The line above a repeated call's result. It names the entry and never says that the earlier result can still be seen, since it
 * may have been condensed away; where it can be recalled and is another, the line says how.
 */
export function repeatLine({ count, entry, same, streak, recalled }: Repeated): string {
  const times = `[This call was made ${count} times in this turn; entry ${entry} was the last before.`;
  const way = recalled && same !== true ? ` To see that one, memory: "recall entry ${entry}".` : '';
  if (same === null) return `${times}${way}]`;
  if (!same) return `${times} Its result differs from then.${way}]`;
  if (streak < INSISTENT) return `${times} Its result is the same as then.]`;
  return `${times} Its result is the same, ${streak} times in a row. Unless something else changes it will stay so: do something else, or say what you need.]`;
}

/** Arguments as text, their keys in order at every depth. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
