import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from 'node:fs';
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
  fd: number;
}

/** Attempts to open the files of a log between two rotations. */
const ATTEMPTS = 100;

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
 * Opens the files of a home's log, the newest first, down to the one of inode `until` when that is given. All are of one moment: a
 * rotation meanwhile gives none twice, leaves none out, and changes no order. Close them when done. Throws LogError.
 */
export function openLogs(home: string, until: string | null = null): LogFile[] {
  const directory = logDirectory(home);
  for (let attempt = 1; ; attempt++) {
    const current = inodeOf(join(directory, logName()));
    const files = openAll(directory, until);
    // A file that was begun meanwhile would be found among the older ones.
    if (attempt === ATTEMPTS || inodeOf(join(directory, logName())) === current) return files;
    closeLogs(files);
  }
}

export function closeLogs(files: readonly LogFile[]): void {
  for (const { fd } of files) closeSync(fd);
}

function openAll(directory: string, until: string | null): LogFile[] {
  const files: LogFile[] = [];
  try {
    for (const number of [0, ...putAside(directory)]) {
      const file = openLog(join(directory, logName(number)));
      if (!file) continue;
      if (files.some(({ inode }) => inode === file.inode)) closeSync(file.fd);
      else files.push(file);
      if (file.inode === until) break;
    }
    return files;
  } catch (error) {
    closeLogs(files);
    throw error;
  }
}

/** Opens one file of the log; null when it is not there. Only a regular file is one: no link is followed. */
function openLog(path: string): LogFile | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unreadable(path, error);
  }
  const stat = fstatSync(fd);
  if (stat.isFile()) return { path, fd, inode: `${stat.dev}:${stat.ino}`, size: stat.size };
  closeSync(fd);
  throw new LogError(`the audit log ${path} can not be read: it is ${stat.isDirectory() ? 'a directory' : 'no file'}`);
}

/** What cannot be looked at is told of when it is opened. */
function inodeOf(path: string): string | null {
  try {
    const { dev, ino } = lstatSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return null;
  }
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
