import { describe, expect, it } from 'vitest';
import { cacheShape, needsVerbose } from '../../../packages/engine/src/models/ollama/cache-shape.ts';

function info(fields: Record<string, unknown>): Record<string, unknown> {
  return {
    'general.architecture': 'reef',
    ...Object.fromEntries(Object.entries(fields).map(([k, v]) => [`reef.${k}`, v])),
  };
}

const dense = { block_count: 30, 'attention.head_count': 20, 'attention.head_count_kv': 5, embedding_length: 2560 };

describe('cacheShape', () => {
  it('counts two values a head and layer of a dense model', () => {
    expect(cacheShape(info(dense), 0)).toEqual({ bytesPerToken: 2 * 30 * 5 * 128 * 2, constantBytes: 0, buffers: 1 });
  });

  it('takes the head sizes that the model states before the derived ones', () => {
    const stated = { ...dense, 'attention.key_length': 192, 'attention.value_length': 64 };
    expect(cacheShape(info(stated), 0)).toEqual({ bytesPerToken: 30 * 5 * 256 * 2, constantBytes: 0, buffers: 1 });
  });

  it('counts one more widest layer and the buffers twice for a draft', () => {
    expect(cacheShape(info(dense), 1)).toEqual({ bytesPerToken: 2 * 31 * 5 * 128 * 2, constantBytes: 0, buffers: 2 });
  });

  it('counts prediction layers as drafts', () => {
    expect(cacheShape(info({ ...dense, nextn_predict_layers: 2 }), 0)?.bytesPerToken).toBe(2 * 32 * 5 * 128 * 2);
  });

  it('counts heads layer by layer', () => {
    expect(cacheShape(info({ ...dense, block_count: 3, 'attention.head_count_kv': [2, 4, 6] }), 0)?.bytesPerToken).toBe(
      2 * 12 * 128 * 2,
    );
  });

  it('counts sliding layers as a constant with sizes of their own', () => {
    const sliding = {
      block_count: 4,
      'attention.head_count': 8,
      'attention.head_count_kv': [4, 4, 4, 1],
      'attention.key_length': 512,
      'attention.value_length': 512,
      'attention.key_length_swa': 256,
      'attention.value_length_swa': 256,
      'attention.sliding_window': 512,
      'attention.sliding_window_pattern': [true, true, true, false],
    };
    expect(cacheShape(info(sliding), 0)).toEqual({
      bytesPerToken: 1 * 1024 * 2,
      constantBytes: 3 * 4 * 512 * 2 * (512 + 2048),
      buffers: 1,
    });
  });

  it('reads a pattern that is a period', () => {
    const sliding = {
      ...dense,
      block_count: 6,
      'attention.sliding_window': 512,
      'attention.sliding_window_pattern': 3,
    };
    expect(cacheShape(info(sliding), 0)?.bytesPerToken).toBe(2 * 2 * 5 * 128 * 2);
  });

  it('counts only the attention layers of a hybrid, and its recurrent state as a constant', () => {
    const hybrid = {
      block_count: 8,
      'attention.head_count': 24,
      'attention.head_count_kv': 4,
      'attention.key_length': 256,
      'attention.value_length': 256,
      full_attention_interval: 4,
      'ssm.conv_kernel': 4,
      'ssm.inner_size': 2048,
      'ssm.state_size': 64,
      'ssm.group_count': 8,
    };
    const state = (3 * (2048 + 2 * 8 * 64) + 2048 * 64) * 4;
    expect(cacheShape(info(hybrid), 0)).toEqual({
      bytesPerToken: 2 * 4 * 512 * 2,
      constantBytes: 6 * state,
      buffers: 1,
    });
  });

  it('counts one latent key a layer where attention is latent', () => {
    const latent = {
      block_count: 27,
      'attention.head_count': 16,
      'attention.head_count_kv': 1,
      'attention.key_length': 320,
      'attention.value_length': 256,
      'attention.key_length_mla': 128,
      'attention.value_length_mla': 96,
      'attention.kv_lora_rank': 256,
      'rope.dimension_count': 64,
    };
    expect(cacheShape(info(latent), 0)).toEqual({ bytesPerToken: 27 * (256 + 64) * 2, constantBytes: 0, buffers: 1 });
  });

  it('counts keys and values of every head in an older file of such a model', () => {
    const older = {
      block_count: 27,
      'attention.head_count': 16,
      'attention.head_count_kv': 16,
      'attention.key_length': 192,
      'attention.value_length': 128,
      'attention.kv_lora_rank': 512,
      'rope.dimension_count': 64,
    };
    expect(cacheShape(info(older), 0)?.bytesPerToken).toBe(27 * 16 * (192 + 128) * 2);
  });

  it.each([
    ['gptoss', 12],
    ['gpt-oss', 12],
    ['gemma3', 4],
    ['gemma2', 12],
    ['cohere2', 6],
    ['reef', 24],
  ])('knows which of 24 layers of %s attend to everything when the file has no pattern: %i', (architecture, full) => {
    const fields = { ...dense, block_count: 24, 'attention.sliding_window': 128 };
    const named = Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${architecture}.${key}`, value]));
    expect(cacheShape({ 'general.architecture': architecture, ...named }, 0)).toEqual({
      bytesPerToken: full * 5 * (128 + 128) * 2,
      constantBytes: (24 - full) * 5 * (128 + 128) * 2 * (128 + 2048),
      buffers: 1,
    });
  });

  it('counts layers without heads as recurrent', () => {
    expect(
      cacheShape(info({ ...dense, block_count: 4, 'attention.head_count_kv': [0, 5, 0, 5] }), 0)?.bytesPerToken,
    ).toBe(2 * 2 * 5 * 128 * 2);
  });

  it.each([
    [{}],
    [info({})],
    [info({ block_count: 30 })],
    [info({ ...dense, block_count: 1e9 })],
    [info({ ...dense, block_count: 'many' })],
  ])('gives null for fields that do not tell: %j', (fields) => {
    expect(cacheShape(fields, 0)).toBeNull();
  });

  it('asks for the verbose answer only when an array was left out', () => {
    expect(needsVerbose(info(dense))).toBe(false);
    expect(needsVerbose(info({ ...dense, 'attention.head_count_kv': null }))).toBe(true);
    expect(needsVerbose(info({ ...dense, 'attention.sliding_window_pattern': null }))).toBe(true);
    expect(needsVerbose({})).toBe(false);
  });
});
