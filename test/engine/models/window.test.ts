import { describe, expect, it } from 'vitest';
import { sizeWindow, type WindowFacts } from '../../../packages/engine/src/models/ollama/window.ts';

const GIB = 1024 ** 3;
const shape = { bytesPerToken: 160 * 1024, constantBytes: 0, buffers: 1 };

function facts(changes: Partial<WindowFacts> = {}): WindowFacts {
  return {
    configured: null,
    modelfile: null,
    trained: 131_072,
    cloud: false,
    weights: 5 * GIB,
    shape,
    memory: { available: 20 * GIB, installed: 32 * GIB, unified: false },
    held: null,
    ...changes,
  };
}

const memory = (available: number, installed: number, unified = false) => ({
  available: available * GIB,
  installed: installed * GIB,
  unified,
});

const table: readonly (readonly [string, Partial<WindowFacts>, number, string])[] = [
  ['half of what is available', {}, 28_672, '28,672 of 131,072: 9.9 GiB of a 10.0 GiB budget'],
  [
    'three quarters of what is installed',
    { memory: memory(40, 12) },
    20_480,
    '20,480 of 131,072: 8.6 GiB of a 9.0 GiB budget',
  ],
  [
    'all of a model that fits',
    { memory: memory(90, 96) },
    131_072,
    '131,072 of 131,072: 25.5 GiB of a 45.0 GiB budget',
  ],
  [
    'the floor, said so, when nothing fits',
    { memory: memory(2, 8) },
    8192,
    '8,192 of 131,072: 6.8 GiB of a 1.0 GiB budget; the smallest window, although it does not fit',
  ],
  [
    'the trained length when that is under the floor',
    { trained: 2048, memory: memory(2, 8) },
    2048,
    '2,048 of 2,048: 5.8 GiB of a 1.0 GiB budget; the smallest window, although it does not fit',
  ],
  [
    'a trained length that is no multiple',
    { trained: 10_000 },
    10_000,
    '10,000 of 10,000: 7.0 GiB of a 10.0 GiB budget',
  ],
  [
    'memory that the loaded model gives back where it is one memory',
    { memory: memory(12, 32, true), held: { bytes: 8 * GIB, gpuBytes: 8 * GIB, window: 8192 } },
    28_672,
    '28,672 of 131,072: 9.9 GiB of a 10.0 GiB budget',
  ],
  [
    'no more for a model in the memory of a GPU of its own',
    { memory: memory(12, 32), held: { bytes: 8 * GIB, gpuBytes: 8 * GIB, window: 8192 } },
    8192,
    '8,192 of 131,072: 6.8 GiB of a 6.0 GiB budget; the smallest window, although it does not fit',
  ],
  [
    'buffers twice for a model with a draft',
    { shape: { ...shape, buffers: 2 } },
    24_576,
    '24,576 of 131,072: 9.8 GiB of a 10.0 GiB budget',
  ],
  [
    'all of a model without a cache a token',
    { shape: { ...shape, bytesPerToken: 0 } },
    131_072,
    '131,072 of 131,072: 5.5 GiB of a 10.0 GiB budget',
  ],
  ['what is configured', { configured: 16_000 }, 16_000, '16,000: as configured'],
  [
    'what is configured within the trained length',
    { configured: 200_000 },
    131_072,
    '131,072: the longest of this model (200,000 as configured)',
  ],
  ['what is configured, before the Modelfile', { configured: 9000, modelfile: 16_384 }, 9000, '9,000: as configured'],
  ['the Modelfile', { modelfile: 16_384 }, 16_384, "16,384: as the model's Modelfile says"],
  [
    'what is configured when the trained length is unknown',
    { configured: 16_000, trained: null },
    16_000,
    '16,000: as configured',
  ],
  [
    'the floor without a shape',
    { shape: null },
    8192,
    "8,192: the server does not tell the model's shape; set a window to have more",
  ],
  [
    'the floor without a size',
    { weights: null },
    8192,
    "8,192: the server does not tell the model's size; set a window to have more",
  ],
  [
    'the floor on another machine',
    { memory: null },
    8192,
    '8,192: the memory of another machine is not visible; set a window to have more',
  ],
  [
    'what another machine has loaded',
    { memory: null, held: { bytes: GIB, gpuBytes: GIB, window: 32_768 } },
    32_768,
    '32,768: as the server, another machine, has the model loaded',
  ],
  [
    "a cloud model's own length",
    { cloud: true, shape: null },
    131_072,
    "131,072: the model's own length; it runs on a cloud",
  ],
  [
    'the floor for a cloud model of unknown length',
    { cloud: true, trained: null },
    8192,
    "8,192: the server does not tell the model's length",
  ],
];

describe('sizeWindow', () => {
  it.each(table)('takes %s', (_, changes, tokens, reason) => {
    expect(sizeWindow(facts(changes))).toEqual({ tokens, reason });
  });
});
