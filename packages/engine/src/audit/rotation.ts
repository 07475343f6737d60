import { lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from './lock.ts';
import { logName, putAside } from './log-files.ts';

/** When a log is put aside, and how many of those are kept. */
export interface RotationLimits {
  maxBytes: number;
  files: number;
}

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
