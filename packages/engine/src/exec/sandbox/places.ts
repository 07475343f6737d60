import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, relative, sep } from 'node:path';

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** Absolute paths without links: where a confined command may write, and what within them it may not. */
export interface WritablePlaces {
  writable: readonly string[];
  /** Directories within them that must stay where they are, the outermost first: what is closed lies below. */
  pinned: readonly string[];
  readOnly: readonly string[];
}

/**
 * Where the commands of a conversation may write: the launch directory, the directories of temporary files, and the cache
 * that programs share (XDG_CACHE_HOME, ~/.cache). wisp's own home stays closed wherever it is, and can not be moved aside:
 * it holds approvals. It must exist to be closed.
 */
export function placesOf(directory: string, home: string, env: NodeJS.ProcessEnv): WritablePlaces {
  const cache = env.XDG_CACHE_HOME || (env.HOME ? `${env.HOME}/.cache` : '');
  const found = [directory, tmpdir(), '/tmp', '/var/tmp', cache].map(real).filter((path) => path !== null);
  const writable = [...new Set(found)];
  const closed = real(home);
  if (closed === null) return { writable, pinned: [], readOnly: [] };
  const pinned = above(closed).filter((path) => writable.some((place) => isBelow(path, place)));
  return { writable, pinned, readOnly: [closed] };
}

/** The directories that a path lies in, the outermost first. */
function above(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...above(parent), parent];
}

function isBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
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
