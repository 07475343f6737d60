import { isDeadTerminal, type TerminalSession } from './session.ts';

/** Exit codes of the signals that end us: 128 and the signal's number, as shells count. */
const SIGNALS = { SIGINT: 130, SIGHUP: 129, SIGTERM: 143 } as const;

/**
 * Registers every way out before the modes are entered, so that each restores the terminal: exit, signals, errors that
 * nobody caught. `farewell` is written after it, `end` stops what would outlive us. A terminal that is gone is not written
 * to again.
 */
export function registerWaysOut(session: TerminalSession, farewell: () => string, end: () => void): void {
  process.on('exit', () => {
    if (!session.entered) return;
    session.leave();
    process.stdout.write(farewell());
  });
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (signal === 'SIGINT' && session.lent > 0) return;
      end();
      process.exit(code);
    });
  }
  const fail = (error: unknown) => {
    end();
    if (isDeadTerminal(error)) return vanish();
    session.leave();
    process.stderr.write(
      `wisp-tui failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  for (const stream of [process.stdout, process.stdin]) stream.on('error', fail);
}

/** Ends at once, nothing written: the terminal does not exist any more. */
function vanish(): never {
  process.removeAllListeners('exit');
  process.exit(1);
}
