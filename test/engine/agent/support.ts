import {
  Agent,
  type AgentEvent,
  type AgentOptions,
  type TurnResult,
} from '../../../packages/engine/src/agent/agent.ts';
import { ToolBudget } from '../../../packages/engine/src/budget/tool-budget.ts';
import type { ToolDefinition, ToolRequest } from '../../../packages/engine/src/models/backend.ts';
import type { ToolAnswer, ToolBox } from '../../../packages/engine/src/tools/toolbox.ts';
import type { FakeOllama } from '../../fake-ollama/server.ts';
import { backendAt, never, READ_FILE } from '../models/support.ts';

/** A tool's answer of this text, under an id that counts up. */
export function answer(text: string, changes: Partial<ToolAnswer> = {}): ToolAnswer {
  return {
    text,
    outcome: 'exit status 0',
    id: '00000000000000a1',
    stored: false,
    entry: 1,
    way: null,
    bytes: Buffer.byteLength(text),
    ...changes,
  };
}

/** A tool box with `read_file`, which answers with the path, or as it is told. */
export class Tools implements ToolBox {
  readonly calls: ToolRequest[] = [];
  readonly #answer: (call: ToolRequest, signal: AbortSignal) => Promise<ToolAnswer>;

  constructor(
    run: (call: ToolRequest, signal: AbortSignal) => Promise<ToolAnswer> = async (c) =>
      answer(`content of ${c.arguments.path}`),
  ) {
    this.#answer = run;
  }

  definitions(): ToolDefinition[] {
    return [READ_FILE];
  }

  call(request: ToolRequest, signal: AbortSignal): Promise<ToolAnswer> {
    this.calls.push(request);
    return this.#answer(request, signal);
  }
}

/** An agent on the fake server, with what it told of its last turn. */
export class Bench {
  readonly budget = new ToolBudget();
  readonly events: AgentEvent[] = [];
  readonly agent: Agent;
  readonly #fake: FakeOllama;

  constructor(fake: FakeOllama, tools: ToolBox = new Tools(), options: Partial<AgentOptions> = {}) {
    this.#fake = fake;
    this.agent = new Agent({
      backend: backendAt(fake.url),
      tools,
      budget: this.budget,
      directory: '/home/me',
      ...options,
    });
  }

  turn(text: string, signal = never(), onEvent?: (event: AgentEvent) => void): Promise<TurnResult> {
    this.events.length = 0;
    const take = (event: AgentEvent) => {
      this.events.push(event);
      onEvent?.(event);
    };
    return this.agent.turn(text, { signal, onEvent: take });
  }

  /** The messages of a request, from 0; without the system's. */
  sent(request: number): unknown[] {
    const messages = this.#fake.chats()[request]?.body.messages;
    return Array.isArray(messages) ? messages.slice(1) : [];
  }

  /** What the last turn told of these kinds. */
  told(...kinds: AgentEvent['kind'][]): AgentEvent[] {
    return this.events.filter((event) => kinds.includes(event.kind));
  }
}

/** The result of a turn without its time. */
export function timeless({ seconds, ...rest }: TurnResult): Omit<TurnResult, 'seconds'> {
  if (!(seconds >= 0)) throw new Error(`a turn of ${seconds} seconds`);
  return rest;
}
