import { lstatSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { unlessRefused } from './failure.ts';
import { ID_SHAPE } from './id.ts';

/** The outputs of a session are used: they are kept for as long again. A session that has none is no error. */
export function markUsed(home: string, session: string, now: Date): void {
  if (!ID_SHAPE.test(session)) return;
  const directory = join(home, 'output', session);
  unlessRefused(() => {
    if (lstatSync(directory).isDirectory()) utimesSync(directory, now, now);
  });
}
