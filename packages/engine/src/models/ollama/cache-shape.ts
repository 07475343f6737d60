/**
 * What a model's attention cache costs: bytes a token of the window, bytes whatever the window, and how many times the
 * runner's fixed buffers are there.
 */
export interface CacheShape {
  bytesPerToken: number;
  constantBytes: number;
  buffers: number;
}

type Info = Record<string, unknown>;

/** f16, the server's default; a smaller cache type is not visible over HTTP. */
const BYTES_PER_VALUE = 2;
const BYTES_PER_STATE_VALUE = 4;
/** Tokens that a sliding layer holds beyond its window: one batch. */
const BATCH_TOKENS = 2048;
const MOST_LAYERS = 4096;

/**
 * Layers from one that attends to everything to the next, for architectures whose files have a sliding window and no
 * pattern: llama.cpp and Ollama have it in their code.
 */
const PERIODS: Readonly<Record<string, number>> = { cohere2: 4, gemma2: 2, gemma3: 6, 'gpt-oss': 2, gptoss: 2 };

/** Whether a plain `/api/show` left out an array that the shape needs. */
export function needsVerbose(info: Info): boolean {
  const field = fieldsOf(info);
  return field('attention.head_count_kv') === null || field('attention.sliding_window_pattern') === null;
}

/**
 * Reads the cache's shape from a model's GGUF fields (`model_info` of `/api/show`; names as in the GGUF specification and
 * llama.cpp): each layer attends to everything, to a sliding window (a constant cost), or not at all (a recurrent state,
 * constant too). Latent attention keeps one compressed key a layer, from which the values are computed. `drafts`: draft
 * models in the Modelfile, each one widest layer more. Null when the fields do not tell.
 */
export function cacheShape(info: Info, drafts: number): CacheShape | null {
  const field = fieldsOf(info);
  const layers = positive(field('block_count'));
  const heads = positive(field('attention.head_count')) ?? firstPositive(field('attention.head_count'));
  const kvHeads = field('attention.head_count_kv') ?? heads;
  const head = heads === null ? null : (positive(field('embedding_length')) ?? 0) / heads;
  const key = positive(field('attention.key_length')) ?? head;
  const value = positive(field('attention.value_length')) ?? head;
  if (layers === null || layers > MOST_LAYERS || kvHeads === null || !key || !value) return null;

  const sliding = positive(field('attention.sliding_window'));
  const slidingWidth =
    (positive(field('attention.key_length_swa')) ?? key) + (positive(field('attention.value_length_swa')) ?? value);
  const pattern = field('attention.sliding_window_pattern') ?? PERIODS[String(info['general.architecture'])];
  const interval = positive(field('full_attention_interval'));
  const latent = latentWidth(field);
  let bytesPerToken = 0;
  let constantBytes = 0;
  let widest = 0;
  for (let layer = 0; layer < layers; layer++) {
    const count = perLayer(kvHeads, layer);
    if (count === 0 || (interval !== null && (layer + 1) % interval !== 0)) {
      constantBytes += stateBytes(field);
    } else if (sliding !== null && isSliding(pattern, layer)) {
      constantBytes += count * slidingWidth * BYTES_PER_VALUE * (sliding + BATCH_TOKENS);
    } else {
      const bytes = (latent ?? count * (key + value)) * BYTES_PER_VALUE;
      bytesPerToken += bytes;
      widest = Math.max(widest, bytes);
    }
  }
  const extra = drafts + (positive(field('nextn_predict_layers')) ?? 0);
  return { bytesPerToken: bytesPerToken + extra * widest, constantBytes, buffers: extra > 0 ? 2 : 1 };
}

/** Older conversions have a rank too, but keep keys and values of every head: only newer ones state the heads' own sizes. */
function latentWidth(field: (name: string) => unknown): number | null {
  const rank = positive(field('attention.kv_lora_rank'));
  if (rank === null || positive(field('attention.key_length_mla')) === null) return null;
  return rank + (positive(field('rope.dimension_count')) ?? 0);
}

function fieldsOf(info: Info): (name: string) => unknown {
  const architecture = info['general.architecture'];
  return (name) => (typeof architecture === 'string' ? info[`${architecture}.${name}`] : undefined);
}

function positive(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

function firstPositive(value: unknown): number | null {
  return Array.isArray(value) ? positive(value.find((item) => positive(item) !== null)) : null;
}

function perLayer(value: unknown, layer: number): number {
  return positive(Array.isArray(value) ? value[layer] : value) ?? 0;
}

/** The pattern is a flag a layer, or a period whose last layer attends to everything. */
function isSliding(pattern: unknown, layer: number): boolean {
  if (Array.isArray(pattern)) return pattern[layer] === true || pattern[layer] === 1;
  const period = positive(pattern);
  return period !== null && (layer + 1) % period !== 0;
}

/** A Mamba-style layer's convolution and state, as llama.cpp allocates them. */
function stateBytes(field: (name: string) => unknown): number {
  const [kernel, inner, state] = ['ssm.conv_kernel', 'ssm.inner_size', 'ssm.state_size'].map(
    (f) => positive(field(f)) ?? 0,
  );
  if (!kernel || !inner || !state) return 0;
  const groups = positive(field('ssm.group_count')) ?? 1;
  return ((kernel - 1) * (inner + 2 * groups * state) + inner * state) * BYTES_PER_STATE_VALUE;
}
