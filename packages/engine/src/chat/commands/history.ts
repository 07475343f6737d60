import { seconds } from '../../text/format.ts';
import type { ChatCommand } from './command.ts';

/** `/history`: the turns of the conversation, one a line: what was asked, how it ended, what it ran. */
export const historyCommand: ChatCommand = {
  name: 'history',
  takes: '',
  summary: 'list the turns: what was asked, how it ended, what it ran',
  run: async (_, { conversation: { tally }, print }) => {
    if (tally.turns.length === 0) return print('No turn yet.');
    for (const { turn, time, asked, outcome, seconds: took, ran } of tally.turns) {
      const how = outcome === 'ok' ? '' : ` · ${outcome}`;
      await print(`${turn}  ${localTime(time)}  ${asked}  (${seconds(took)}${how}${ran === null ? '' : ` · ${ran}`})`);
    }
  },
};

const localTime = (time: string): string => new Date(time).toLocaleString('sv-SE').slice(0, 16);
