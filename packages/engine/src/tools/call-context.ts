import type { AuditLog } from '../audit/audit-log.ts';
import type { Ways } from '../budget/note.ts';
import type { ToolBudget } from '../budget/tool-budget.ts';
import type { Decision, Gate } from '../gate/gate.ts';
import type { OutputCondenser } from '../memory/condenser.ts';
import type { OnProgress } from '../memory/progress.ts';
import type { OutputStore } from '../store/output-store.ts';
import { clip } from '../text/format.ts';
import type { CommandLimits, InspectSource, ToolContext } from './tool.ts';

/** Longest part of a call's arguments, and of a command, that the log carries. */
export const ARGUMENT_BYTES = 16_384;

/** A call of the conversation: its id, and the session whose store has its output. */
export interface EntryRef {
  id: string;
  session: string;
}

/** What every call of a conversation has in common. */
export interface CallSurroundings {
  audit: AuditLog;
  store: OutputStore;
  gate: Gate;
  directory: string;
  ways: Ways;
  /** Where `memory` finds outputs. */
  home: string;
  session: string;
  /** Read at each call: there is one once a model is open. */
  condenser: () => OutputCondenser | null;
  onProgress: OnProgress;
  onPrinted?: ((bytes: number) => void) | undefined;
  limits: CommandLimits;
  inspect: InspectSource;
}

/** What belongs to one call alone. */
export interface CallPlace {
  turn: number;
  call: string;
}

/** What a tool may use in one call; what it decides, ends or writes is recorded under the call's id. */
export function contextOfCall(
  surroundings: CallSurroundings,
  place: CallPlace,
  budget: ToolBudget,
  entries: readonly EntryRef[],
  signal: AbortSignal,
): ToolContext {
  const { audit, gate, directory, store, ways, home, session, condenser, onProgress, onPrinted, limits, inspect } =
    surroundings;
  const decided = (command: string, workingDirectory: string, decision: Decision): Decision => {
    audit.record('policy.decision', { command: clip(command, ARGUMENT_BYTES), workingDirectory, ...decision }, place);
    return decision;
  };
  return {
    ...place,
    directory,
    budget,
    ways,
    store,
    signal,
    limits,
    inspect,
    memory: {
      home,
      session,
      earlier: [...new Set(entries.map((entry) => entry.session))].filter((one) => one !== session),
      condenser: condenser(),
      entries: (n) => entries[n - 1] ?? null,
    },
    entryOf: (call) => entries.findLastIndex((entry) => entry.id === call) + 1 || null,
    onProgress,
    onPrinted,
    decide: async (command, where) => decided(command, where, await gate.decide(command, where, signal)),
    decideWrite: async (path) => decided(`write ${path}`, directory, await gate.decideWrite(path, signal)),
    decideRead: async (path) => {
      const decision = await gate.decideRead(path, signal);
      return decision.level === 'safe' ? decision : decided(`read ${path}`, directory, decision);
    },
    onFileWrite: (written) => audit.record('file.write', written, place),
    onCommandEnd: (command, { exitStatus, signal: ended, reason, seconds }, stdoutBytes, stderrBytes) => {
      const text = clip(command, ARGUMENT_BYTES);
      audit.record(
        'command.outcome',
        { command: text, exitStatus, signal: ended, reason, stdoutBytes, stderrBytes, seconds },
        place,
      );
    },
  };
}
