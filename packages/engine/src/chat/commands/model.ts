import { ModelError } from '../../models/backend.ts';
import { isOpen } from '../../models/installed.ts';
import { installedModels } from '../../models/open-backend.ts';
import { grouped, size } from '../../text/format.ts';
import type { ChatCommand, CommandContext } from './command.ts';
import { modelFacts } from './models.ts';

/** `/model [NAME]`: says which model answers and lists those there are; with a name, a new thread on that model. */
export const modelCommand: ChatCommand = {
  name: 'model',
  takes: '[NAME]',
  summary: 'say which model answers; with NAME begin a new thread on that model',
  complete: (index, _, { models }) => (index === 0 ? models() : []),
  run: async (args, context) => {
    if (args !== '') return change(args, context);
    await sayModel(context);
    const chosen = await choose(context);
    if (chosen !== null) await change(chosen, context);
  },
};

async function sayModel({ conversation: { model, budget }, print }: CommandContext): Promise<void> {
  if (!model)
    return print('No model. ! commands and everything else work; start Ollama and choose one with /model NAME.');
  const window =
    model.window === null ? 'unknown window' : `window of ${grouped(model.window)} tokens (${model.windowReason})`;
  await print(`${model.name} · ${window} · ${size(budget.bytes)} a tool result`);
}

async function choose({ choose: ask, conversation, host, signal }: CommandContext): Promise<string | null> {
  if (!ask) return null;
  const { model, modelName } = conversation;
  try {
    const installed = await installedModels(modelName, host, signal);
    const options = installed.map((one) => ({ value: one.name, label: one.name, detail: modelFacts(one) }));
    if (options.length === 0) return null;
    const current = installed.find((one) => isOpen(one, model))?.name ?? model?.name;
    const title = 'Model of a new thread: what was said so far is no part of it, and stays saved';
    const chosen = await ask({ title, options, ...(current ? { current } : {}), acceptsText: true });
    return chosen === current ? null : chosen;
  } catch (error) {
    // Without a server there is nothing to choose from; that there is no model has been said.
    if (error instanceof ModelError) return null;
    throw error;
  }
}

async function change(name: string, context: CommandContext): Promise<void> {
  const { conversation, signal, note, onProgress } = context;
  onProgress(`opening ${name}`);
  try {
    await conversation.useModel(name, signal);
    await note('A new thread: what was said so far is no part of it, and stays saved.', 'info');
    await sayModel(context);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { model } = conversation;
    await note(`${error.message} ${model ? `${model.name} goes on answering.` : ''}`.trimEnd(), 'error');
  }
}
