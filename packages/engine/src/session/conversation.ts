import { homedir } from 'node:os';
import type { EventOutput } from '@wisp/protocol';
import type { AgentEvent, TurnResult } from '../agent/agent.ts';
import type { ContextReport } from '../agent/context-report.ts';
import { newId } from '../audit/audit-log.ts';
import type { AuditEvent } from '../audit/events.ts';
import type { Ways } from '../budget/note.ts';
import type { ToolBudget } from '../budget/tool-budget.ts';
import { backendSettings } from '../config/backend-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { Captured } from '../exec/capture.ts';
import type { Sandbox } from '../exec/sandbox/sandbox.ts';
import { ApprovalStore } from '../gate/approval-store.ts';
import { Gate } from '../gate/gate.ts';
import type { OutputCondenser } from '../memory/condenser.ts';
import { ModelError, type ModelInfo } from '../models/backend.ts';
import { openBackend } from '../models/open-backend.ts';
import { markUsed } from '../store/use.ts';
import { size } from '../text/format.ts';
import type { Tool } from '../tools/tool.ts';
import { CallLog } from './call-log.ts';
import { confining } from './confining.ts';
import { ConversationKeeper, type Unsaved } from './conversation-keeper.ts';
import type { ConversationOptions, TurnReport } from './conversation-options.ts';
import { defaultModel } from './model-choice.ts';
import { ModelThread } from './model-thread.ts';
import { recordAgentEvent, recordFailure, recordModel } from './records.ts';
import type { SavedConversation } from './saved-conversation.ts';
import { Session } from './session.ts';
import { statusFacts } from './status-facts.ts';
import { counts, Tally } from './tally.ts';
import { runTyped } from './typed-command.ts';
import { TypedNotes } from './typed-notes.ts';

const NO_MODEL =
  'There is no model in this conversation. Start Ollama (ollama serve), then begin again or choose one with /model; ! commands work without one.';

/** One conversation: a session with its store, a gate, the tools, and a thread with a model when there is one. */
export class Conversation {
  readonly session: Session;
  readonly tools: readonly Tool[];
  readonly calls: CallLog;
  readonly tally: Tally;
  readonly keeper: ConversationKeeper;
  readonly #options: ConversationOptions;
  readonly #gate: Gate;
  readonly #sandbox: Sandbox | null;
  readonly #typed: TypedNotes;
  #thread: ModelThread;
  /** As the person would name it. */
  #modelName: string | null;
  #created: string;
  #sessions: string[];
  #turn: number;

