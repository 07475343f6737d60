import { closeSync, lstatSync, openSync, renameSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../text/error-code.ts';
import { logName, putAside } from './log-files.ts';

/** When a log is put aside, and how many of those are kept. */
export interface RotationLimits {
  maxBytes: number;
  files: number;
}

/** A rotation takes some milliseconds: a lock of this age, in milliseconds, is one that a crash left. */
const STALE_LOCK = 10_000;

/**
 * Puts the log of a directory aside when `incoming` more bytes would pass its limit: `audit.jsonl` becomes `audit.1.jsonl`, what
 * was 1 becomes 2, and what is past the number to keep goes. One process does it at a time; one that finds another at it goes on
 * without waiting. Throws the system's error; no log is lost by that.
 */
export function rotateWhenFull(directory: string, { maxBytes, files }: RotationLimits, incoming: number): void {
  const path = join(directory, logName());
  const full = (): boolean => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size > 0 && stat.size + incoming > maxBytes;
  };
  if (!full()) return;
  const lock = join(directory, 'audit.lock');
  if (!takeLock(lock)) return;
  try {
    // Another process may have done it between the look and the lock.
    if (full()) shift(directory, files);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Moves each log one number up, from the oldest on, as far as numbers without a gap go: a crash in between loses none. */
function shift(directory: string, files: number): void {
  const numbers = putAside(directory);
  for (const number of numbers.filter((n) => n >= files)) rmSync(join(directory, logName(number)), { force: true });
  const kept = new Set(numbers.filter((n) => n < files));
  let free = 1;
  while (kept.has(free)) free++;
  for (let number = free; number > 0; number--)
    renameSync(join(directory, logName(number - 1)), join(directory, logName(number)));
}

function takeLock(lock: string): boolean {
  for (const last of [false, true]) {
    try {
      closeSync(openSync(lock, 'wx', 0o600));
      return true;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (last || !removeStale(lock)) return false;
    }
  }
  return false;
}

/** Removes a lock that nobody holds any more, unless another process does so first. */
function removeStale(lock: string): boolean {
  const stale = lstatSync(lock, { throwIfNoEntry: false });
  if (!stale) return true;
  if (Math.abs(Date.now() - stale.mtimeMs) < STALE_LOCK) return false;
  const taken = `${lock}.${process.pid}`;
  try {
    renameSync(lock, taken);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  if (same(lstatSync(taken), stale)) {
    rmSync(taken, { force: true });
    return true;
  }
  // In between another process removed it and took a lock of its own: that is given back.
  renameSync(taken, lock);
  return false;
}

const same = (a: Stats, b: Stats): boolean => a.ino === b.ino && a.dev === b.dev && a.mtimeMs === b.mtimeMs;
