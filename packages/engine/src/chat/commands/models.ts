import { ModelError } from '../../models/backend.ts';
import { listModels } from '../../models/open-backend.ts';
import { grouped, size } from '../../text/format.ts';
import type { ChatCommand } from './command.ts';

type Installed = Awaited<ReturnType<typeof listModels>>[number];

/** `/models`: the models that the server has. */
export const modelsCommand: ChatCommand = {
  name: 'models',
  takes: '',
  summary: 'list the models of the server',
  run: async (_, { conversation: { model }, host, signal, print, note }) => {
    try {
      const installed = await listModels(host, signal);
      if (installed.length === 0) return note('Ollama has no model yet. Get one with: ollama pull qwen3:8b', 'info');
      for (const one of installed)
        await print(`${one.name === model?.name ? '*' : ' '} ${one.name}  ${modelFacts(one)}`.trimEnd());
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      await note(error.message, 'error');
    }
  },
};

/** What is known of an installed model, in a few words. */
export function modelFacts({ parameterSize, size: bytes, contextLength, capabilities, loaded }: Installed): string {
  const facts = [
    parameterSize,
    bytes === null ? null : size(bytes),
    contextLength === null ? null : `up to ${grouped(contextLength)} tokens`,
    capabilities?.filter((one) => one !== 'completion').join(', ') || null,
    loaded ? 'loaded' : null,
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}
