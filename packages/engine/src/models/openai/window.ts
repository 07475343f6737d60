import { grouped } from '../../text/format.ts';
import type { Window } from '../ollama/window.ts';
import { SETTING } from '../settings.ts';
import { aside, type Endpoint, studioModels } from './client.ts';
import { type ModelEntry, propsReply } from './wire.ts';

/** The window that the server runs a model with, in tokens, and what kind of model it is, where it tells. */
export interface ServedModel {
  window: number | null;
  embeds: boolean;
}

/** Asks in the ways of llama.cpp's server, vLLM and LM Studio how large the window is. Null when none of them answers. */
export async function readServed(
  endpoint: Endpoint,
  model: string,
  entry: ModelEntry | null,
  signal: AbortSignal,
): Promise<ServedModel> {
  const listed = entry?.max_model_len ?? entry?.context_length ?? entry?.context_window ?? null;
  if (listed) return { window: listed, embeds: false };
  const [props, list] = await Promise.all([
    // A router would load the model to answer; servers with one model take no notice.
    aside(endpoint, `/props?model=${encodeURIComponent(model)}&autoload=false`, propsReply, signal),
    studioModels(endpoint, signal),
  ]);
  const studio = list.find(({ id }) => id === model);
  // What LM Studio would load a model with is not told before it has.
  const window = props?.default_generation_settings.n_ctx ?? studio?.loaded_context_length ?? null;
  return { window: window || null, embeds: studio?.type === 'embeddings' };
}

/** The window to work with: the server's, or a smaller one that the person set. */
export function servedWindow(
  served: number | null,
  configured: number | null,
): Window | { tokens: null; reason: string } {
  if (configured !== null && (served === null || configured <= served))
    return { tokens: configured, reason: `set as ${SETTING.window}` };
  if (served === null) return { tokens: null, reason: `the server does not say; ${SETTING.window} can` };
  if (configured === null) return { tokens: served, reason: 'as the server runs it' };
  return { tokens: served, reason: `as the server runs it; ${SETTING.window} asks for ${grouped(configured)}` };
}
