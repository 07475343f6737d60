import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs';
import { errorCode } from '../../text/error-code.ts';

/** A regular file, open for reading, and what it is; or what keeps it from being read. */
export type Opened = { fd: number; stats: Stats } | Unopened;

export interface Unopened {
  problem: 'missing' | 'directory' | 'special' | 'refused' | 'looped' | 'failed';
  /** The system's code: `EACCES`. */
  code: string | null;
}

/**
 * Opens a regular file by an absolute path, links followed first: then nothing that takes its place in between is followed.
 * What is no regular file is never opened: opening a pipe would wait for its other end. Node closes what it opens on exec.
 */
export function openRegular(path: string): Opened {
  try {
    const real = realpathSync(path);
    const kind = problemOf(statSync(real));
    if (kind) return kind;
    const fd = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    const stats = fstatSync(fd);
    const now = problemOf(stats);
    if (!now) return { fd, stats };
    closeSync(fd);
    return now;
  } catch (error) {
    const code = errorCode(error);
    if (code === null) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: 'missing', code };
    if (code === 'EACCES' || code === 'EPERM') return { problem: 'refused', code };
    return { problem: code === 'ELOOP' ? 'looped' : 'failed', code };
  }
}

function problemOf(stats: Stats): Unopened | null {
  if (stats.isFile()) return null;
  return { problem: stats.isDirectory() ? 'directory' : 'special', code: null };
}
