import { grouped } from '../../text/format.ts';
import type { CacheShape } from './cache-shape.ts';

/** Memory of the machine that runs the model, in bytes. `unified`: the GPU's memory is part of it. */
export interface Memory {
  available: number;
  installed: number;
  unified: boolean;
}

/** What decides the window. Tokens and bytes; null for what nobody knows. */
export interface WindowFacts {
  /** The window that the person set. */
  configured: number | null;
  /** `PARAMETER num_ctx` of the model's Modelfile. */
  modelfile: number | null;
  /** The longest window that the model was trained for. */
  trained: number | null;
  /** Runs on somebody's cloud: memory here does not matter. */
  cloud: boolean;
  weights: number | null;
  shape: CacheShape | null;
  /** Null when the server is another machine. */
  memory: Memory | null;
  /** What the server holds for this model already, part of it in the GPU's memory, and the window that it has. */
  held: { bytes: number; gpuBytes: number; window: number | null } | null;
}

export interface Window {
  tokens: number;
  reason: string;
}

const STEP = 4096;
const FLOOR = 8192;
const BUFFER_BYTES = 512 * 1024 * 1024;

/**
 * The window to ask for. What is configured wins, then the Modelfile; both stay within what the model was trained for.
 * Else the largest multiple of 4,096 with which weights, cache and buffers fit half of the memory available now and three
 * quarters of what is installed; never under 8,192, or the trained length when that is smaller.
 */
export function sizeWindow(facts: WindowFacts): Window {
  if (facts.configured !== null) return capped(facts.configured, facts.trained, 'as configured');
  if (facts.modelfile !== null) return capped(facts.modelfile, facts.trained, "as the model's Modelfile says");
  const floor = Math.min(FLOOR, facts.trained ?? FLOOR);
  if (facts.cloud) {
    return facts.trained === null
      ? { tokens: floor, reason: `${grouped(floor)}: the server does not tell the model's length` }
      : { tokens: facts.trained, reason: `${grouped(facts.trained)}: the model's own length; it runs on a cloud` };
  }
  if (facts.memory === null && facts.held?.window) {
    return capped(facts.held.window, facts.trained, 'as the server, another machine, has the model loaded');
  }
  const unknown = whyUnknown(facts);
  if (unknown) return { tokens: floor, reason: `${grouped(floor)}: ${unknown}; set a window to have more` };
  return fromMemory(facts, floor);
}

function capped(tokens: number, trained: number | null, why: string): Window {
  if (trained === null || tokens <= trained) return { tokens, reason: `${grouped(tokens)}: ${why}` };
  return { tokens: trained, reason: `${grouped(trained)}: the longest of this model (${grouped(tokens)} ${why})` };
}

function whyUnknown({ memory, shape, weights, trained }: WindowFacts): string | null {
  if (memory === null) return 'the memory of another machine is not visible';
  if (shape === null || trained === null) return "the server does not tell the model's shape";
  return weights === null ? "the server does not tell the model's size" : null;
}

function fromMemory({ memory, shape, weights, trained, held }: WindowFacts, floor: number): Window {
  if (memory === null || shape === null || weights === null || trained === null)
    throw new TypeError('facts are missing');
  // A reload gives back what is held; with a GPU of its own memory, only the rest was ever taken from this one.
  const givenBack = held === null ? 0 : held.bytes - (memory.unified ? 0 : Math.min(held.bytes, held.gpuBytes));
  const budget = Math.min((memory.available + givenBack) / 2, memory.installed * 0.75);
  const fixed = weights + shape.constantBytes + BUFFER_BYTES * shape.buffers;
  const fitting = shape.bytesPerToken === 0 ? trained : Math.max(0, (budget - fixed) / shape.bytesPerToken);
  const whole = fitting >= trained ? trained : Math.floor(fitting / STEP) * STEP;
  const tokens = Math.max(floor, whole);
  const needed = fixed + tokens * shape.bytesPerToken;
  const account = `${gib(needed)} of a ${gib(budget)} budget`;
  const short = needed > budget && fitting < tokens ? '; the smallest window, although it does not fit' : '';
  return { tokens, reason: `${grouped(tokens)} of ${grouped(trained)}: ${account}${short}` };
}

function gib(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
