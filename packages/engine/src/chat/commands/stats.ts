import { grouped, plural, seconds } from '../../text/format.ts';
import type { ChatCommand } from './command.ts';

/** `/stats`: what the conversation has come to. */
export const statsCommand: ChatCommand = {
  name: 'stats',
  takes: '',
  summary: 'turns, calls, kept outputs, tokens and time so far',
  run: async (_, { conversation, print }) => {
    const { tally, calls } = conversation;
    const { turns, inputTokens, outputTokens } = tally;
    const failed = turns.filter((turn) => turn.outcome !== 'ok').length;
    const asked = turns.reduce((sum, turn) => sum + turn.seconds, 0);
    const ofThread = calls.ofThread;
    const byModel = ofThread.filter((call) => call.by === 'model').length;
    await print(
      `${plural(turns.length, 'turn')}${failed > 0 ? ` (${failed} without an answer)` : ''}, ${seconds(asked)}`,
    );
    await print(`${plural(byModel, 'call')} of the model, ${plural(ofThread.length - byModel, 'command')} of yours`);
    await print(`${plural(ofThread.filter((call) => call.kept).length, 'output')} kept whole`);
    await print(`${grouped(inputTokens)} tokens read, ${grouped(outputTokens)} written`);
  },
};
