import type { ChatCommand } from './command.ts';

/** `/tools`: what the model can use. */
export const toolsCommand: ChatCommand = {
  name: 'tools',
  takes: '',
  summary: 'list what the model can use',
  run: async (_, { conversation, print }) => {
    for (const { name, description } of conversation.tools) await print(`${name}  ${description}`);
  },
};
