import { constants } from 'node:os';
import { newId } from '../audit/audit-log.ts';
import { budgetBytes } from '../budget/tool-budget.ts';
import type { Settings } from '../config/settings.ts';
import type { Captured } from '../exec/capture.ts';
import { exitCodeOf } from '../exec/outcome.ts';
import { Session } from '../session/session.ts';
import { runTyped } from '../session/typed-command.ts';
import { onSignals } from './signals.ts';

export interface RunOptions {
  /** Tokens of the window that the result is for; null for the budget of the settings, else the smallest. */
  window: number | null;
  /** Seconds until the command is ended; null for no limit. */
  timeout: number | null;
  json: boolean;
  settings: Settings;
}

/** `wisp run`: the bounded result of a command on stdout, the whole in the store, the command's own exit status. */
export async function runCommandLine(
  argv: readonly [string, ...string[]],
  home: string,
  options: RunOptions,
): Promise<number> {
  const session = new Session({
    home,
    settings: options.settings,
    start: { entryPoint: 'run', directory: process.cwd(), model: null, tools: [], autoApprove: false },
    onNote: (text) => process.stderr.write(`${text}\n`),
  });
  const signals = onSignals();
  try {
    const result = await runTyped(session, {
      argv,
      id: newId(),
      command: argv.join(' '),
      budget: budgetOf(options),
      timeout: options.timeout,
      signal: signals.signal,
      ways: 'command-line',
      turn: null,
    });
    await print(options.json ? `${JSON.stringify(report(session.id, result))}\n` : endLine(result.text));
    return exitCodeOf(result.end, constants.signals);
  } finally {
    signals.stop();
    session.end('closed');
  }
}

/** What the command line says of the result's size stands above the settings. */
function budgetOf({ window, settings }: RunOptions): number {
  return window === null ? (settings.commandMaxOutputBytes ?? budgetBytes(null)) : budgetBytes(window);
}

/** The documented form of `--json`. */
function report(session: string, result: Captured) {
  const { text, end, heldBack, lost, firstFailure, stored, notKept } = result;
  const { exitStatus, signal, reason, seconds } = end;
  const kept =
    stored &&
    (({ id, bytes, lines, sha256, cut, totalBytes }) => ({ id, session, bytes, lines, sha256, cut, totalBytes }))(
      stored,
    );
  return { text, exitStatus, signal, reason, seconds, stored: kept, notKept, heldBack, lost, firstFailure };
}

const endLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

let watched = false;

/** Writes to stdout and waits until it has gone; a reader that left early is no error. */
export async function print(text: string | Uint8Array): Promise<void> {
  // For good, not for the one write: the stream tells of a closed pipe after the write's own callback.
  if (!watched) process.stdout.on('error', () => {});
  watched = true;
  await new Promise<void>((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}
