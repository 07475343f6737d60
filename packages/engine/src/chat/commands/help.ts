import type { ChatCommand } from './command.ts';

/** `/help`: the commands, each with what it takes and does. */
export const helpCommand: ChatCommand = {
  name: 'help',
  takes: '',
  summary: 'list the commands',
  run: async (_, { commands, print }) => {
    const heads = commands.map(({ name, takes }) => `/${name} ${takes}`.trimEnd());
    const width = Math.max(...heads.map((head) => head.length));
    for (const [index, { summary }] of commands.entries())
      await print(`${(heads[index] ?? '').padEnd(width)}  ${summary}`);
    await print(`${'!COMMAND'.padEnd(width)}  run a command yourself: no model, no approval, the same store`);
    await print('Anything else goes to the model.');
  },
};
