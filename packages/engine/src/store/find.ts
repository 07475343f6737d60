import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './failure.ts';
import { ID_SHAPE } from './id.ts';

/** Fewest characters of an id that a command takes. */
const SHORTEST_PREFIX = 4;

const PREFIX_SHAPE = /^[0-9a-f]{4,16}$/;

/** A stored output found by its id or a prefix of it, or the sentence that says why not. */
export type Found = { id: string; session: string; directory: string } | { problem: string };

/**
 * Finds the stored output that `prefix` (4 to 16 hexadecimal characters) names, in one session's outputs or in all of the
 * home's. An id that names nothing, or more than one, is answered with a sentence. Nothing but ids ever becomes a path.
 */
export function findOutput(home: string, prefix: string, session: string | null = null): Found {
  if (!PREFIX_SHAPE.test(prefix)) {
    return {
      problem: `"${prefix.slice(0, 40)}" is no output id: an id is ${SHORTEST_PREFIX} to 16 characters of 0-9 and a-f, as the note names it`,
    };
  }
  const root = join(home, 'output');
  const found = (session ? [session] : names(root).filter((name) => ID_SHAPE.test(name))).flatMap((name) => {
    const directory = join(root, name);
    return outputIds(directory, prefix).map((id) => ({ id, session: name, directory }));
  });
  const [only, other] = found;
  if (!only) return { problem: `there is no stored output ${prefix}` };
  if (!other || only.id === prefix) return only;
  const ids = found.slice(0, 5).map((f) => f.id);
  return { problem: `${prefix} names more than one output: ${ids.join(', ')}${found.length > 5 ? ', …' : ''}` };
}

/** Ids of the outputs in a session's directory that begin with `prefix`. */
export function outputIds(directory: string, prefix = ''): string[] {
  const all = new Set(names(directory));
  return [...all].filter((name) => ID_SHAPE.test(name) && name.startsWith(prefix) && all.has(`${name}.json`)).sort();
}

function names(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
