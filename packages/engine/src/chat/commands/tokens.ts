import { grouped, size } from '../../text/format.ts';
import type { ChatCommand } from './command.ts';

/** `/tokens`: tokens of the conversation so far, as the server counted them, and what a tool result may have. */
export const tokensCommand: ChatCommand = {
  name: 'tokens',
  takes: '',
  summary: 'tokens so far, the window, and the budget of one tool result',
  run: async (_, { conversation, print }) => {
    const { tally, budget, contextUsed } = conversation;
    await print(
      `read ${grouped(tally.inputTokens)}, written ${grouped(tally.outputTokens)}, as the server counted them`,
    );
    const { window } = budget;
    if (window === null) await print('the window is not known');
    else
      await print(`window ${grouped(window)}${contextUsed === null ? '' : `, ${Math.round(contextUsed * 100)}% full`}`);
    await print(`one tool result may have ${size(budget.bytes)}`);
  },
};
