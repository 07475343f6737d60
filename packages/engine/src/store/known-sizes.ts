import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessRefused } from './failure.ts';

/** Largest file of sizes that is read: some hundred thousand sessions. */
const LARGEST = 16_777_216;

/** What was measured of a session's directory when it had `modified` as its time: null where it is not wisp's own. */
export interface KnownSize {
  modified: number;
  size: { bytes: number; lastUse: number } | null;
}

const file = z.object({
  schema: z.literal(1),
  sessions: z.record(
    z.string(),
    z.object({ modified: z.number(), size: z.object({ bytes: z.number(), lastUse: z.number() }).nullable() }),
  ),
});

/**
 * Sizes of sessions as earlier starts measured them, from `<home>/output-sizes.json`. Outputs do not change once they are kept, so
 * that a directory whose own time is as it was has the size that it had. A file that is not there, or no such file, has none.
 */
export function readKnownSizes(home: string): Map<string, KnownSize> {
  const path = pathOf(home);
  const text = unlessRefused(() => {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size <= LARGEST ? readFileSync(path, 'utf8') : null;
  });
  const parsed = file.safeParse(text === null ? null : jsonOf(text));
  return new Map(parsed.success ? Object.entries(parsed.data.sessions) : []);
}

/** Keeps the sizes for the next start. Without room for that they are measured again. */
export function writeKnownSizes(home: string, sizes: ReadonlyMap<string, KnownSize>): void {
  const path = pathOf(home);
  const partial = `${path}.${process.pid}`;
  const written = unlessRefused(() => {
    rmSync(partial, { force: true });
    writeFileSync(partial, `${JSON.stringify({ schema: 1, sessions: Object.fromEntries(sizes) })}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(partial, path);
    return true;
  });
  if (!written) unlessRefused(() => rmSync(partial, { force: true }));
}

const pathOf = (home: string): string => join(home, 'output-sizes.json');

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Whatever is wrong with it, everything in it can be measured again.
    return null;
  }
}
