import { askOnce } from '../agent/ask.ts';
import type { CondenserOptions } from '../memory/condenser.ts';
import { ModelError } from '../models/backend.ts';
import { openBackend } from '../models/open-backend.ts';
import { defaultModel } from '../session/model-choice.ts';

/** A way to ask the model of this name (null: the server's own choice); null, with the reason on stderr, when there is none. */
export async function openAsk(model: string | null, host: string | undefined): Promise<CondenserOptions['ask'] | null> {
  if (model === 'none') return null;
  const { signal } = new AbortController();
  try {
    const backend = openBackend(model ?? (await defaultModel(host, signal)), { host });
    await backend.open(signal);
    return (prompt, stop) => askOnce(backend, prompt, stop);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}
