import { Agent } from '../agent/agent.ts';
import { askOnce } from '../agent/ask.ts';
import type { SavedThread } from '../agent/saved-thread.ts';
import { ToolBudget } from '../budget/tool-budget.ts';
import { OutputCondenser } from '../memory/condenser.ts';
import type { ModelBackend, ModelInfo } from '../models/backend.ts';
import { AuditedToolBox, type AuditedToolBoxOptions } from '../tools/audited-toolbox.ts';

export interface ModelThreadOptions {
  /** All that the tools of a conversation have in common; the budget and the condenser are the thread's own. */
  toolbox: Omit<AuditedToolBoxOptions, 'budget' | 'condenser'>;
  directory: string;
  /** Requests that the server takes at once. */
  parallel: number;
  /** A thread to go on with. */
  saved: SavedThread | null;
}

/** One thread with one model, or with none: its budget, its tools, its agent. A change of the model begins another. */
export class ModelThread {
  readonly budget = new ToolBudget();
  readonly toolbox: AuditedToolBox;
  readonly #options: ModelThreadOptions;
  #agent: Agent | null = null;
  #model: ModelInfo | null = null;
  #condenser: OutputCondenser | null = null;

  constructor(options: ModelThreadOptions) {
    this.#options = options;
    this.toolbox = new AuditedToolBox({ ...options.toolbox, budget: this.budget, condenser: () => this.#condenser });
  }

  get agent(): Agent | null {
    return this.#agent;
  }

  get model(): ModelInfo | null {
    return this.#model;
  }

  get condenser(): OutputCondenser | null {
    return this.#condenser;
  }

  /** The thread as it is saved; null when nothing was said. */
  save(): SavedThread | null {
    return this.#agent?.save() ?? this.#options.saved;
  }

  /** Reaches the model. Throws ModelError; then the thread has none, as before. */
  async open(backend: ModelBackend, signal: AbortSignal): Promise<ModelInfo> {
    const { directory, parallel, saved } = this.#options;
    const agent = new Agent({
      backend,
      tools: this.toolbox,
      budget: this.budget,
      directory,
      ...(saved ? { thread: saved } : {}),
    });
    const info = await agent.open(signal);
    this.#agent = agent;
    this.#condenser = new OutputCondenser({ parallel, ask: (prompt, stop) => askOnce(backend, prompt, stop) });
    this.#model = info;
    return info;
  }
}
