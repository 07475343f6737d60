import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../text/error-code.ts';

/** Bytes that are copied at a time. */
const BLOCK = 65_536;

/** A file that is to be written: where it really is, and what is there now; `before` is null for a new one. */
export interface Target {
  path: string;
  before: Stats | null;
}

/** Where `path` leads, links followed; or why a file can not be written there. */
export function targetOf(path: string): Target | { problem: string } {
  try {
    const isLink = lstatSync(path).isSymbolicLink();
    if (isLink && !existsSync(path)) return { problem: 'it is a link to nothing' };
    const real = isLink ? realpathSync(path) : path;
    const before = statSync(real);
    if (before.isDirectory()) return { problem: 'it is a directory' };
    if (!before.isFile()) return { problem: 'it is no regular file but a pipe, a device or a socket' };
    return { path: real, before };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT')
      return { problem: `it can not be looked at (${errorCode(error) ?? String(error)})` };
  }
  try {
    return statSync(dirname(path)).isDirectory()
      ? { path, before: null }
      : { problem: `${dirname(path)} is no directory` };
  } catch {
    return { problem: `there is no directory ${dirname(path)}: make it first, with run_command: mkdir -p` };
  }
}

/**
 * Replaces a file by the parts, all or nothing: they go to a new file beside it, which is flushed and takes its name. Its
 * mode and owner are kept. Throws the system's error; the old file stands then, and nothing else is left.
 */
export function replaceFile({ path, before }: Target, write: (fd: number) => void): number {
  const part = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`);
  const fd = openSync(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666);
  try {
    if (before) {
      fchmodSync(fd, before.mode & 0o7777);
      // Another user's file stays theirs where we may give it to them.
      if (before.uid !== process.getuid?.()) fchownSync(fd, before.uid, before.gid);
    }
    write(fd);
    fsyncSync(fd);
    const { size } = statSync(part);
    closeSync(fd);
    renameSync(part, path);
    return size;
  } catch (error) {
    try {
      closeSync(fd);
    } catch {
      // Closed already: the renaming failed.
    }
    rmSync(part, { force: true });
    throw error;
  }
}

/** Copies a file into an open one, a block at a time; returns whether what was copied ends with a line feed, or is empty. */
export function copyInto(path: string, fd: number): boolean {
  const from = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const block = Buffer.allocUnsafe(BLOCK);
  let last = 0x0a;
  try {
    for (let at = 0; ; ) {
      const read = readSync(from, block, 0, BLOCK, at);
      if (read === 0) return last === 0x0a;
      writeAll(fd, block.subarray(0, read));
      last = block[read - 1] ?? last;
      at += read;
    }
  } finally {
    closeSync(from);
  }
}

/** Writes all of `bytes`: one write may take only a part. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}
