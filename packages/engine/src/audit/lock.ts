import { closeSync, lstatSync, openSync, renameSync, rmSync, type Stats } from 'node:fs';
import { errorCode } from '../text/error-code.ts';

/** What is done under a lock takes some milliseconds: one of this age, in milliseconds, is one that a crash left. */
const STALE_LOCK = 10_000;

/** Takes a lock, which is a file of this path, mode 0600, that its taker removes; false when another process has it. Throws the system's error. */
export function takeLock(lock: string): boolean {
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
