import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A source file of the project: its path from the root, and its text. */
export interface Source {
  path: string;
  text: string;
}

/** The TypeScript files that git tracks or would track, besides what is built. */
export function sources(...folders: string[]): Source[] {
  const list = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', ...folders],
    { encoding: 'utf8' },
  );
  return list
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(path, 'utf8') }];
      } catch {
        // Removed in the working tree and not yet in the index.
        return [];
      }
    });
}
