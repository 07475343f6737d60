import type { Ways } from '../budget/note.ts';
import { type Captured, capture } from '../exec/capture.ts';
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
  });
  const place = { call: id };
  if (result.stored) recordKept(session, id, 'run_command', result.stored);
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
    },
    place,
  );
  return result;
}

/** Records that an output was kept: by its size and hash, never with its content. */
export function recordKept(
  session: Session,
  call: string,
  tool: string,
  stored: NonNullable<Captured['stored']>,
): void {
  const { bytes, lines, sha256, cut, totalBytes } = stored;
  session.audit.record('output.kept', { tool, bytes, lines, sha256, cut, totalBytes }, { call });
}
