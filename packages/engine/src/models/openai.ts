import { BYTES_PER_TOKEN } from '../budget/tool-budget.ts';
import { grouped } from '../text/format.ts';
import { withRetries } from './attempts.ts';
import type { ChatEvent, ChatRequest, LoadedWindow, ModelBackend, ModelInfo } from './backend.ts';
import { ModelError } from './backend.ts';
import { isCut } from './cut-prompt.ts';
import type { FailureContext } from './dialect.ts';
import { type Failure, noChat, readFailure } from './failure.ts';
import type { Host } from './host.ts';
import { complete, type Endpoint, models } from './openai/client.ts';
import type { ThinkingField } from './openai/completion.ts';
import { completionPieces } from './openai/events.ts';
import { completionMessage, completionTool } from './openai/messages.ts';
import { readServed, servedWindow } from './openai/window.ts';
import type { ModelEntry } from './openai/wire.ts';
import { OPENAI } from './openai/words.ts';
import { requestWeight } from './prompt-size.ts';
import { readReply } from './reply/read-reply.ts';

export interface OpenAIOptions {
  /** Empty for the one that the server has. */
  model: string;
  /** With the path of the interface, such as `/v1`. */
  host: Host;
  /** Sent as a bearer token; null sends none. */
  key: string | null;
  /** Tokens that the person set as the most; null takes what the server says. */
  window: number | null;
  /** Longest silence in seconds while a reply is awaited or streams; 0 for no limit. */
  idleSeconds: number;
  /** Milliseconds before the one retry of a busy server. */
  retryWait: number;
}

/**
 * A model on a server with OpenAI's chat completions: llama.cpp's server, LM Studio, vLLM, or a gateway to a cluster. The
 * window is the server's to set: it is read, never asked for.
 */
export class OpenAIBackend implements ModelBackend {
  readonly #options: OpenAIOptions;
  readonly #endpoint: Endpoint;
  #model: string;
  #entry: ModelEntry | null = null;
  #installed: readonly string[] = [];
  #window: number | null = null;
  #opened = false;
  #bytesPerToken: number | null = null;
  #thinkingField: ThinkingField | null = null;

  constructor(options: OpenAIOptions) {
    this.#options = options;
    this.#endpoint = { host: options.host, key: options.key };
    this.#model = options.model;
  }

  async open(signal: AbortSignal): Promise<ModelInfo> {
    try {
      const list = await models(this.#endpoint, signal);
      this.#installed = list.map(({ id }) => id);
      this.#entry = this.#choose(list);
      const served = await readServed(this.#endpoint, this.#model, this.#entry, signal);
      if (served.embeds) throw new ModelError('no-chat', noChat(this.#model));
      const { tokens, reason } = servedWindow(served.window, this.#options.window);
      this.#window = tokens;
      this.#opened = true;
      return { name: this.#model, backend: 'openai', window: tokens, windowReason: reason, capabilities: [] };
    } catch (error) {
      signal.throwIfAborted();
      throw readFailure(error, this.#context()).error;
    }
  }

  async *chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    if (!this.#opened) await this.open(signal);
    yield* withRetries(() => this.#attempt(request, signal), this.#options.retryWait, signal);
  }

  /** Asks again where the server said nothing before: LM Studio knows the window once it has loaded the model. */
  async loadedWindow(signal: AbortSignal): Promise<LoadedWindow | null> {
    if (!this.#opened) return null;
    if (this.#window === null) {
      const { window } = await readServed(this.#endpoint, this.#model, this.#entry, signal);
      this.#window = window;
    }
    return this.#window === null ? null : { window: this.#window, note: null };
  }

  /** A server with one model answers to any name; others must have the one that is named. */
  #choose(list: readonly ModelEntry[]): ModelEntry | null {
    const first = list[0];
    const named = list.find(({ id }) => id === this.#options.model);
    if (named || (first && list.length === 1)) {
      const entry = named ?? first ?? null;
      if (this.#model === '' && entry) this.#model = entry.id;
      return entry;
    }
    if (this.#model === '' && first) {
      this.#model = first.id;
      return first;
    }
    throw new ModelError('no-model', OPENAI.noModel(this.#context()));
  }

  /** One request. Gives null when its reply is whole, else why it failed. */
  async *#attempt(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, Failure | null> {
    // Closes the connection when the reader leaves: that is how the server learns of it.
    const own = new AbortController();
    const unreadable: string[] = [];
    const hooks = {
      onUnreadable: (text: string) => unreadable.push(text),
      onThinking: (field: ThinkingField) => {
        this.#thinkingField = field;
      },
    };
    try {
      const options = { signal: AbortSignal.any([signal, own.signal]), idleSeconds: this.#options.idleSeconds };
      const response = await complete(this.#endpoint, this.#body(request), options);
      const offered = request.tools.map((tool) => tool.name);
      for await (const event of readReply(completionPieces(response, hooks), offered)) {
        for (const text of unreadable.splice(0))
          yield { kind: 'warning', text: `The server sent a line that is no JSON: ${text}` };
        if (event.kind === 'done') this.#checkCut(request, event.usage.inputTokens);
        yield event;
      }
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return readFailure(error, this.#context());
    } finally {
      own.abort();
    }
  }

  #body({ messages, tools }: ChatRequest): object {
    return {
      model: this.#model,
      messages: messages.map((message) => completionMessage(message, this.#thinkingField)),
      // llama.cpp's server lets a model ask for one call at a time unless it is told.
      ...(tools.length > 0 ? { tools: tools.map(completionTool), parallel_tool_calls: true } : {}),
      stream: true,
      stream_options: { include_usage: true },
    };
  }

  /** LM Studio can be set to drop the middle or the beginning of a prompt: only the count tells. */
  #checkCut(request: ChatRequest, counted: number | undefined): void {
    if (!counted || this.#window === null) return;
    const bytes = requestWeight(request);
    if (isCut({ bytes, counted, window: this.#window, bytesPerToken: this.#bytesPerToken ?? BYTES_PER_TOKEN })) {
      throw new ModelError(
        'cut-prompt',
        `The server cut the prompt to ${grouped(counted)} tokens to fit a window of ${grouped(this.#window)}, so ${this.#model} did not see all of it and its reply was not used. Start a new conversation, ${OPENAI.largerWindow}, or turn its cutting of prompts off.`,
        { window: this.#window },
      );
    }
    const rate = bytes / counted;
    if (rate >= 1 && rate <= 8) this.#bytesPerToken = rate;
  }

  #context(): FailureContext {
    const { host, model } = this.#options;
    return { model: this.#model || model || 'the model', host, installed: this.#installed, dialect: OPENAI };
  }
}
