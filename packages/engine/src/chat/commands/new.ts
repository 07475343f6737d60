import { ModelError } from '../../models/backend.ts';
import type { ChatCommand } from './command.ts';

/** `/new`: a new thread on the same model. */
export const newCommand: ChatCommand = {
  name: 'new',
  takes: '',
  summary: 'begin a new thread on the same model; the one so far stays saved',
  run: async (_, { conversation, signal, note }) => {
    const before = conversation.keeper.savedAs;
    try {
      await conversation.newThread(signal);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return note(`${error.message} The thread so far goes on.`, 'error');
    }
    await note(before === null ? 'A new thread.' : `A new thread. The one so far is saved as ${before}.`, 'info');
  },
};
