import { homedir } from 'node:os';
import type { EventOutput } from '@wisp/protocol';
import { Agent, type AgentEvent, type TurnResult } from '../agent/agent.ts';
import { askOnce } from '../agent/ask.ts';
import { newId } from '../audit/audit-log.ts';
import type { AuditEvent, EventDetails } from '../audit/events.ts';
import type { Ways } from '../budget/note.ts';
import { ToolBudget } from '../budget/tool-budget.ts';
import { backendSettings } from '../config/backend-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { Captured } from '../exec/capture.ts';
import { ApprovalStore } from '../gate/approval-store.ts';
import { type Approver, Gate } from '../gate/gate.ts';
import { OutputCondenser } from '../memory/condenser.ts';
import { ModelError, type ModelInfo, type Usage } from '../models/backend.ts';
import { openBackend } from '../models/open-backend.ts';
import { size } from '../text/format.ts';
import { AuditedToolBox } from '../tools/audited-toolbox.ts';
import type { Tool } from '../tools/tool.ts';
import { defaultModel } from './model-choice.ts';
import { Session } from './session.ts';
import { runTyped } from './typed-command.ts';
import { TypedNotes } from './typed-notes.ts';

export interface ConversationOptions {
  home: string;
  settings: Settings;
  directory: string;
  entryPoint: EventDetails<'session.start'>['entryPoint'];
  /** Model to use: null for the server's own choice, `none` for no model. */
  model: string | null;
  /** Address of the model server, in any form of OLLAMA_HOST. */
  host: string | undefined;
  /** Requests that the server takes at once. */
  parallel: number;
  tools: readonly Tool[];
  approveAll: boolean;
  approver: Approver;
  onEvent?: (event: AuditEvent, output: EventOutput | null) => void;
  onNote: (text: string) => void;
  /** Told how far a long call has come, in a few words. */
  onProgress?: (text: string) => void;
}

/** How a turn went, for whoever shows it. */
export interface TurnReport {
  turn: number;
  outcome: 'ok' | 'error' | 'interrupted';
  seconds: number;
  text: string;
  inputTokens?: number;
  outputTokens?: number;
  error: string | null;
  ran: string | null;
}

/** One conversation: a session with its store, a budget, a gate, the tools, and an agent when there is a model. */
export class Conversation {
  readonly session: Session;
  readonly budget = new ToolBudget();
  readonly tools: readonly Tool[];
  readonly #options: ConversationOptions;
  readonly #toolbox: AuditedToolBox;
  readonly #calls = new Set<string>();
  readonly #kept = new Set<string>();
  readonly #typed = new TypedNotes();
  #ran = new Map<string, { calls: number; failed: number }>();
  #agent: Agent | null = null;
  #model: ModelInfo | null = null;
  #condenser: OutputCondenser | null = null;
  #turn = 0;

