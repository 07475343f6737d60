import type { ChatCommand } from './command.ts';

/** `/help`: the commands, each with what it takes and does. */
export const helpCommand: ChatCommand = {
  name: 'help',
  takes: '',
  summary: 'list the commands',
  run: async (_, { commands, print }) => {
    for (const { name, takes, summary } of commands) await print(entry(`/${name} ${takes}`.trimEnd(), summary));
    await print(entry('!COMMAND', 'run a command yourself: no model, no approval, the same store'));
    await print('Anything else goes to the model.');
  },
};

/** Cells of the first column. What takes more has a line to itself, so that no line is too long for a small terminal. */
const WIDTH = 22;

function entry(head: string, summary: string): string {
  return head.length < WIDTH ? `${head.padEnd(WIDTH)}${summary}` : `${head}\n${' '.repeat(WIDTH)}${summary}`;
}
