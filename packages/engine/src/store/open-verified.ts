import { createHash } from 'node:crypto';
import { openOutput } from './open-output.ts';
import { type StoredOutput, StoreError } from './stored-output.ts';

/** Files that this process has found to be what their records say, as they were then; the oldest are forgotten. */
const verified = new Set<string>();
const MOST_REMEMBERED = 1_000;

/**
 * Opens an output as `openOutput` does, and holds its bytes against the SHA-256 of its record: what an id names never changes.
 * A file that was found right is not read again while it stands unchanged. Throws StoreError.
 */
export function openVerified(directory: string, id: string): StoredOutput {
  const stored = openOutput(directory, id);
  try {
    if (isAsRecorded(stored)) return stored;
    throw new StoreError(
      'damaged',
      `output ${id} is not what was kept: its bytes are not those of its record's SHA-256`,
    );
  } catch (error) {
    stored.close();
    throw error;
  }
}

/** Whether an output's bytes are those that its record vouches for. */
export function isAsRecorded(stored: StoredOutput): boolean {
  const { sha256 } = stored.record;
  const key = `${stored.identity} ${sha256}`;
  if (verified.has(key)) return true;
  const hash = createHash('sha256');
  for (let page = 1; page <= stored.pages; page++) hash.update(stored.page(page)?.bytes ?? Buffer.alloc(0));
  if (hash.digest('hex') !== sha256) return false;
  const [oldest] = verified;
  if (verified.size >= MOST_REMEMBERED && oldest !== undefined) verified.delete(oldest);
  verified.add(key);
  return true;
}
