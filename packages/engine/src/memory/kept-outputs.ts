import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../store/failure.ts';
import { outputIds } from '../store/find.ts';
import { ID_SHAPE } from '../store/id.ts';
import { openOutput } from '../store/open-output.ts';
import type { OutputRecord } from '../store/record.ts';
import { StoreError } from '../store/stored-output.ts';

/** An output of the store, and the session that it is of. */
export interface KeptOutput {
  session: string;
  record: OutputRecord;
}

/** Every output that is kept in a home, or in one session of it, the newest first; and what is there and can not be read. */
export function keptOutputs(
  home: string,
  session: string | null,
): { outputs: KeptOutput[]; damaged: { id: string; session: string; problem: string }[] } {
  const outputs: KeptOutput[] = [];
  const damaged: { id: string; session: string; problem: string }[] = [];
  for (const name of session === null ? sessions(home) : [session]) {
    const directory = join(home, 'output', name);
    for (const id of outputIds(directory)) {
      try {
        const stored = openOutput(directory, id);
        outputs.push({ session: name, record: stored.record });
        stored.close();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        damaged.push({ id, session: name, problem: error.message });
      }
    }
  }
  outputs.sort((a, b) => (a.record.time < b.record.time ? 1 : a.record.time > b.record.time ? -1 : 0));
  return { outputs, damaged };
}

function sessions(home: string): string[] {
  try {
    return readdirSync(join(home, 'output')).filter((name) => ID_SHAPE.test(name));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
