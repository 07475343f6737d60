/** A tool as a model server is told of it; `parameters` is a JSON Schema of an object. */
export interface ToolDefinition {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** A call that the model asks for. `id` is the server's, or made up when it gave none. */
export interface ToolRequest {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; thinking?: string; calls?: readonly ToolRequest[] }
  | { role: 'tool'; content: string; name: string; callId: string };

export interface ChatRequest {
  messages: readonly ChatMessage[];
  tools: readonly ToolDefinition[];
}

/** Tokens of one request, where the server counted them. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
}

/**
 * What arrives while a reply streams. A stream that ends without `done` has failed: its backend throws.
 *
 * - `text-was-thinking`: the text so far was the model's thinking (its closing tag came without an opening one)
 * - `restart`: the reply failed half-way and is asked for again; what came so far is void
 * - `warning`: something the person should know, while the reply goes on
 */
export type ChatEvent =
  | { kind: 'text'; text: string }
  | { kind: 'thinking'; text: string }
  | { kind: 'text-was-thinking' }
  | { kind: 'call'; call: ToolRequest }
  | { kind: 'restart'; reason: string }
  | { kind: 'warning'; text: string }
  | { kind: 'done'; reason: 'stop' | 'length'; usage: Usage };

/** What is known of a model before its first reply. `window` in tokens, null when the server does not say. */
export interface ModelInfo {
  name: string;
  backend: string;
  window: number | null;
  /** Why the window is what it is, for the person. */
  windowReason: string;
  capabilities: readonly string[];
}

/** A loaded model as its server reports it: `window` in tokens, `note` when the person should know something. */
export interface LoadedWindow {
  window: number | null;
  note: string | null;
}

/** One kind of model server. A second kind is one more file that implements this. */
export interface ModelBackend {
  /** Resolves the model: reaches the server, finds the model, sizes the window. Throws ModelError. */
  open(signal: AbortSignal): Promise<ModelInfo>;
  /** Streams one reply. Throws ModelError; an abort throws the signal's reason. */
  chat(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatEvent>;
  /** The window as the server has it loaded, once a reply has come; null when it does not say. */
  loadedWindow?(signal: AbortSignal): Promise<LoadedWindow | null>;
}

/** Every way in which a model server can fail a turn; each has its own sentence for the person. */
export type ModelErrorCode =
  | 'no-server'
  | 'no-model'
  | 'no-tools'
  | 'no-chat'
  | 'cut-prompt'
  | 'overflow'
  | 'empty-reply'
  | 'thinking-only'
  | 'stream-ended'
  | 'tool-call-unparsed'
  | 'idle'
  | 'busy'
  | 'crashed'
  | 'refused'
  | 'unauthorized'
  | 'bad-script';

/**
 * A failure of the model's side. `message` says what happened and what to do next, in a person's words. `window` is the
 * window that an overflow revealed and `tokens` what the request had, in tokens, where the server named them.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly window: number | null;
  readonly tokens: number | null;

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions & { window?: number; tokens?: number }) {
    super(message, options);
    this.code = code;
    this.window = options?.window ?? null;
    this.tokens = options?.tokens ?? null;
  }
}
