import type { Settings } from '../config/settings.ts';
import { ModelError } from '../models/backend.ts';
import { noneInstalled } from '../models/installed.ts';
import { installedModels, listModels } from '../models/open-backend.ts';
import { grouped, size } from '../text/format.ts';
import { print } from './run.ts';
import { onSignals } from './signals.ts';

/**
 * `wisp models [SERVER]`: the models that the server has, one a line; with `json` an array of objects. Without a server, the
 * one that the model of the settings is on.
 */
export async function models(server: string | undefined, { model, ollama }: Settings, json: boolean): Promise<number> {
  const signals = onSignals();
  try {
    const { signal } = signals;
    const installed = await (server ? listModels(server, signal) : installedModels(model, ollama.host, signal));
    if (json) await print(`${JSON.stringify(installed)}\n`);
    else if (installed.length === 0) process.stderr.write(`${noneInstalled(server ?? model)}\n`);
    for (const model of json ? [] : installed) {
      const facts = [
        model.parameterSize,
        model.size === null ? null : size(model.size),
        model.contextLength === null ? null : `up to ${grouped(model.contextLength)} tokens`,
        model.capabilities?.filter((c) => c !== 'completion').join(', ') || null,
        model.cloud ? 'on a cloud' : null,
        model.loaded ? 'loaded' : null,
      ];
      await print(`${model.name}  ${facts.filter((fact) => fact !== null).join(' · ')}\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    process.stderr.write(`wisp models: ${error.message}\n`);
    return 1;
  } finally {
    signals.stop();
  }
}
