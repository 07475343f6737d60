import { errorCode } from '../text/error-code.ts';

export { errorCode };

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'the store is not writable',
  EPERM: 'the store is not writable',
  EROFS: 'the store is on a read-only file system',
  ENOTDIR: 'a file is in the place of the store',
  EEXIST: 'a file is in the place of the store',
};

/** Why the store could not keep something, in a person's words: `the disk is full (ENOSPC)`. */
export function whyNotKept(error: unknown): string {
  const code = errorCode(error);
  if (code) return `${WHY[code] ?? 'the store failed'} (${code})`;
  return error instanceof Error ? error.message : String(error);
}

/** What `work` gives, or null when the system refuses it: for what may be left undone. */
export function unlessRefused<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return null;
  }
}
