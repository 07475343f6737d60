import { spawnSync } from 'node:child_process';
import type { TerminalSession } from './session.ts';
import type { Suspendable } from './suspend.ts';

/** How long a SIGINT that was meant for the program may take to arrive after it, in ms. */
const LATE = 100;

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
  // Ctrl-C in the program goes to every process of the terminal; we hear of it only when the program has ended.
  const { error, status } = spawnSync(program, args, { stdio: 'inherit' });
  session.lentUntil = performance.now() + LATE;
  session.enter();
  screen.resume();
  if (error) return `${program} could not be started: ${error.message}`;
  return status === 0 || status === null ? null : `it ended with exit status ${status}`;
}
