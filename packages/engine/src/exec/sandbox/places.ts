import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** Absolute paths without links: where a confined command may write, and what within them it may not. */
export interface WritablePlaces {
  writable: readonly string[];
  readOnly: readonly string[];
}

/**
 * Where the commands of a conversation may write: the launch directory, the directories of temporary files, and the cache
 * that programs share (XDG_CACHE_HOME, ~/.cache). wisp's own home stays closed wherever it is: it holds approvals.
 */
export function placesOf(directory: string, home: string, env: NodeJS.ProcessEnv): WritablePlaces {
  const cache = env.XDG_CACHE_HOME || (env.HOME ? `${env.HOME}/.cache` : '');
  const writable = [directory, tmpdir(), '/tmp', '/var/tmp', cache].map(real).filter((path) => path !== null);
  return { writable: [...new Set(writable)], readOnly: [real(home)].filter((path) => path !== null) };
}

function real(path: string): string | null {
  if (path === '') return null;
  try {
    return realpathSync(path);
  } catch {
    // Not there: nothing to write to, and nothing to close.
    return null;
  }
}
