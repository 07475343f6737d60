import { conversationNames } from '../../session/conversation-files.ts';
import type { ChatCommand } from './command.ts';

const REPLACE = '--replace';

/** `/save NAME`: keeps the conversation under a name, from now on after each turn. */
export const saveCommand: ChatCommand = {
  name: 'save',
  takes: '[--replace] NAME',
  summary: 'keep the conversation under a name; wisp chat --resume NAME goes on with it',
  complete: async (_, __, { conversation }) => conversationNames(conversation.session.home),
  run: async (args, { conversation, note }) => {
    const words = args.split(/\s+/).filter((word) => word !== '');
    const names = words.filter((word) => word !== REPLACE);
    const [name] = names;
    if (name === undefined || names.length > 1) {
      const { savedAs } = conversation.keeper;
      const now = savedAs === null ? 'Nothing is saved yet.' : `The conversation is saved as ${savedAs}.`;
      return note(`${now} /save NAME keeps it under one name.`, 'info');
    }
    const problem = await conversation.saveAs(name, words.includes(REPLACE));
    if (problem !== null) return note(problem, 'error');
    await note(`Saved as ${name}, from now on after each turn. To go on with it: wisp chat --resume ${name}`, 'info');
  },
};