  constructor(options: ConversationOptions) {
    const { home, directory, entryPoint, model, tools, approveAll, approver } = options;
    this.#options = options;
    this.tools = tools;
    this.session = new Session({
      home,
      settings: options.settings,
      start: { entryPoint, directory, model, tools: tools.map((t) => t.name), autoApprove: approveAll },
      onEvent: (event, output) => this.#heard(event, output),
      onNote: options.onNote,
    });
    this.#toolbox = new AuditedToolBox({
      tools,
      audit: this.session.audit,
      store: this.session.store,
      budget: this.budget,
      gate: new Gate({
        approver,
        approveAll,
        places: { home: homedir(), launch: directory, wisp: home },
        approvals: new ApprovalStore(home),
        ...options.settings.approval,
      }),
      directory,
      ways: this.#ways(),
      turn: () => this.#turn,
      home,
      session: this.session.id,
      condenser: () => this.#condenser,
      onProgress: (text) => options.onProgress?.(text),
      limits: {
        maxOutputBytes: options.settings.commandMaxOutputBytes ?? null,
        timeoutSeconds: options.settings.commandTimeoutSeconds,
      },
      inspect: {
        status: () => this.#statusFacts(),
        context: () => this.#agent?.context() ?? null,
        config: () => options.settings,
      },
    });
  }

  get model(): ModelInfo | null {
    return this.#model;
  }

  get turn(): number {
    return this.#turn;
  }

  /** Share of the window that the next request fills, from 0 to 1; null when there is no model or no window. */
  get contextUsed(): number | null {
    return this.#agent?.contextUsed ?? null;
  }

  /** Ids of this conversation's calls, and of those whose output was kept. */
  get calls(): ReadonlySet<string> {
    return this.#calls;
  }

  get kept(): ReadonlySet<string> {
    return this.#kept;
  }

  /** Reaches the model. A failure is told as a note and leaves the conversation without one: all else works. */
  async open(signal: AbortSignal): Promise<void> {
    const { model, host, parallel } = this.#options;
    if (model === 'none') return;
    try {
      const backend = openBackend(model ?? (await defaultModel(host, signal)), {
        ...backendSettings(this.#options.settings),
        host,
      });
      const agent = new Agent({
        backend,
        tools: this.#toolbox,
        budget: this.budget,
        directory: this.session.directory,
      });
      const info = await agent.open(signal);
      this.#agent = agent;
      this.#condenser = new OutputCondenser({ parallel, ask: (prompt, stop) => askOnce(backend, prompt, stop) });
      this.#model = info;
      const { name, backend: kind, window, windowReason, capabilities } = info;
      const details = {
        model: name,
        backend: kind,
        contextSize: window,
        contextNote: windowReason,
        capabilities: [...capabilities],
      };
      this.session.audit.record('model.resolved', details);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      this.#failed(error, 'model');
      this.#options.onNote(error.message);
    }
  }

  /** Runs one turn with the model. Never rejects for what the model or its server did: the report says it. */
  async prompt(
    text: string,
    signal: AbortSignal,
    onEvent: (event: AgentEvent) => void | Promise<void>,
  ): Promise<TurnReport> {
    this.#turn++;
    this.#ran = new Map();
    this.session.audit.record('prompt', { text }, { turn: this.#turn });
    const typed = this.#typed.take();
    const result = await this.#ask([...typed, text].join('\n\n'), signal, onEvent);
    const { outcome, seconds, usage, error } = result;
    if (error) this.#failed(error, 'turn');
    const { text: reply } = result;
    this.session.audit.record(
      'response',
      { text: reply, seconds, outcome, usage: counts(usage) },
      { turn: this.#turn },
    );
    const ran = this.#ranLine();
    return { turn: this.#turn, outcome, seconds, text: reply, ...counts(usage), error: error?.message ?? null, ran };
  }

  /** Runs a command of the person's. */
  async typed(command: string, signal: AbortSignal): Promise<Captured> {
    const id = newId();
    this.#toolbox.changed();
    const result = await runTyped(this.session, {
      id,
      command,
      argv: ['/bin/sh', '-c', command],
      budget: this.budget.bytes,
      timeout: null,
      signal,
      ways: this.#ways(),
      turn: this.#turn === 0 ? null : this.#turn,
    });
    const kept = result.stored ? `its output (${size(result.stored.bytes)}) is kept as output ${id}` : null;
    this.#typed.add(command, result.outcome, kept);
    return result;
  }

  close(): void {
    this.session.end('closed');
  }

  async #ask(
    text: string,
    signal: AbortSignal,
    onEvent: (event: AgentEvent) => void | Promise<void>,
  ): Promise<TurnResult> {
    if (this.#agent)
      return this.#agent.turn(text, {
        turn: this.#turn,
        signal,
        onEvent: (event) => {
          if (event.kind === 'condensed') this.#condensed(event);
          return onEvent(event);
        },
      });
    const error = new ModelError(
      'no-server',
      'There is no model in this conversation. Start Ollama (ollama serve), then begin again; ! commands work without one.',
    );
    return { text: '', outcome: 'error', seconds: 0, usage: {}, error };
  }

  #statusFacts(): object {
    const { budget, session } = this;
    return {
      session: session.id,
      directory: session.directory,
      model: this.#model?.name ?? null,
      window: budget.window,
      windowReason: this.#model?.windowReason ?? null,
      bytesOfOneResult: budget.bytes,
      contextUsed: this.contextUsed,
      turn: this.#turn,
      tools: this.tools.map((tool) => tool.name),
    };
  }

  #condensed({ kind: _, ...made }: Extract<AgentEvent, { kind: 'condensed' }>): void {
    const details = { ...made, window: this.budget.window };
    this.session.audit.record('context.condensation', details, { turn: this.#turn });
  }

  #ways(): Ways {
    return this.tools.some((t) => t.name === 'memory') ? 'memory' : 'none';
  }

  #failed(error: Error, context: string): void {
    const code = error instanceof ModelError ? error.code : null;
    this.session.audit.record('error', { message: error.message, code, context }, { turn: this.#turn });
  }

  #heard(event: AuditEvent, output: EventOutput | null): void {
    if (event.call) this.#calls.add(event.call);
    if (event.call && event.kind === 'output.kept') this.#kept.add(event.call);
    if (event.kind === 'tool.result') this.#count(String(event.details.tool), event.details);
    this.#options.onEvent?.(event, output);
  }

  #count(tool: string, { error, outcome }: Record<string, unknown>): void {
    const counted = this.#ran.get(tool) ?? { calls: 0, failed: 0 };
    const failed = error !== undefined || (tool === 'run_command' && outcome !== 'exit status 0');
    this.#ran.set(tool, { calls: counted.calls + 1, failed: counted.failed + (failed ? 1 : 0) });
  }

  /** What the turn ran, in the order of first calls: `run_command ×3 (1 failed), read_file`. */
  #ranLine(): string | null {
    const parts = [...this.#ran].map(([tool, { calls, failed }]) => {
      const times = calls > 1 ? ` ×${calls}` : '';
      return `${tool}${times}${failed > 0 ? ` (${failed} failed)` : ''}`;
    });
    return parts.length === 0 ? null : parts.join(', ');
  }
}

/** The counts that there are: an absent one is left out, not undefined. */
function counts({ inputTokens, outputTokens }: Usage): Usage {
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
