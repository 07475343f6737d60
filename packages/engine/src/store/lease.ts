import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from '../audit/private-directory.ts';
import { errorCode } from './failure.ts';
import { isRunning, ownMark, type ProcessMark } from './process-mark.ts';

const LEASE = /^([0-9a-f]{16})\.(\d{1,10})\.(\d{1,20})\.([0-9a-f]{16})$/;

/** Says that a session's outputs are being written, and by which process: an empty file `<home>/live/<session>.<mark>`. */
export interface Lease {
  session: string;
  path: string;
  mark: ProcessMark;
}

/** Takes the lease of a session for this process and returns its path. Throws the system's error. */
export function takeLease(home: string, session: string): string {
  const { pid, start, place } = ownMark();
  makePrivate(home);
  makePrivate(join(home, 'live'));
  const path = join(home, 'live', `${session}.${pid}.${start}.${place}`);
  closeSync(openSync(path, 'w', 0o600));
  return path;
}

/** Gives a lease back. */
export function giveBack(path: string): void {
  rmSync(path, { force: true });
}

/** Every lease of a home; files that are none are passed over. */
export function leases(home: string): Lease[] {
  return entries(join(home, 'live')).flatMap((name) => {
    const [, session, pid, start, place] = LEASE.exec(name) ?? [];
    if (session === undefined || start === undefined || place === undefined) return [];
    return [{ session, path: join(home, 'live', name), mark: { pid: Number(pid), start, place } }];
  });
}

/** Sessions that a process may still be writing: one that runs, or one that can not be looked at from here. */
export function liveSessions(home: string): Set<string> {
  return new Set(
    leases(home)
      .filter(({ mark }) => isRunning(mark) !== false)
      .map(({ session }) => session),
  );
}

function entries(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
