import { describe, expect, it } from 'vitest';
import { cacheShape } from '../../../packages/engine/src/models/ollama/cache-shape.ts';
import { sizeWindow } from '../../../packages/engine/src/models/ollama/window.ts';

const GIB = 1024 ** 3;

/** A shape of model, the memory that it meets, and what was worked out by hand beside it. */
interface Worked {
  fields: Record<string, unknown>;
  drafts?: number;
  /** GiB of weights, available, installed. */
  weights: number;
  available: number;
  installed: number;
  bytesPerToken: number;
  constantBytes: number;
  tokens: number;
  reason: string;
}

const worked: readonly (readonly [string, Worked])[] = [
  [
    // 2 × 40 layers × 8 heads × 128 × 2 bytes = 163,840. Budget: half of 20 GiB. 10 − 5 − 0.5 = 4.5 GiB, which is
    // 29,491 tokens: seven times 4,096.
    'dense',
    {
      fields: { block_count: 40, 'attention.head_count': 32, 'attention.head_count_kv': 8, embedding_length: 4096 },
      weights: 5,
      available: 20,
      installed: 32,
      bytesPerToken: 163_840,
      constantBytes: 0,
      tokens: 28_672,
      reason: '28,672 of 131,072: 9.9 GiB of a 10.0 GiB budget',
    },
  ],
  [
    // Layers 1, 3, 5 and 7 have 2 heads, the others 6: 4 × 2 + 4 × 6 = 32 heads × (64 + 64) × 2 bytes = 8,192.
    // Budget: three quarters of 2 GiB. 1.5 − 0.75 − 0.5 = 0.25 GiB, which is 32,768 tokens exactly.
    'heads that differ from layer to layer',
    {
      fields: {
        block_count: 8,
        'attention.head_count': 16,
        'attention.head_count_kv': [2, 6, 2, 6, 2, 6, 2, 6],
        embedding_length: 1024,
      },
      weights: 0.75,
      available: 6,
      installed: 2,
      bytesPerToken: 8192,
      constantBytes: 0,
      tokens: 32_768,
      reason: '32,768 of 131,072: 1.5 GiB of a 1.5 GiB budget',
    },
  ],
  [
    // Every sixth of 48 layers attends to everything: 8 × 1 head × (512 + 512) × 2 bytes = 16,384. The other 40 have 8 heads
    // of 256 + 256 for 1,024 + 2,048 tokens: 40 × 8 × 512 × 2 × 3,072 = 1,006,632,960, which is 0.9375 GiB.
    // Budget 12 GiB: 12 − 8 − 0.5 − 0.9375 = 2.5625 GiB, which is 167,936 tokens: more than the model has.
    'sliding window with heads of their own',
    {
      fields: {
        block_count: 48,
        'attention.head_count': 16,
        'attention.head_count_kv': Array.from({ length: 48 }, (_, layer) => ((layer + 1) % 6 === 0 ? 1 : 8)),
        'attention.key_length': 512,
        'attention.value_length': 512,
        'attention.key_length_swa': 256,
        'attention.value_length_swa': 256,
        'attention.sliding_window': 1024,
        'attention.sliding_window_pattern': Array.from({ length: 48 }, (_, layer) => (layer + 1) % 6 !== 0),
      },
      weights: 8,
      available: 24,
      installed: 32,
      bytesPerToken: 16_384,
      constantBytes: 1_006_632_960,
      tokens: 131_072,
      reason: '131,072 of 131,072: 11.4 GiB of a 12.0 GiB budget',
    },
  ],
  [
    // Every fourth of 64 layers attends: 16 × 4 heads × (256 + 256) × 2 = 65,536, and one more such layer (4,096) predicts:
    // 69,632 bytes, 68 KiB. The other 48 keep (3 × (6,144 + 2 × 16 × 128) + 6,144 × 128) × 4 = 3,268,608 bytes each.
    // 24 − 17 − 2 × 0.5 − 0.146 = 5.854 GiB, which is 90,268 tokens: 22 times 4,096.
    'hybrid with a recurrent state and a layer that predicts',
    {
      fields: {
        block_count: 64,
        'attention.head_count': 24,
        'attention.head_count_kv': 4,
        'attention.key_length': 256,
        'attention.value_length': 256,
        full_attention_interval: 4,
        nextn_predict_layers: 1,
        'ssm.conv_kernel': 4,
        'ssm.inner_size': 6144,
        'ssm.state_size': 128,
        'ssm.group_count': 16,
      },
      weights: 17,
      available: 48,
      installed: 64,
      bytesPerToken: 69_632,
      constantBytes: 156_893_184,
      tokens: 90_112,
      reason: '90,112 of 131,072: 24.0 GiB of a 24.0 GiB budget',
    },
  ],
  [
    // 47 layers × (512 + 64) × 2 bytes = 54,144. 22 − 18 − 0.5 = 3.5 GiB, which is 69,409 tokens: 16 times 4,096.
    'latent attention',
    {
      fields: {
        block_count: 47,
        'attention.head_count': 20,
        'attention.head_count_kv': 1,
        'attention.key_length': 576,
        'attention.value_length': 512,
        'attention.key_length_mla': 256,
        'attention.value_length_mla': 256,
        'attention.kv_lora_rank': 512,
        'rope.dimension_count': 64,
      },
      weights: 18,
      available: 44,
      installed: 64,
      bytesPerToken: 54_144,
      constantBytes: 0,
      tokens: 65_536,
      reason: '65,536 of 131,072: 21.8 GiB of a 22.0 GiB budget',
    },
  ],
  [
    // As the dense one, with one layer more (4,096 bytes) and the buffers twice: 167,936. 10 − 5 − 1 = 4 GiB, which is
    // 25,575 tokens: six times 4,096.
    'dense with a draft model',
    {
      fields: { block_count: 40, 'attention.head_count': 32, 'attention.head_count_kv': 8, embedding_length: 4096 },
      drafts: 1,
      weights: 5,
      available: 20,
      installed: 32,
      bytesPerToken: 167_936,
      constantBytes: 0,
      tokens: 24_576,
      reason: '24,576 of 131,072: 9.8 GiB of a 10.0 GiB budget',
    },
  ],
];

describe('the window of a model of each shape', () => {
  it.each(worked)(
    '%s',
    (_, { fields, drafts = 0, weights, available, installed, bytesPerToken, constantBytes, tokens, reason }) => {
      const info = Object.fromEntries(Object.entries(fields).map(([key, value]) => [`reef.${key}`, value]));
      const shape = cacheShape({ 'general.architecture': 'reef', ...info }, drafts);
      expect(shape).toMatchObject({ bytesPerToken, constantBytes });
      expect(
        sizeWindow({
          configured: null,
          modelfile: null,
          trained: 131_072,
          cloud: false,
          weights: weights * GIB,
          shape,
          memory: { available: available * GIB, installed: installed * GIB, unified: false },
          held: null,
        }),
      ).toEqual({ tokens, reason });
    },
  );
});
