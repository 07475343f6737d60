import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

const LF = 0x0a;

/**
 * Appends a line to a file in one write, which no other process's line mixes with; makes the file, for its owner alone. After a
 * line that a crash or a full disk tore it begins a new one. Throws the system's error,
 * also for what is no regular file: no link is followed.
 */
export function appendLine(path: string, line: string): void {
  const fd = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EEXIST' });
    const bytes = Buffer.from(`${endsLine(fd, stat.size) ? '' : '\n'}${line}\n`);
    if (writeSync(fd, bytes) < bytes.length)
      throw Object.assign(new Error(`${path} took a part of a line`), { code: 'ENOSPC' });
  } finally {
    closeSync(fd);
  }
}

function endsLine(fd: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === LF;
}
