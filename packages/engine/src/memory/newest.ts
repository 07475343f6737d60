import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../store/failure.ts';
import { outputIds } from '../store/find.ts';

/** Outputs of a session that are looked at for the newest; a session of more has examples enough. */
const MOST = 500;

/** Id of the output that was kept last in a session, for an example that works; null when there is none. */
export function newestOutput(home: string, session: string): string | null {
  const directory = join(home, 'output', session);
  let newest: { id: string; time: number } | null = null;
  for (const id of outputIds(directory).slice(0, MOST)) {
    try {
      const time = statSync(join(directory, `${id}.json`)).mtimeMs;
      if (!newest || time > newest.time) newest = { id, time };
    } catch (error) {
      // Swept between the listing and the look.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return newest?.id ?? null;
}
