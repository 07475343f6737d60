import { BYTES_PER_TOKEN } from '../budget/tool-budget.ts';
import { grouped } from '../text/format.ts';
import { withRetries } from './attempts.ts';
import type { ChatEvent, ChatRequest, LoadedWindow, ModelBackend, ModelInfo } from './backend.ts';
import { ModelError } from './backend.ts';
import { isCut } from './cut-prompt.ts';
import type { FailureContext } from './dialect.ts';
import { type Failure, noChat, readFailure } from './failure.ts';
import type { Host } from './host.ts';
import { complete, type Endpoint, findInterface } from './openai/client.ts';
import type { ThinkingField } from './openai/completion.ts';
import { completionPieces } from './openai/events.ts';
import { withoutKey } from './openai/key.ts';
import { firstServed } from './openai/listing.ts';
import { completionMessage, completionTool } from './openai/messages.ts';
import { OptionalFields } from './openai/optional-fields.ts';
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
  readonly #fields = new OptionalFields();
  #endpoint: Endpoint;
  #model: string;
  #entry: ModelEntry | null = null;
  #installed: readonly string[] = [];
  /** What the server says, and what wisp keeps to. */
  #served: number | null = null;
  #window: number | null = null;
  #opened = false;
  #askedAgain = false;
  #bytesPerToken: number | null = null;
  #thinkingField: ThinkingField | null = null;

  constructor(options: OpenAIOptions) {
    this.#options = options;
    this.#endpoint = { host: options.host, key: options.key };
    this.#model = options.model;
  }

  async open(signal: AbortSignal): Promise<ModelInfo> {
    try {
      const { endpoint, list } = await findInterface(this.#endpoint, signal);
      this.#endpoint = endpoint;
      this.#installed = list.map(({ id }) => id);
      this.#entry = this.#options.model === '' ? await firstServed(endpoint, list, signal) : this.#named(list);
      if (this.#entry === null)
        throw new ModelError('no-model', OPENAI.noModel({ ...this.#context(), model: this.#model }));
      if (this.#model === '') this.#model = this.#entry.id;
      const served = await readServed(endpoint, this.#model, this.#entry, signal);
      if (served.embeds) throw new ModelError('no-chat', noChat(this.#model));
      const { tokens, reason } = servedWindow(served.window, this.#options.window);
      this.#served = served.window;
      this.#window = tokens;
      this.#opened = true;
      return { name: this.#model, backend: 'openai', window: tokens, windowReason: reason, capabilities: [] };
    } catch (error) {
      signal.throwIfAborted();
      throw this.#failure(error, true).error;
    }
  }

  async *chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    if (!this.#opened) await this.open(signal);
    yield* withRetries(() => this.#attempt(request, signal), this.#options.retryWait, signal);
  }

  /** Asks once more where the server said nothing before: some know the window once they have loaded the model. */
  async loadedWindow(signal: AbortSignal): Promise<LoadedWindow | null> {
    if (!this.#opened) return null;
    if (this.#served === null && !this.#askedAgain) {
      this.#askedAgain = true;
      this.#served = (await readServed(this.#endpoint, this.#model, this.#entry, signal)).window;
      if (this.#served !== null) this.#window = Math.min(this.#served, this.#window ?? this.#served);
    }
    return { window: this.#served === null ? null : this.#window, note: null };
  }

  /** A server with one model answers to any name; others must have the one that is named. */
  #named(list: readonly ModelEntry[]): ModelEntry | null {
    const { model } = this.#options;
    const entry =
      list.find(({ id }) => id === model) ?? list.find(({ id }) => id.toLowerCase() === model.toLowerCase());
    if (entry) this.#model = entry.id;
    return entry ?? (list.length === 1 ? (list[0] ?? null) : null);
  }

  /** One request. Gives null when its reply is whole, else why it failed. */
  async *#attempt(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, Failure | null> {
    // Closes the connection when the reader leaves: that is how the server learns of it.
    const own = new AbortController();
    const warnings: string[] = [];
    const hooks = {
      onWarning: (text: string) => warnings.push(text),
      onThinking: (field: ThinkingField) => {
        this.#thinkingField = field;
      },
    };
    let said = false;
    try {
      const options = { signal: AbortSignal.any([signal, own.signal]), idleSeconds: this.#options.idleSeconds };
      const response = await complete(this.#endpoint, this.#body(request), options);
      const offered = request.tools.map((tool) => tool.name);
      for await (const event of readReply(completionPieces(response, hooks), offered)) {
        for (const text of warnings.splice(0)) yield { kind: 'warning', text };
        if (event.kind === 'done') this.#check(request, event.usage.inputTokens, said);
        said = true;
        yield event;
      }
      return null;
    } catch (error) {
      signal.throwIfAborted();
      if (this.#fields.refused(error)) return yield* this.#attempt(request, signal);
      return this.#failure(error, false);
    } finally {
      own.abort();
    }
  }

  #body({ messages, tools }: ChatRequest): object {
    return {
      model: this.#model,
      messages: messages.map((message) => completionMessage(message, this.#thinkingField)),
      ...(tools.length > 0 ? { tools: tools.map(completionTool) } : {}),
      stream: true,
      ...this.#fields.of(tools.length > 0),
    };
  }

  /** LM Studio answers a prompt that is too long with nothing, or can be set to drop a part of it: only the count tells. */
  #check(request: ChatRequest, counted: number | undefined, said: boolean): void {
    const window = this.#window;
    if (!counted || window === null) return;
    if (!said && counted >= window) {
      const message = `The conversation (${grouped(counted)} tokens) no longer fits the window of ${this.#model} (${grouped(window)}), and its reply was empty. Start a new one, or ${OPENAI.largerWindow}.`;
      throw new ModelError('overflow', message, { window, tokens: counted });
    }
    const bytes = requestWeight(request);
    if (isCut({ bytes, counted, window, bytesPerToken: this.#bytesPerToken ?? BYTES_PER_TOKEN })) {
      throw new ModelError(
        'cut-prompt',
        `The server cut the prompt to ${grouped(counted)} tokens to fit a window of ${grouped(window)}, so ${this.#model} did not see all of it and its reply was not used. Start a new conversation, ${OPENAI.largerWindow}, or turn its cutting of prompts off.`,
        { window },
      );
    }
    const rate = bytes / counted;
    if (rate >= 1 && rate <= 8) this.#bytesPerToken = rate;
  }

  #failure(error: unknown, opening: boolean): Failure {
    return readFailure(withoutKey(error, this.#options.key), { ...this.#context(), opening });
  }

  #context(): FailureContext {
    const model = this.#model || 'the model';
    return { model, host: this.#endpoint.host, installed: this.#installed, dialect: OPENAI };
  }
}
