import { showCall } from '../output/show-call.ts';
import type { ChatCommand } from './command.ts';

/** `/last`: the whole of the last output, whoever ran what printed it. */
export const lastCommand: ChatCommand = {
  name: 'last',
  takes: '',
  summary: 'show the whole of the last output',
  run: async (_, context) => {
    const { last } = context.conversation.calls;
    if (!last) return context.note('Nothing has printed anything yet.', 'info');
    await showCall(last.id, context);
  },
};
