import { askMemory } from '../output/ask-memory.ts';
import type { ChatCommand } from './command.ts';

/** `/summarise [ID|entry N] [overview]`: what is notable in an output, or what it is, by the exact readers. */
export const summariseCommand: ChatCommand = {
  name: 'summarise',
  takes: '[ID|entry N] [overview]',
  summary: 'what is notable in an output, without a model; overview: what it is',
  complete: (index, _, { conversation }) =>
    index === 0 ? ['overview', ...conversation.calls.kept.map(({ id }) => id).reverse()] : ['overview'],
  run: async (args, context) => {
    const last = context.conversation.calls.kept.at(-1);
    const named = args.replace(/\boverview$/, '').trim();
    if (named === '' && !last)
      return context.note('Nothing has been held back yet: there is nothing to summarise.', 'info');
    await askMemory(named === '' ? `summarise output ${last?.id} ${args}` : `summarise ${args}`, context);
  },
};
