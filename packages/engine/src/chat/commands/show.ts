import { showCall } from '../output/show-call.ts';
import type { ChatCommand } from './command.ts';

/** `/show [ID]`: the stored whole of an output; without an id of the last one that was given in part (features H1). */
export const showCommand: ChatCommand = {
  name: 'show',
  takes: '[ID]',
  summary: 'show the whole of an output that was given in part; without ID the last such one',
  complete: (index, _, { conversation }) => (index === 0 ? conversation.calls.kept.map(({ id }) => id).reverse() : []),
  run: async (args, context) => {
    const { calls } = context.conversation;
    const id = args === '' ? (calls.kept.at(-1) ?? calls.last)?.id : args.split(/\s/, 1)[0];
    if (id === undefined) return context.note('Nothing has printed anything yet.', 'info');
    await showCall(id, context);
  },
};
