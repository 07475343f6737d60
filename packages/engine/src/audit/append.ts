import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from 'node:fs';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants;

const LF = 0x0a;

/** Most looks at a last line that keeps growing without an end. */
const LOOKS = 50;

/** Never changed: waiting for it is a pause. */
const CLOCK = new Int32Array(new SharedArrayBuffer(4));

/**
 * Appends a line to a file in one write, which no other process's line mixes with; makes the file, for its owner alone. After a
 * line that a crash or a full disk tore it begins a new one. Throws the system's error,
 * also for what is no regular file: no link is followed.
 */
export function appendLine(path: string, line: string): void {
  const fd = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if (!fstatSync(fd).isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EEXIST' });
    const bytes = Buffer.from(`${isTorn(fd) ? '\n' : ''}${line}\n`);
    if (writeSync(fd, bytes) < bytes.length)
      throw Object.assign(new Error(`${path} took a part of a line`), { code: 'ENOSPC' });
  } finally {
    closeSync(fd);
  }
}

/** True when the file's last line has no end, and not because another process is writing it just now. */
function isTorn(fd: number): boolean {
  let size = -1;
  for (let look = 0; look < LOOKS; look++) {
    const now = fstatSync(fd).size;
    if (endsLine(fd, now)) return false;
    if (now === size) return true;
    // A write that crosses a page shows its first part for a moment.
    size = now;
    Atomics.wait(CLOCK, 0, 0, 2);
  }
  return true;
}

function endsLine(fd: number, size: number): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === LF;
}
