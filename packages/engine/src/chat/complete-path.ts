import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Completion } from './completions.ts';

/** Most names of a directory that are candidates. */
const MOST = 200;

/** Characters that a shell takes as they are in a word. */
const PLAIN = /^[\p{L}\p{N}_./~@%+=:,-]*$/u;

/**
 * Files that a word of the input, which begins at character `from`, may go on to: directories with a slash at their end. For a
 * shell only names that need no quoting. What can not be read has no candidates.
 */
export async function completePath(
  word: string,
  from: number,
  directory: string,
  isShell: boolean,
): Promise<Completion> {
  const slash = word.lastIndexOf('/') + 1;
  const [above, begun] = [word.slice(0, slash), word.slice(slash)];
  const place = resolve(directory, above.replace(/^~(?=\/)/, homedir()));
  const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
  const candidates = entries
    .filter(({ name }) => name.startsWith(begun) && (begun !== '' || !name.startsWith('.')))
    .filter(({ name }) => (isShell ? PLAIN.test(name) : !/\s/.test(name)))
    .map((entry) => `${above}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort()
    .slice(0, MOST);
  return { from, candidates };
}
