import { nearest } from '../../config/suggest.ts';
import type { CommandContext } from './command.ts';
import { CHAT_COMMANDS } from './table.ts';

/** Runs the command line `/name …`; a name that there is not is answered with those that it may have been meant for. */
export async function runChatCommand(line: string, context: Omit<CommandContext, 'commands'>): Promise<void> {
  const [name = ''] = line.slice(1).split(/\s/, 1);
  const command = CHAT_COMMANDS.find((one) => one.name === name);
  if (command) return command.run(line.slice(1 + name.length).trim(), { ...context, commands: CHAT_COMMANDS });
  const names = CHAT_COMMANDS.map((one) => one.name);
  const begun = name === '' ? [] : names.filter((one) => one.startsWith(name));
  const near = nearest(name, names);
  const meant = begun.length > 0 ? begun : near === null ? [] : [near];
  const hint =
    meant.length === 0 ? '/help lists those there are' : `did you mean ${meant.map((one) => `/${one}`).join(', ')}?`;
  await context.note(`There is no command /${name.slice(0, 40)}; ${hint}`, 'warn');
}
