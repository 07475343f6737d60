import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../../text/error-code.ts';

/** A file that is to be written: where it really is, and what is there now; `before` is null for a new one. */
export interface Target {
  path: string;
  before: Stats | null;
}

/** Where an absolute `path` leads, links followed; or why a file can not be written there. */
export function targetOf(path: string): Target | { problem: string } {
  let own: string;
  try {
    own = join(realpathSync(dirname(path)), basename(path));
  } catch (error) {
    return errorCode(error) === 'ENOENT'
      ? { problem: `there is no directory ${dirname(path)}: make it first, with run_command: mkdir -p` }
      : unseen(error);
  }
  try {
    if (!lstatSync(own, { throwIfNoEntry: false })) return { path: own, before: null };
    const real = realpathSync(own);
    const before = statSync(real);
    if (before.isDirectory()) return { problem: 'it is a directory' };
    if (!before.isFile()) return { problem: 'it is no regular file but a pipe, a device or a socket' };
    accessSync(real, constants.W_OK);
    return { path: real, before };
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? { problem: 'it is a link to nothing' } : unseen(error);
  }
}

function unseen(error: unknown): { problem: string } {
  const code = errorCode(error);
  if (code === null) throw error;
  if (code === 'ENOTDIR') return { problem: 'a file stands where a directory is named' };
  if (code === 'ELOOP') return { problem: 'its links lead in a circle' };
  if (code === 'EROFS') return { problem: 'it is on a read-only file system' };
  const isRefused = code === 'EACCES' || code === 'EPERM';
  return { problem: isRefused ? `it is not writable for this user (${code})` : `it can not be looked at (${code})` };
}

/** A flush of much can take seconds, in which the conversation goes on. */
const flushed = promisify(fsync);

/**
 * Replaces a file by what `write` writes, all or nothing: it goes to a new file beside it, which is flushed and takes its
 * name. Mode, owner and group are kept. Returns the new size. Throws what `write` throws, the system's error, or an Error that
 * says what else is in the way; the old file stands then, and nothing else is left.
 */
export async function replaceFile(
  { path, before }: Target,
  write: (fd: number) => void | Promise<void>,
): Promise<number> {
  const part = join(dirname(path), `.wisp-${randomBytes(8).toString('hex')}.part`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // Until it is whole it is as private as it can be: what it replaces may be, too.
  const fd = openSync(part, flags, before ? 0o600 : 0o666);
  try {
    let size: number;
    try {
      await write(fd);
      if (before) keepOwner(fd, before);
      await flushed(fd);
      size = fstatSync(fd).size;
    } finally {
      closeSync(fd);
    }
    if (!isAsBefore(path, before)) throw new Error('another program changed it meanwhile');
    renameSync(part, path);
    return size;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Changing the owner clears bits of the mode: the mode comes last. */
function keepOwner(fd: number, before: Stats): void {
  const { uid, gid } = fstatSync(fd);
  try {
    if (uid !== before.uid || gid !== before.gid) fchownSync(fd, before.uid, before.gid);
  } catch (error) {
    throw new Error('it belongs to another user or group, and would not any more', { cause: error });
  }
  const wanted = before.mode & 0o7777;
  // A file system without modes gives every file the same, and refuses to change it.
  if ((fstatSync(fd).mode & 0o7777) !== wanted) fchmodSync(fd, wanted);
}

function isAsBefore(path: string, before: Stats | null): boolean {
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (!now || !before) return !now && !before;
  return now.ino === before.ino && now.dev === before.dev && now.size === before.size && now.mtimeMs === before.mtimeMs;
}

/** Writes all of `bytes`: one write may take only a part. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
