// Lines and answers in the shapes that Ollama's own server sends, with content of the tests' own.

/** The model that a fake server has unless it is told otherwise. */
export const MODEL = 'tidepool:7b';

const STAMP = '2026-10-05T07:00:00.000000001Z';

interface CallShape {
  name: string;
  arguments?: unknown;
  id?: string;
  index?: number;
}

interface DoneShape {
  reason?: string;
  prompt?: number | null;
  reply?: number;
  content?: string;
  calls?: CallShape[];
}

/** One line of text. */
export function text(content: string): object {
  return line({ role: 'assistant', content });
}

/** One line of thinking, as models with that capability send it. */
export function thinking(thought: string): object {
  return line({ role: 'assistant', content: '', thinking: thought });
}

/** One line that holds calls, as a server sends them that parses calls while they are written. */
export function calls(...list: CallShape[]): object {
  return line({ role: 'assistant', content: '', tool_calls: list.map(call) });
}

/** The last line. With `calls`, as a server sends them that gives all calls at the end. */
export function done({ reason = 'stop', prompt = 300, reply = 12, content = '', calls: list }: DoneShape = {}): object {
  return {
    ...line({ role: 'assistant', content, ...(list ? { tool_calls: list.map(call) } : {}) }),
    done: true,
    done_reason: reason,
    total_duration: 912_000_111,
    load_duration: 30_000_222,
    ...(prompt === null ? {} : { prompt_eval_count: prompt }),
    prompt_eval_duration: 400_000_333,
    eval_count: reply,
    eval_duration: 500_000_444,
  };
}

function line(message: object): object {
  return { model: MODEL, created_at: STAMP, message, done: false };
}

function call({ name, arguments: given = {}, id, index }: CallShape): object {
  return {
    ...(id === undefined ? {} : { id }),
    function: { ...(index === undefined ? {} : { index }), name, arguments: given },
  };
}

/** A model as the fake server tells of it in `/api/tags`, `/api/show` and `/api/ps`. */
export interface FakeModel {
  name: string;
  size: number;
  capabilities: string[] | null;
  info: Record<string, unknown>;
  /** Fields that `/api/show` gives only when `verbose` is asked for; null in their place otherwise. */
  verboseInfo: Record<string, unknown>;
  parameters: string | null;
  modelfile: string;
  remoteHost: string | null;
  /** What `/api/ps` says once the model has answered, or from the start with `loaded`. */
  running: { size: number; sizeVram: number; contextLength: number | null };
  loaded: boolean;
}

/** A small dense model: 32 layers of 4 key/value heads of 64, trained for 65,536 tokens. */
export function fakeModel(changes: Partial<FakeModel> = {}): FakeModel {
  return {
    name: MODEL,
    size: 1_000_000_000,
    capabilities: ['completion', 'tools'],
    info: {
      'general.architecture': 'tide',
      'tide.block_count': 32,
      'tide.attention.head_count': 16,
      'tide.attention.head_count_kv': 4,
      'tide.embedding_length': 1024,
      'tide.context_length': 65_536,
    },
    verboseInfo: {},
    parameters: null,
    modelfile: `FROM ${MODEL}\n`,
    remoteHost: null,
    running: { size: 1_400_000_000, sizeVram: 1_400_000_000, contextLength: null },
    loaded: false,
    ...changes,
  };
}

/** `/api/tags`' row of a model. */
export function tagsRow(model: FakeModel): object {
  return {
    name: model.name,
    model: model.name,
    ...(model.remoteHost ? { remote_host: model.remoteHost } : {}),
    modified_at: STAMP,
    size: model.size,
    digest: 'ab'.repeat(32),
    details: { format: 'gguf', family: 'tide', families: null, parameter_size: '7.1B', quantization_level: 'Q4_K_M' },
    ...(model.capabilities ? { capabilities: model.capabilities } : {}),
  };
}

/** `/api/show`'s answer for a model. */
export function showBody(model: FakeModel, verbose: boolean): object {
  const hidden = Object.fromEntries(
    Object.entries(model.verboseInfo).map(([key, value]) => [key, verbose ? value : null]),
  );
  return {
    modelfile: model.modelfile,
    ...(model.parameters === null ? {} : { parameters: model.parameters }),
    template: '{{ .Prompt }}',
    details: { format: 'gguf', family: 'tide', parameter_size: '7.1B' },
    ...(model.remoteHost ? { remote_host: model.remoteHost } : {}),
    model_info: { ...model.info, ...hidden },
    tensors: [{ name: 'token_embd.weight', type: 'Q4_K', shape: [1024, 32_000] }],
    ...(model.capabilities ? { capabilities: model.capabilities } : {}),
    modified_at: STAMP,
  };
}

/** `/api/ps`' row of a loaded model; `window` is what the last request asked for. */
export function psRow(model: FakeModel, window: number | null): object {
  const { size, sizeVram, contextLength } = model.running;
  const length = contextLength ?? window;
  return {
    name: model.name,
    model: model.name,
    size,
    digest: 'ab'.repeat(32),
    expires_at: '2026-10-05T07:30:00Z',
    size_vram: sizeVram,
    ...(length === null ? {} : { context_length: length }),
  };
}
