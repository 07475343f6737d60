import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { errorCode } from '../text/error-code.ts';

/**
 * Makes a directory for its owner alone, and those above it, where there is none. Throws the system's error, also where
 * something else is in its place: a link to a directory counts as one, but for `own`.
 */
export function makePrivate(path: string, own = false): void {
  try {
    // Not recursive at once: that hides why a directory can not be made.
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') mkdirSync(path, { mode: 0o700, recursive: true });
    else if (!(own ? lstatSync : statSync)(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
