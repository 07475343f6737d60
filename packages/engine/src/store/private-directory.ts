import { lstatSync, mkdirSync } from 'node:fs';

/** Makes a directory for its owner alone, where there is none. Throws the system's error, also where something else is in its place. */
export function makePrivate(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700, recursive: false });
  } catch (error) {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
