import { constants, readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../text/error-code.ts';

const PUT_ASIDE = /^audit\.(\d{1,4})\.jsonl$/;

/** The log can not be read; the message says which file, and why. */
export class LogError extends Error {
  override readonly name = 'LogError';
}

/** How far a file of the log went; `inode` tells it from another that has taken its name since. */
export interface LogPlace {
  inode: string;
  /** Bytes that it had when it was opened. */
  size: number;
}

/** One file of the log, opened. */
export interface LogFile extends LogPlace {
  path: string;
  handle: FileHandle;
}

/** `<home>/logs`. */
export function logDirectory(home: string): string {
  return join(home, 'logs');
}

/** Name of the log that is written, or of the `number`th that was put aside: 1 is the newest. */
export function logName(number = 0): string {
  return number === 0 ? 'audit.jsonl' : `audit.${number}.jsonl`;
}

/** Numbers of the logs of a directory that were put aside, the newest first. A directory that is not there has none. */
export function putAside(directory: string): number[] {
  try {
    return readdirSync(directory)
      .flatMap((name) => PUT_ASIDE.exec(name)?.[1] ?? [])
      .map(Number)
      .filter((number) => number > 0)
      .sort((a, b) => a - b);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw unreadable(directory, error);
  }
}

/**
 * Opens the files of a home's log, one after another, the newest first; close each when done. A rotation meanwhile gives no
 * file twice and leaves none out: it moves names towards the older. Throws LogError.
 */
export async function* logFiles(home: string): AsyncGenerator<LogFile> {
  const directory = logDirectory(home);
  const seen = new Set<string>();
  // Listed again for each: a file may have been moved to a number that was not there before.
  for (let at: number | undefined = 0; at !== undefined; at = next(directory, at)) {
    const file = await openLog(join(directory, logName(at)));
    if (!file) continue;
    if (seen.has(file.inode)) await file.handle.close();
    else {
      seen.add(file.inode);
      yield file;
    }
  }
}

const next = (directory: string, after: number): number | undefined => putAside(directory).find((n) => n > after);

/** Opens one file of the log; null when it is not there. Only a regular file is one: no link is followed. */
export async function openLog(path: string): Promise<LogFile | null> {
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unreadable(path, error);
  }
  const stat = await handle.stat();
  if (stat.isFile()) return { path, handle, inode: `${stat.dev}:${stat.ino}`, size: stat.size };
  await handle.close();
  throw new LogError(`the audit log ${path} can not be read: it is ${stat.isDirectory() ? 'a directory' : 'no file'}`);
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ELOOP: 'it is a link, and none is followed',
  ENOTDIR: 'a file is in the place of its directory',
};

function unreadable(path: string, error: unknown): LogError {
  const code = errorCode(error);
  const why = code === null ? String(error) : `${WHY[code] ?? 'the system refused it'} (${code})`;
  return new LogError(`the audit log ${path} can not be read: ${why}`, { cause: error });
}
