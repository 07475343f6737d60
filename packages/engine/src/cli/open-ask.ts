import { askOnce } from '../agent/ask.ts';
import { backendSettings } from '../config/backend-settings.ts';
import type { Settings } from '../config/settings.ts';
import type { CondenserOptions } from '../memory/condenser.ts';
import { ModelError } from '../models/backend.ts';
import { openBackend } from '../models/open-backend.ts';
import { defaultModel } from '../session/model-choice.ts';

/**
 * A way to ask the model of this name (null: that of the settings, else the server's own choice); null, with the reason on
 * stderr, when there is none.
 */
export async function openAsk(named: string | null, settings: Settings): Promise<CondenserOptions['ask'] | null> {
  const model = named || settings.model;
  if (model === 'none') return null;
  const { signal } = new AbortController();
  try {
    const backend = openBackend(model ?? (await defaultModel(settings.ollama.host, signal)), backendSettings(settings));
    await backend.open(signal);
    return (prompt, stop) => askOnce(backend, prompt, stop);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}
