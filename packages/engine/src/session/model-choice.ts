import { ModelError } from '../models/backend.ts';
import { listModels } from '../models/open-backend.ts';

/**
 * The model of a conversation when none is named: one that is loaded already, else the first installed one that can use
 * tools, else the first. Throws ModelError when the server can not be reached or has none.
 */
export async function defaultModel(host: string | undefined, signal: AbortSignal): Promise<string> {
  const installed = (await listModels(host, signal)).filter((m) => m.capabilities?.includes('completion') ?? true);
  const usable = installed.filter((m) => m.capabilities?.includes('tools') ?? true);
  const chosen = usable.find((m) => m.loaded) ?? usable[0] ?? installed[0];
  if (chosen) return chosen.name;
  throw new ModelError('no-model', 'Ollama has no model yet. Get one with: ollama pull qwen3:8b');
}
