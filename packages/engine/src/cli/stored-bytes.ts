import { readPages } from '../memory/summarise-stored.ts';
import { findOutput } from '../store/find.ts';
import { openVerified } from '../store/open-verified.ts';
import { StoreError } from '../store/stored-output.ts';
import type { StoredBytes } from './summarise.ts';

/** Reads a stored output of `home` by its id; a target that is no id, or that names nothing kept, may be a file. */
export function storedBytes(home: string): StoredBytes {
  return (target, onChunk) => {
    const found = findOutput(home, target);
    if ('problem' in found) return found.problem.includes('names more than one') ? { problem: found.problem } : null;
    try {
      const stored = openVerified(found.directory, found.id);
      try {
        readPages(stored, onChunk);
      } finally {
        stored.close();
      }
      return { problem: null };
    } catch (error) {
      if (error instanceof StoreError) return { problem: error.message };
      throw error;
    }
  };
}
