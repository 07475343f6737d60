const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'the store is not writable',
  EPERM: 'the store is not writable',
  EROFS: 'the store is on a read-only file system',
  ENOTDIR: 'a file is in the place of the store',
  EEXIST: 'a file is in the place of the store',
};

/** The code of a system error (`ENOSPC`), or null for any other value. */
export function errorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Why the store could not keep something, in a person's words: `the disk is full (ENOSPC)`. */
export function whyNotKept(error: unknown): string {
  const code = errorCode(error);
  if (code) return `${WHY[code] ?? 'the store failed'} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