  constructor(options: ConversationOptions) {
    const { home, directory, entryPoint, model, tools, approveAll, approver, resume, settings, onNote } = options;
    const saved = resume?.saved ?? null;
    this.#options = options;
    this.tools = tools;
    this.#turn = saved?.turn ?? 0;
    this.#typed = new TypedNotes(saved?.typed);
    this.tally = new Tally(saved);
    this.calls = new CallLog(saved?.calls ?? []);
    this.#modelName = saved?.model ?? null;
    this.#created = saved?.created ?? new Date().toISOString();
    // Outputs go so long after their last use, and the sweep comes before the session's first event.
    for (const session of saved?.sessions ?? []) markUsed(home, session, new Date());
    const start = { entryPoint, directory, model, tools: tools.map((t) => t.name), autoApprove: approveAll };
    this.session = new Session({
      home,
      settings,
      start: saved ? { ...start, resume: { name: saved.name, sessions: saved.sessions, turns: saved.turn } } : start,
      onEvent: (event, output) => this.#heard(event, output),
      onNote,
    });
    this.#sessions = [...(saved?.sessions ?? []), this.session.id];
    this.keeper = new ConversationKeeper({
      home,
      session: this.session.id,
      now: () => new Date(),
      onNote,
      ...(resume ? { from: { name: resume.saved.name, mark: resume.mark } } : {}),
    });
    this.#gate = new Gate({
      approver,
      approveAll,
      places: { home: homedir(), launch: directory, wisp: home },
      approvals: new ApprovalStore(home),
      ...settings.approval,
    });
    this.#sandbox = settings.sandbox === 'auto' ? confining(directory, home, onNote) : null;
    this.#thread = this.#threadFrom(saved);
  }

  get settings(): Settings {
    return this.#options.settings;
  }

  /** The model as it was named; null when none was. */
  get modelName(): string | null {
    return this.#modelName;
  }

  get model(): ModelInfo | null {
    return this.#thread.model;
  }

  get budget(): ToolBudget {
    return this.#thread.budget;
  }

  get condenser(): OutputCondenser | null {
    return this.#thread.condenser;
  }

  get turn(): number {
    return this.#turn;
  }

  /** Share of the window that the next request fills, from 0 to 1; null when there is no model or no window. */
  get contextUsed(): number | null {
    return this.#thread.agent?.contextUsed ?? null;
  }

  /** What the next request carries; null without a model. */
  context(): ContextReport | null {
    return this.#thread.agent?.context() ?? null;
  }

  /** The call that an entry's number names; null when there is no such entry. */
  entry(number: number): { id: string; session: string } | null {
    return this.#thread.toolbox.entries[number - 1] ?? null;
  }

  /** Reaches the model. A failure is told as a note and leaves the conversation without one: all else works. */
  async open(signal: AbortSignal): Promise<void> {
    const { model, host, onNote } = this.#options;
    if (model === 'none') return;
    try {
      await this.#reach(this.#thread, model ?? (await defaultModel(host, signal)), signal);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      recordFailure(this.session.audit, error, 'model', this.#turn);
      onNote(error.message);
    }
  }

  /** Another model, in a new thread with a new budget (features A2). Throws ModelError; then all is as before. */
  async useModel(name: string, signal: AbortSignal): Promise<ModelInfo> {
    const thread = this.#threadFrom(null);
    const info = await this.#reach(thread, name, signal);
    this.#begin(thread, 'model');
    return info;
  }

  /** A new thread on the same model. What was said so far is no part of it, and stays saved. */
  async newThread(signal: AbortSignal): Promise<void> {
    const thread = this.#threadFrom(null);
    if (this.model && this.#modelName !== null) await this.#reach(thread, this.#modelName, signal);
    this.#begin(thread, 'new');
  }

  /** Runs one turn with the model. Never rejects for what the model or its server did: the report says it. */
  async prompt(
    text: string,
    signal: AbortSignal,
    onEvent: (event: AgentEvent) => void | Promise<void>,
  ): Promise<TurnReport> {
    const turn = ++this.#turn;
    const time = new Date().toISOString();
    this.tally.begin();
    this.session.audit.record('prompt', { text }, { turn });
    const typed = this.#typed.take();
    const result = await this.#ask([...typed, text].join('\n\n'), signal, onEvent);
    const { outcome, seconds, usage, error, text: reply } = result;
    if (error) recordFailure(this.session.audit, error, 'turn', turn);
    this.session.audit.record('response', { text: reply, seconds, outcome, usage: counts(usage) }, { turn });
    this.tally.end({ turn, time, asked: text, outcome, seconds }, usage);
    await this.save();
    const { ran } = this.tally;
    return { turn, outcome, seconds, text: reply, ...counts(usage), error: error?.message ?? null, ran };
  }

  /** Runs a command of the person's. */
  async typed(command: string, signal: AbortSignal): Promise<Captured> {
    const id = newId();
    this.#thread.toolbox.changed();
    const result = await runTyped(this.session, {
      id,
      command,
      argv: ['/bin/sh', '-c', command],
      budget: this.budget.bytes,
      timeout: null,
      signal,
      ways: this.#ways(),
      turn: this.#turn === 0 ? null : this.#turn,
      onPrinted: this.#options.onPrinted,
    });
    const kept = result.stored ? `its output (${size(result.stored.bytes)}) is kept as output ${id}` : null;
    this.#typed.add(command, result.outcome, kept);
    if (this.keeper.savedAs !== null) await this.save();
    return result;
  }

  /** Saves what was said, when there is something; without an audit only where the person named it. */
  async save(): Promise<void> {
    const isSaved = this.#options.entryPoint === 'chat' && (this.settings.audit.enabled || this.keeper.name !== null);
    if (isSaved) await this.keeper.save(this.#content());
  }

  /** Saves under a name of the person's; what is wrong, or null. */
  async saveAs(name: string, replace: boolean): Promise<string | null> {
    const problem = await this.keeper.saveAs(name, this.#content(), replace);
    if (problem === null) this.session.audit.record('conversation.saved', { name });
    return problem;
  }

  close(): void {
    this.session.end('closed');
  }

  #threadFrom(saved: SavedConversation | null): ModelThread {
    const { settings, parallel, home, directory, onProgress } = this.#options;
    return new ModelThread({
      directory,
      parallel,
      saved: saved?.thread ?? null,
      toolbox: {
        tools: this.tools,
        audit: this.session.audit,
        store: this.session.store,
        gate: this.#gate,
        directory,
        home,
        session: this.session.id,
        ways: this.#ways(),
        turn: () => this.#turn,
        entries: (saved?.calls ?? []).filter((call) => call.by === 'model'),
        onProgress: (text, progress) => onProgress?.(text, progress),
        onPrinted: this.#options.onPrinted,
        limits: {
          maxOutputBytes: settings.commandMaxOutputBytes ?? null,
          timeoutSeconds: settings.commandTimeoutSeconds,
          sandbox: this.#sandbox,
        },
        inspect: { status: () => statusFacts(this), context: () => this.context(), config: () => settings },
      },
    });
  }

  async #reach(thread: ModelThread, name: string, signal: AbortSignal): Promise<ModelInfo> {
    const { host, settings } = this.#options;
    const info = await thread.open(openBackend(name, { ...backendSettings(settings), host }), signal);
    this.#modelName = name;
    recordModel(this.session.audit, info);
    return info;
  }

  #begin(thread: ModelThread, reason: 'model' | 'new'): void {
    this.#thread = thread;
    this.#typed.take();
    this.tally.clear();
    this.calls.begin();
    this.keeper.begin();
    this.#created = new Date().toISOString();
    this.#sessions = [this.session.id];
    this.session.audit.record('thread.start', { reason });
  }

  async #ask(
    text: string,
    signal: AbortSignal,
    onEvent: (event: AgentEvent) => void | Promise<void>,
  ): Promise<TurnResult> {
    const { agent } = this.#thread;
    if (!agent) {
      return { text: '', outcome: 'error', seconds: 0, usage: {}, error: new ModelError('no-server', NO_MODEL) };
    }
    return agent.turn(text, {
      turn: this.#turn,
      signal,
      onEvent: (event) => {
        recordAgentEvent(this.session.audit, event, { turn: this.#turn, window: this.budget.window });
        return onEvent(event);
      },
    });
  }

  #content(): Unsaved {
    const { turns, inputTokens, outputTokens } = this.tally;
    return {
      created: this.#created,
      directory: this.session.directory,
      model: this.#modelName,
      turn: this.#turn,
      asked: turns[0]?.asked ?? '',
      sessions: this.#sessions,
      inputTokens,
      outputTokens,
      turns: [...turns],
      calls: [...this.calls.ofThread],
      typed: [...this.#typed.waiting],
      thread: this.#thread.save(),
    };
  }

  #ways(): Ways {
    return this.tools.some((t) => t.name === 'memory') ? 'memory' : 'none';
  }

  #heard(event: AuditEvent, output: EventOutput | null): void {
    this.calls.hear(event, output);
    this.tally.hear(event);
    this.#options.onEvent?.(event, output);
  }
}
