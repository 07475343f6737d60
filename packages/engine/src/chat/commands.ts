import type { Conversation } from '../session/conversation.ts';
import { grouped, size } from '../text/format.ts';
import type { CommandHelp } from './completions.ts';

/** What a command of the chat may use. `print` shows whole lines to the person. */
export interface CommandContext {
  conversation: Conversation;
  print: (text: string) => void;
  quit: () => void;
}

interface ChatCommand extends CommandHelp {
  run: (context: CommandContext) => void;
}

/** The commands of the chat, as `/help` lists them. */
export const CHAT_COMMANDS: readonly ChatCommand[] = [
  {
    name: 'help',
    summary: 'list the commands',
    run: ({ print }) => {
      for (const { name, summary } of CHAT_COMMANDS) print(`/${name}  ${summary}`);
      print('!COMMAND  run a command yourself: no model, no approval, the same store');
      print('Anything else goes to the model.');
    },
  },
  {
    name: 'tools',
    summary: 'list what the model can use',
    run: ({ conversation, print }) => {
      for (const { name, description } of conversation.tools) print(`${name}  ${description}`);
    },
  },
  {
    name: 'model',
    summary: 'say which model answers, its window and its budget',
    run: ({ conversation: { model, budget }, print }) => {
      if (!model) return print('No model. ! commands and everything else work; start Ollama and begin again for one.');
      const window =
        model.window === null ? 'unknown window' : `window of ${grouped(model.window)} tokens (${model.windowReason})`;
      print(`${model.name} · ${window} · ${size(budget.bytes)} a tool result`);
    },
  },
  {
    name: 'outputs',
    summary: 'list the outputs that are kept whole',
    run: ({ conversation: { kept }, print }) => {
      if (kept.size === 0) print('Nothing has been held back yet.');
      for (const id of kept) print(`${id}  wisp show ${id}`);
    },
  },
  { name: 'quit', summary: 'end the conversation', run: ({ quit }) => quit() },
];

/** Runs the command line `/name …`; an unknown name is answered with those there are. */
export function runChatCommand(line: string, context: CommandContext): void {
  const name = line.slice(1).split(/\s/, 1)[0] ?? '';
  const command = CHAT_COMMANDS.find((c) => c.name === name);
  if (command) command.run(context);
  else context.print(`There is no command /${name}. There are ${CHAT_COMMANDS.map((c) => `/${c.name}`).join(', ')}.`);
}
