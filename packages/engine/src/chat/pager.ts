import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { StoredOutput } from '../store/stored-output.ts';
import { cleanKeepingColours, FragmentCleaner } from '../text/clean.ts';

/** What a shell says of a program that is not there, or can not be run. */
const NOT_RUN = new Set<number | null>([126, 127]);

/** The person's pager: the setting, else PAGER of the environment, else `less -R`. */
export function pagerCommand(setting: string | undefined, env: NodeJS.ProcessEnv): string {
  return setting ?? (env.PAGER || 'less -R');
}

/**
 * Gives an output to the pager and resolves when the person has left it: null, or what was wrong, when the pager could not
 * be run. The output goes there as fast as it is read; leaving before its end is no error. Ctrl-C is the pager's: the caller
 * must not act on SIGINT meanwhile, nor read the terminal.
 */
export async function showInPager(output: StoredOutput, command: string): Promise<string | null> {
  // The command is the person's own setting: a shell reads it, as every program that pages does.
  const child = spawn('/bin/sh', ['-c', command], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, LESS: process.env.LESS ?? 'R' },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => resolve(code));
    child.on('error', () => resolve(127));
  });
  // Told of a pipe that nobody reads any more: the pager was left.
  child.stdin.on('error', () => {});
  await writeOutput(output, child.stdin);
  child.stdin.end();
  const code = await ended;
  return NOT_RUN.has(code) ? `the pager \`${command}\` could not be run (exit status ${code})` : null;
}

/** Writes an output as a terminal may have it: no escape sequences but colours. Waits for the reader; ends when it is gone. */
export async function writeOutput(output: StoredOutput, to: Writable): Promise<void> {
  const decoder = new StringDecoder('utf8');
  const cleaner = new FragmentCleaner(cleanKeepingColours);
  for (let page = 1; page <= output.pages && !to.destroyed; page++)
    await write(to, cleaner.push(decoder.write(output.page(page)?.bytes ?? Buffer.alloc(0))));
  await write(to, cleaner.push(decoder.end()) + cleaner.end());
}

/** Writes a part, and waits until more is wanted or nobody reads. */
export async function write(to: Writable, text: string | Uint8Array): Promise<void> {
  if (to.destroyed || text.length === 0 || to.write(text)) return;
  const done = new AbortController();
  const { signal } = done;
  try {
    await Promise.race([once(to, 'drain', { signal }), once(to, 'close', { signal }), once(to, 'error', { signal })]);
  } catch {
    // It failed while it was waited for: then it is destroyed, which the next part is told by.
  } finally {
    done.abort();
  }
}
