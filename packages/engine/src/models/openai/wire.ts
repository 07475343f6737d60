import { z } from 'zod';

// Read loosely: each server adds fields of its own, and many send null for what they have not.
const text = z.string().nullish().catch(undefined);
const count = z.number().nonnegative().nullish().catch(undefined);

const modelEntry = z.looseObject({
  id: z.string(),
  /** llama.cpp: sizes in bytes, parameters and tokens. */
  meta: z.looseObject({ size: count, n_params: count, n_ctx_train: count }).nullish().catch(undefined),
  /** llama.cpp's router: `loaded`, `loading` or `unloaded`. */
  status: z.looseObject({ value: text }).nullish().catch(undefined),
  /** vLLM. */
  max_model_len: count,
  /** Hosted services and some gateways. */
  context_length: count,
  context_window: count,
});
export type ModelEntry = z.infer<typeof modelEntry>;

/** `GET /v1/models`. */
export const modelsReply = z.looseObject({ data: z.array(modelEntry) });

/** `GET /props` of llama.cpp's server: the window of one slot. */
export const propsReply = z.looseObject({
  default_generation_settings: z.looseObject({ n_ctx: z.number().positive() }),
});

const studioModel = z.looseObject({
  id: z.string(),
  type: text,
  state: text,
  loaded_context_length: count,
  max_context_length: count,
});
export type StudioModel = z.infer<typeof studioModel>;

/** `GET /api/v0/models` of LM Studio. */
export const studioList = z.looseObject({ data: z.array(studioModel) });

/** A fragment of a call. Fragments of one call share an index, or an id. */
const callFragment = z.looseObject({
  index: z.number().nullish().catch(undefined),
  id: text,
  function: z.looseObject({ name: text, arguments: z.unknown().optional() }).nullish(),
});
export type CallFragment = z.infer<typeof callFragment>;

/** Text, or the parts of it that some gateways send. */
const content = z
  .union([
    z.string(),
    z.array(z.looseObject({ text })).transform((parts) => parts.map((part) => part.text ?? '').join('')),
  ])
  .nullish()
  .catch(undefined);

const message = z.looseObject({
  content,
  /** llama.cpp, LM Studio, DeepSeek, vLLM until 0.11. */
  reasoning_content: text,
  /** vLLM since, OpenRouter. */
  reasoning: text,
  tool_calls: z.array(callFragment).nullish(),
});

/** One event of a streamed `POST /v1/chat/completions`, or the whole answer of a server that does not stream. */
export const completionChunk = z.looseObject({
  choices: z.array(z.looseObject({ delta: message.nullish(), message: message.nullish(), finish_reason: text })),
  usage: z.looseObject({ prompt_tokens: count, completion_tokens: count }).nullish().catch(undefined),
});
export type CompletionChunk = z.infer<typeof completionChunk>;
