import { spawnSync } from 'node:child_process';
import type { TerminalSession } from './session.ts';
import type { Suspendable } from './suspend.ts';

/**
 * Gives the terminal to a program and takes it back when the program has ended. Nothing is read or drawn meanwhile: two
 * readers of one terminal would share the keys between them. What the engine says waits in its pipe. Returns what went
 * wrong, or null.
 */
export function handOver(
  session: TerminalSession,
  screen: Suspendable,
  [program, ...args]: readonly [string, ...string[]],
): string | null {
  screen.pause();
  session.leave();
  session.lent += 1;
  const { error, status } = spawnSync(program, args, { stdio: 'inherit' });
  // A Ctrl-C in the program went to every process of the terminal: we hear of it now, once the loop has looked for signals.
  setImmediate(() =>
    setImmediate(() => {
      session.lent -= 1;
    }),
  );
  session.enter();
  screen.resume();
  if (error) return `${program} could not be started: ${error.message}`;
  return status === 0 || status === null ? null : `it ended with exit status ${status}`;
}
