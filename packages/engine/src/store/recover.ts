import { lstatSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from './failure.ts';
import { ID_SHAPE } from './id.ts';
import { giveBack, type Lease, leases } from './lease.ts';
import { isRunning } from './process-mark.ts';

/** What a process has only while it works: an output and a record not yet whole, and the spill of a stream. */
export const UNFINISHED = /^[0-9a-f]{16}(?:(?:\.json)?\.part|\.(?:stdout|stderr)\.spill)$/;

/** Age, in milliseconds, from which a lease counts as left behind whose process can not be looked at from here. */
const LAPSED = 86_400_000;

/**
 * Removes what processes that were killed left unfinished: spills, parts, and an output whose record was never written. Those of
 * a process that still runs are not touched. Ends after `milliseconds`; the next start goes on. Nothing here fails a start: what
 * can not be removed stays.
 */
export function recoverStore(home: string, milliseconds: number, now: () => number): void {
  const began = now();
  for (const lease of unlessRefused(() => leases(home)) ?? []) {
    if (now() - began > milliseconds) return;
    const running = isRunning(lease.mark);
    if (running === false || (running === null && lapsed(lease))) unlessRefused(() => recover(home, lease));
  }
}

function lapsed({ path }: Lease): boolean {
  const stat = unlessRefused(() => statSync(path));
  return stat !== null && Date.now() - stat.mtimeMs > LAPSED;
}

function recover(home: string, { session, path }: Lease): void {
  const directory = join(home, 'output', session);
  if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    const names = readdirSync(directory);
    for (const name of names)
      if (UNFINISHED.test(name) || isUnrecorded(directory, name)) removeFile(join(directory, name));
    if (readdirSync(directory).length === 0) rmdirSync(directory);
  }
  giveBack(path);
}

function isUnrecorded(directory: string, name: string): boolean {
  return ID_SHAPE.test(name) && !lstatSync(join(directory, `${name}.json`), { throwIfNoEntry: false });
}

function removeFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path, { force: true });
}
