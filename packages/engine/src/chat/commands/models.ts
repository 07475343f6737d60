import { ModelError } from '../../models/backend.ts';
import { type InstalledModel, isOpen, noneInstalled } from '../../models/installed.ts';
import { installedModels } from '../../models/open-backend.ts';
import { grouped, size } from '../../text/format.ts';
import type { ChatCommand } from './command.ts';

/** `/models`: the models of the server that the conversation's model is on. */
export const modelsCommand: ChatCommand = {
  name: 'models',
  takes: '',
  summary: 'list the models of the server',
  run: async (_, { conversation: { model, modelName }, host, signal, print, note }) => {
    try {
      const installed = await installedModels(modelName, host, signal);
      if (installed.length === 0) return note(noneInstalled(modelName), 'info');
      for (const one of installed)
        await print(`${isOpen(one, model) ? '*' : ' '} ${one.name}  ${modelFacts(one)}`.trimEnd());
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      await note(error.message, 'error');
    }
  },
};

/** What is known of an installed model, in a few words. */
export function modelFacts({
  parameterSize,
  size: bytes,
  contextLength,
  capabilities,
  loaded,
}: InstalledModel): string {
  const facts = [
    parameterSize,
    bytes === null ? null : size(bytes),
    contextLength === null ? null : `up to ${grouped(contextLength)} tokens`,
    capabilities?.filter((one) => one !== 'completion').join(', ') || null,
    loaded ? 'loaded' : null,
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}
