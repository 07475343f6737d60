import type { InstalledModel } from '../installed.ts';
import { type Endpoint, findInterface, studioModels } from './client.ts';
import type { ModelEntry, StudioModel } from './wire.ts';

/** The models that a server lists, in its order, by the names that `--model` takes. Throws what the request fails with. */
export async function readListed(given: Endpoint, signal: AbortSignal): Promise<InstalledModel[]> {
  const { endpoint, list } = await findInterface(given, signal);
  const studio = await studioModels(endpoint, signal);
  return list.map((entry) => {
    const known = studio.find(({ id }) => id === entry.id);
    return {
      name: `openai:${entry.id}@${endpoint.host.shown}`,
      size: entry.meta?.size || null,
      parameterSize: parametersOf(entry),
      contextLength: lengthOf(entry, known),
      capabilities: known?.type === 'embeddings' ? ['embedding'] : null,
      cloud: false,
      loaded: isLoaded(entry, known),
    };
  });
}

/** `8.2B`, as Ollama writes it. */
function parametersOf({ meta }: ModelEntry): string | null {
  const count = meta?.n_params;
  if (!count) return null;
  return count >= 1e9 ? `${(count / 1e9).toFixed(1)}B` : `${Math.round(count / 1e6)}M`;
}

function lengthOf(entry: ModelEntry, known: StudioModel | undefined): number | null {
  const { max_model_len, context_length, context_window, meta } = entry;
  return max_model_len || context_length || context_window || known?.max_context_length || meta?.n_ctx_train || null;
}

/** A server that says nothing of it has its models loaded when it answers. */
function isLoaded({ status }: ModelEntry, known: StudioModel | undefined): boolean {
  const state = status?.value ?? known?.state;
  return state === undefined || state === null || state === 'loaded';
}

/** The model that answers when none is named: one that is loaded, else the first that is not for embeddings; null for none. */
export async function firstServed(
  endpoint: Endpoint,
  list: readonly ModelEntry[],
  signal: AbortSignal,
): Promise<ModelEntry | null> {
  const [first] = list;
  if (first === undefined || list.length === 1) return first ?? null;
  const studio = await studioModels(endpoint, signal);
  const known = ({ id }: ModelEntry) => studio.find((one) => one.id === id);
  const chats = list.filter((entry) => known(entry)?.type !== 'embeddings');
  return chats.find((entry) => isLoaded(entry, known(entry))) ?? chats[0] ?? first;
}
