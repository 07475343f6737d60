import type { z } from 'zod';
import type { EventDetails } from '../audit/events.ts';
import type { Ways } from '../budget/note.ts';
import type { ToolBudget } from '../budget/tool-budget.ts';
import type { CommandEnd } from '../exec/command-runner.ts';
import type { Sandbox } from '../exec/sandbox/sandbox.ts';
import type { Decision } from '../gate/gate.ts';
import type { MemoryContext } from '../memory/memory.ts';
import type { OnProgress } from '../memory/progress.ts';
import type { OutputStore } from '../store/output-store.ts';
import type { OutputRecord } from '../store/record.ts';

/** Bounds of the commands of the model that the person set. */
export interface CommandLimits {
  /** Bytes of one result of `run_command`, in the budget's place; null for the budget. */
  maxOutputBytes: number | null;
  /** Seconds until a command is ended, unless its call says otherwise. */
  timeoutSeconds: number;
  /** What confines their writes; null where nothing does. */
  sandbox: Sandbox | null;
}

/** What `inspect` can tell of the conversation, as plain values. */
export interface InspectSource {
  status: () => object;
  context: () => object | null;
  config: () => object;
}

/** What a tool may use while it runs one call. */
export interface ToolContext {
  /** The audit call id, and the turn that the call belongs to. */
  call: string;
  turn: number;
  directory: string;
  budget: ToolBudget;
  ways: Ways;
  store: OutputStore;
  signal: AbortSignal;
  /** What `memory` may reach. */
  memory: Pick<MemoryContext, 'home' | 'session' | 'earlier' | 'entries' | 'condenser'>;
  /** The entry of this conversation that a call is, by its id. */
  entryOf: (call: string) => number | null;
  /** Says how far a long call has come, in a few words. */
  onProgress: OnProgress;
  /** Told how many bytes a running command has printed so far. */
  onPrinted?: ((bytes: number) => void) | undefined;
  decide: (command: string, directory: string) => Promise<Decision>;
  /** Decides on writing, or on reading, the file at an absolute path. */
  decideWrite: (path: string) => Promise<Decision>;
  decideRead: (path: string) => Promise<Decision>;
  onFileWrite: (written: EventDetails<'file.write'>) => void;
  limits: CommandLimits;
  inspect: InspectSource;
  onCommandEnd: (command: string, end: CommandEnd, stdoutBytes: number, stderrBytes: number) => void;
}

/** What a call gave. `text` is what the model sees, within the budget; `error` says what was wrong, when something was. */
export interface ToolOutcome {
  text: string;
  /** What of it a person is shown; the text when absent. */
  shown?: string;
  outcome: string;
  /** Bytes of the whole, of which `text` may show a part. */
  bytes: number;
  /**
   * SHA-256 of the whole, by which a repeated call is compared; null when it is not known. Absent: the text is the whole, or
   * a page where `again` says so.
   */
  sha256?: string | null;
  /** SHA-256 of what the text is a page of. */
  source?: string;
  stored: OutputRecord | null;
  /** Why what the text holds back was not kept. */
  notKept?: string;
  /** How to see it again, where that needs no kept copy: `read_file src/a.ts from line 40`. */
  again?: string;
  /** It changed a file: the same call after it is a new question. */
  changes?: true;
  error?: string;
}

/** One tool of the model: its name, what it is told of it, its arguments as a schema, and what it does. */
export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  name: string;
  description: string;
  schema: Schema;
  run(args: z.infer<Schema>, context: ToolContext): Promise<ToolOutcome>;
}

/** A result that says what was wrong with the call and what would work. */
export function refusal(text: string): ToolOutcome {
  return { text: `error: ${text}`, outcome: 'refused', bytes: 0, stored: null, error: text };
}
