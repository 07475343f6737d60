import { askMemory } from '../output/ask-memory.ts';
import type { ChatCommand } from './command.ts';

const CLAUSES = ['matching', 'lines', 'head', 'tail', 'from'];

/** `/recall REQUEST`: what the model would get from its memory, asked by the person (features E). */
export const recallCommand: ChatCommand = {
  name: 'recall',
  takes: 'output ID [matching PATTERN | lines A-B | head N | tail N] [from line N]',
  summary: 'read a part of an output; also summarise …, condense output ID: QUESTION; entry N in place of output ID',
  complete: (index, before, { conversation }) => {
    const ids = conversation.calls.kept.map(({ id }) => id).reverse();
    if (index === 0) return ['output', 'entry', 'summarise', 'condense', ...ids];
    return before.at(-1) === 'output' ? ids : CLAUSES;
  },
  run: async (args, context) => {
    await askMemory(args, context);
  },
};
