import { grouped } from '../text/format.ts';
import { withRetries } from './attempts.ts';
import type { ChatEvent, ChatRequest, LoadedWindow, ModelBackend, ModelInfo } from './backend.ts';
import { ModelError } from './backend.ts';
import { isCut } from './cut-prompt.ts';
import type { FailureContext } from './dialect.ts';
import { type Failure, noChat, readFailure } from './failure.ts';
import type { Host } from './host.ts';
import { chatLines } from './ollama/chat-lines.ts';
import { chat, installed, loaded } from './ollama/client.ts';
import { readMemory } from './ollama/memory.ts';
import { wireMessage, wireTool } from './ollama/messages.ts';
import { type ResolvedModel, resolveModel } from './ollama/resolve.ts';
import type { Memory } from './ollama/window.ts';
import { sameModel } from './ollama/wire.ts';
import { OLLAMA } from './ollama/words.ts';
import { requestWeight } from './prompt-size.ts';
import { readReply } from './reply/read-reply.ts';
import { SETTING } from './settings.ts';

export interface OllamaOptions {
  model: string;
  host: Host;
  /** Tokens of the window, when the person set it; null sizes it from memory. */
  window: number | null;
  /** Longest silence in seconds while a reply is awaited or streams; 0 for no limit. */
  idleSeconds: number;
  /** How long the server keeps the model loaded, as a Go duration. */
  keepAlive: string;
  /** Milliseconds before the one retry of a busy or crashed server. */
  retryWait: number;
  memory?: () => Promise<Memory>;
}

/**
 * A model on an Ollama server, over its `/api/chat`. Every request carries the same options, because a change of any
 * reloads the model, and asks that a prompt which does not fit is refused rather than cut.
 */
export class OllamaBackend implements ModelBackend {
  readonly #options: OllamaOptions;
  #installed: readonly string[] = [];
  #model: ResolvedModel | null = null;
  #loaded: LoadedWindow | null = null;
  #bytesPerToken: number | null = null;

  constructor(options: OllamaOptions) {
    this.#options = options;
  }

  async open(signal: AbortSignal): Promise<ModelInfo> {
    const { model, host, window, memory } = this.#options;
    try {
      const list = await installed(host, signal);
      this.#installed = list.map((m) => m.name);
      const options = { host, configured: window, memory: memory ?? readMemory };
      this.#model = await resolveModel(model, list, options, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw readFailure(error, { ...this.#context(), opening: true }).error;
    }
    const { name, capabilities, window: sized } = this.#model;
    if (capabilities && !capabilities.includes('completion')) throw new ModelError('no-chat', noChat(name));
    if (capabilities && !capabilities.includes('tools')) throw new ModelError('no-tools', OLLAMA.noTools(name));
    return {
      name,
      backend: 'ollama',
      window: sized.tokens,
      windowReason: sized.reason,
      capabilities: capabilities ?? [],
    };
  }

  async *chat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    if (!this.#model) await this.open(signal);
    yield* withRetries(() => this.#attempt(request, signal), this.#options.retryWait, signal);
  }

  async loadedWindow(signal: AbortSignal): Promise<LoadedWindow | null> {
    if (this.#loaded || !this.#model) return this.#loaded;
    const { name } = this.#model;
    try {
      const running = (await loaded(this.#options.host, signal)).find((m) => sameModel(m.name, name));
      if (!running) return null;
      this.#loaded = { window: running.context_length || null, note: spilled(name, running.size, running.size_vram) };
    } catch {
      signal.throwIfAborted();
      // The reply is there and good; the window stays what was asked for, and the next reply asks again.
      return null;
    }
    return this.#loaded;
  }

  /** One request. Gives null when its reply is whole, else why it failed. */
  async *#attempt(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, Failure | null> {
    const { host, idleSeconds } = this.#options;
    // The package leaves the connection open when its stream is left: this closes it, whatever happens.
    const own = new AbortController();
    const unreadable: string[] = [];
    const options = {
      signal: AbortSignal.any([signal, own.signal]),
      idleSeconds,
      guard: (body: AsyncIterable<Uint8Array>) => chatLines(body, (line) => unreadable.push(line)),
    };
    try {
      const lines = await chat(host, this.#body(request), options);
      const offered = request.tools.map((tool) => tool.name);
      for await (const event of readReply(lines, offered)) {
        for (const line of unreadable.splice(0))
          yield { kind: 'warning', text: `The server sent a line that is no JSON: ${line}` };
        if (event.kind === 'done') await this.#checkCut(request, event.usage.inputTokens, signal);
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

  #body(request: ChatRequest): object {
    const { model, keepAlive } = this.#options;
    return {
      model: this.#model?.name ?? model,
      messages: request.messages.map(wireMessage),
      ...(request.tools.length > 0 ? { tools: request.tools.map(wireTool) } : {}),
      ...(this.#model?.capabilities?.includes('thinking') ? { think: true } : {}),
      options: { num_ctx: this.#model?.window.tokens },
      keep_alive: keepAlive,
      truncate: false,
      shift: false,
    };
  }

  /** Older servers ignore `truncate: false` and answer a cut prompt with a status of 200: only the count tells. */
  async #checkCut(request: ChatRequest, counted: number | undefined, signal: AbortSignal): Promise<void> {
    const sent = this.#model?.window.tokens ?? 0;
    const holds = (await this.loadedWindow(signal))?.window ?? null;
    if (!counted) return;
    // Not bytes: a listing after prose would look as if the server had cut the one or the other.
    const bytes = requestWeight(request);
    const window = Math.min(sent, holds ?? sent);
    if (isCut({ bytes, counted, window, bytesPerToken: this.#bytesPerToken })) {
      throw new ModelError(
        'cut-prompt',
        `The server cut the prompt to ${grouped(counted)} tokens to fit a window of ${grouped(window)}, so ${this.#options.model} did not see all of it and its reply was not used. Start a new conversation, set a larger ${SETTING.window}, or update Ollama.`,
        { window },
      );
    }
    const rate = bytes / counted;
    // A count without the cached tokens gives a rate that no text has.
    if (rate >= 1 && rate <= 8) this.#bytesPerToken = rate;
  }

  #context(): FailureContext {
    return {
      model: this.#model?.name ?? this.#options.model,
      host: this.#options.host,
      installed: this.#installed,
      dialect: OLLAMA,
    };
  }
}

function spilled(name: string, size: number | null | undefined, inGpu: number | null | undefined): string | null {
  if (!size || !inGpu || inGpu >= size) return null;
  const share = Math.round((inGpu / size) * 100);
  return `Only ${share}% of ${name} is in the GPU's memory, so it is slow. A smaller ${SETTING.window} may fit it whole.`;
}
