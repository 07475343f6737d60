import { lstatSync, opendirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './failure.ts';
import { UNFINISHED } from './recover.ts';

/** Names of the files that wisp makes in a session's directory: an output, its record, and what a crash left of one. */
const OUTPUT_OR_RECORD = /^[0-9a-f]{16}(?:\.json)?$/;

/** A session's directory as the sweep sees it: wisp's own, with its files; or not, and why; or not looked through in time. */
export type SessionFiles =
  | { kind: 'own'; files: readonly string[]; bytes: number; lastUse: number }
  | { kind: 'foreign'; why: string }
  | { kind: 'gone' }
  | { kind: 'no time' };

/**
 * Looks through a session's directory, following no link. Its last use is the newest modification time, in milliseconds, among
 * the directory and its files. It is wisp's own when all it holds are regular files under names that wisp gives.
 */
export function examineSession(directory: string, late: () => boolean): SessionFiles {
  try {
    const stat = lstatSync(directory);
    if (!stat.isDirectory()) return { kind: 'foreign', why: stat.isSymbolicLink() ? 'a link' : 'no directory' };
    return filesOf(directory, stat.mtimeMs, late);
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    return code === 'ENOENT' ? { kind: 'gone' } : { kind: 'foreign', why: `it can not be read (${code})` };
  }
}

function filesOf(path: string, modified: number, late: () => boolean): SessionFiles {
  const files: string[] = [];
  let bytes = 0;
  let lastUse = modified;
  const directory = opendirSync(path);
  try {
    for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
      if (late()) return { kind: 'no time' };
      const { name } = entry;
      if (!OUTPUT_OR_RECORD.test(name) && !UNFINISHED.test(name))
        return { kind: 'foreign', why: `it holds ${JSON.stringify(name.slice(0, 80))}, which is no name of wisp's` };
      const stat = lstatSync(join(path, name), { throwIfNoEntry: false });
      if (!stat) continue;
      if (!stat.isFile()) return { kind: 'foreign', why: `it holds ${name}, which is no regular file` };
      files.push(name);
      bytes += stat.size;
      lastUse = Math.max(lastUse, stat.mtimeMs);
    }
  } finally {
    directory.closeSync();
  }
  return { kind: 'own', files, bytes, lastUse };
}

/**
 * Removes a session's directory: its files, records first, so that at no time a record stands without its file, then itself.
 * Gone means that another process did so first.
 */
export function removeSession(directory: string, files: readonly string[]): 'removed' | 'gone' | 'left' {
  const records = files.filter((name) => name.endsWith('.json'));
  const others = files.filter((name) => !name.endsWith('.json'));
  try {
    for (const name of [...records, ...others]) rmSync(join(directory, name), { force: true });
    rmdirSync(directory);
    return 'removed';
  } catch (error) {
    // Not empty: something was written meanwhile. Refused: it stays.
    const code = errorCode(error);
    if (code === null) throw error;
    return code === 'ENOENT' ? 'gone' : 'left';
  }
}
