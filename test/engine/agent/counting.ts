import { Agent, type AgentEvent, type AgentOptions } from '../../../packages/engine/src/agent/agent.ts';
import { ToolBudget } from '../../../packages/engine/src/budget/tool-budget.ts';
import {
  type ChatEvent,
  type ChatMessage,
  type ChatRequest,
  type ModelBackend,
  ModelError,
  type ModelInfo,
  type ToolDefinition,
  type ToolRequest,
} from '../../../packages/engine/src/models/backend.ts';
import type { ToolAnswer, ToolBox } from '../../../packages/engine/src/tools/toolbox.ts';
import { never, READ_FILE } from '../models/support.ts';
import { answer } from './support.ts';

/** What the model says to a request: text, or calls. */
type Says = string | ToolRequest[];

/** Tokens of a request by a rule of the server's own: pieces of words, single digits and blanks, pairs of signs. */
function tokensOf({ messages, tools }: ChatRequest): number {
  const all = messages.map((message) => JSON.stringify(message)).join('');
  const pieces = `${all}${JSON.stringify(tools)}`.match(/\p{L}{1,6}|\p{N}|[^\s\p{L}\p{N}]{1,2}|\s{1,9}/gu) ?? [];
  return pieces.length + 9 * messages.length;
}

/** A model whose server refuses what is longer than its window. */
export class CountingBackend implements ModelBackend {
  readonly requests: { messages: readonly ChatMessage[]; tokens: number; refused: boolean }[] = [];
  readonly #window: number | null;
  readonly #holds: number;
  readonly #says: (request: ChatRequest) => Says;

  /** `window`: what the server says it has; `holds`: what it has. */
  constructor(window: number | null, says: (request: ChatRequest) => Says, holds = window ?? 8_192) {
    this.#window = window;
    this.#says = says;
    this.#holds = holds;
  }

  async open(): Promise<ModelInfo> {
    return { name: 'counting', backend: 'test', window: this.#window, windowReason: '', capabilities: [] };
  }

  async *chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    signal.throwIfAborted();
    const tokens = tokensOf(request);
    const refused = tokens > this.#holds;
    this.requests.push({ messages: request.messages, tokens, refused });
    if (refused) throw new ModelError('overflow', 'Too long.', { window: this.#holds, tokens });
    const said = this.#says(request);
    if (typeof said === 'string') yield { kind: 'text', text: said };
    else for (const call of said) yield { kind: 'call', call };
    yield { kind: 'done', reason: 'stop', usage: { inputTokens: tokens, outputTokens: 20 } };
  }
}

/** A tool box that fills the room of each call as it is told, and remembers the rooms. */
export class RoomyTools implements ToolBox {
  readonly rooms: number[] = [];
  readonly budget = new ToolBudget();
  readonly #fill: (bytes: number, call: ToolRequest) => string;

  constructor(fill: (bytes: number, call: ToolRequest) => string = (bytes) => 'x'.repeat(bytes)) {
    this.#fill = fill;
  }

  definitions(): ToolDefinition[] {
    return [READ_FILE];
  }

  async call(call: ToolRequest, _: AbortSignal, room: number): Promise<ToolAnswer> {
    const entry = this.rooms.push(room);
    const text = this.#fill(this.budget.limitedTo(room).bytes, call);
    return answer(text, { entry, stored: text.length > 512, way: `memory: "recall entry ${entry}"` });
  }
}

/** An agent of this model with these tools, and what it told. */
export function agentOf(backend: ModelBackend, tools: RoomyTools, options: Partial<AgentOptions> = {}) {
  const events: AgentEvent[] = [];
  const agent = new Agent({ backend, tools, budget: tools.budget, directory: '/home/me', ...options });
  const say = (text: string, signal = never()) =>
    agent.turn(text, {
      signal,
      onEvent: (event) => {
        events.push(event);
      },
    });
  return { agent, events, say };
}

let made = 0;

/** So many calls of one reply. */
export function callsOf(count: number): ToolRequest[] {
  return Array.from({ length: count }, () => ({
    id: `c${++made}`,
    name: 'read_file',
    arguments: { path: `f${made}` },
  }));
}

/** Whether the last message is a tool's result. */
export function isAfterResult({ messages }: ChatRequest): boolean {
  return messages.at(-1)?.role === 'tool';
}
