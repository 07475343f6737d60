import { statusFacts } from '../../session/status-facts.ts';
import type { ChatCommand } from './command.ts';
import { printFacts } from './print-facts.ts';

/** `/status`: what holds now. */
export const statusCommand: ChatCommand = {
  name: 'status',
  takes: '',
  summary: 'session, name, model, window, directory',
  run: async (_, { conversation, print }) => printFacts(statusFacts(conversation), print),
};
