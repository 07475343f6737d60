import { errorCode } from '../text/error-code.ts';

export { errorCode };

const WHY: Readonly<Record<string, (place: string) => string>> = {
  ENOSPC: () => 'the disk is full',
  EDQUOT: () => 'the disk quota is used up',
  EACCES: (place) => `${place} is not writable`,
  EPERM: (place) => `${place} is not writable`,
  EROFS: (place) => `${place} is on a read-only file system`,
  ENOTDIR: (place) => `a file is in the place of ${place}`,
  EEXIST: (place) => `a file is in the place of ${place}`,
  EISDIR: (place) => `a directory is in the place of ${place}`,
  ELOOP: (place) => `a link is in the place of ${place}`,
};

/** Why something could not be kept at a place, in a person's words: `the disk is full (ENOSPC)`. */
export function whyNotKept(error: unknown, place = 'the store'): string {
  const code = errorCode(error);
  if (code) return `${WHY[code]?.(place) ?? `${place} failed`} (${code})`;
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
