import type { Ways } from '../budget/note.ts';
import { type Captured, capture } from '../exec/capture.ts';
import { eventOutput } from '../exec/event-output.ts';
import { keptDetails } from '../store/record-details.ts';
import type { Session } from './session.ts';

export interface TypedCommand {
  id: string;
  argv: readonly [string, ...string[]];
  /** The command as the person wrote it. */
  command: string;
  budget: number;
  timeout: number | null;
  signal: AbortSignal | null;
  ways: Ways;
  /** The turn that it was typed after; null outside a conversation. */
  turn: number | null;
  /** Told how many bytes it has printed so far. */
  onPrinted?: ((bytes: number) => void) | undefined;
}

/** Runs a command as the person (features H4, H5): no gate, the same runner and store, audited as `command.typed`. */
export async function runTyped(session: Session, typed: TypedCommand): Promise<Captured> {
  const { id, command, argv, budget, timeout, signal, ways } = typed;
  const result = await capture({
    id,
    argv,
    budget,
    timeout,
    signal,
    ways,
    tool: 'run_command',
    directory: session.directory,
    store: session.store,
    now: () => new Date(),
    onPrinted: typed.onPrinted,
  });
  const place = { call: id, turn: typed.turn };
  if (result.stored) session.audit.record('output.kept', keptDetails('run_command', result.stored), place);
  session.audit.record(
    'command.typed',
    {
      command,
      workingDirectory: session.directory,
      output: result.text,
      bytes: result.stdoutBytes + result.stderrBytes,
      seconds: result.end.seconds,
      exitStatus: result.end.exitStatus,
      signal: result.end.signal,
      stored: result.stored?.id ?? null,
      ...(result.notKept === null ? {} : { notKept: result.notKept }),
    },
    place,
    eventOutput(id, result.shown, result.stdoutBytes + result.stderrBytes, result.stored),
  );
  return result;
}
