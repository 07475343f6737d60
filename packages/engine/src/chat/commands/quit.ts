import type { ChatCommand } from './command.ts';

/** `/quit`: ends the conversation. */
export const quitCommand: ChatCommand = {
  name: 'quit',
  takes: '',
  summary: 'end the conversation; it stays saved',
  run: async (_, { quit }) => quit(),
};
