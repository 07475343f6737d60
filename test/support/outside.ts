import { homedir } from 'node:os';
import { relative } from 'node:path';
import { placesOf } from '../../packages/engine/src/exec/sandbox/places.ts';

/**
 * A directory that no sandbox opens unless it is launched there: this project's, or the home. Null where both lie in
 * temporary files.
 */
export function outsideOfSandboxes(): string | null {
  const { writable } = placesOf('/nowhere', '/nowhere', process.env);
  const open = (path: string) => writable.some((place) => !relative(place, path).startsWith('..'));
  return [process.cwd(), homedir()].find((path) => !open(path)) ?? null;
}
