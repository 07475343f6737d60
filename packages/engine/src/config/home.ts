import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The directory that holds everything of wisp's: `WISP_HOME`, else `~/.wisp`. */
export function wispHome(env: Readonly<Record<string, string | undefined>>): string {
  return env.WISP_HOME ? resolve(env.WISP_HOME) : join(homedir(), '.wisp');
}
