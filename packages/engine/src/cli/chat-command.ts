import { type Command, Option } from 'commander';
import type { Settings } from '../config/settings.ts';
import type { ChatOptions } from './chat.ts';
import { modelOption, toolOption } from './options.ts';

/** What subcommands of a conversation are given. */
export interface ChatSurroundings {
  home: string;
  withSettings: (work: (settings: Settings) => Promise<number>) => Promise<void>;
  done: (exit: number) => void;
  conversation: (settings: Settings, options: { model?: string; tool: string[]; yes: boolean }) => ChatOptions;
}

interface Given {
  json: boolean;
  plain: boolean;
  resume?: string;
  continue: boolean;
  list: boolean;
  model?: string;
  tool: string[];
  yes: boolean;
}

/** Adds `wisp chat`. */
export function addChatCommand(program: Command, { home, withSettings, done, conversation }: ChatSurroundings): void {
  program
    .command('chat')
    .description('a conversation in plain text; with --json the engine behind a front end (docs/chat.md)')
    .addOption(new Option('--json', 'speak JSON lines (docs/protocol.md); with --list print one array').default(false))
    .addOption(new Option('--plain', 'plain text, also where a screen would do').default(false).conflicts('json'))
    .addOption(new Option('--resume <name>', 'go on with a saved conversation').conflicts('continue'))
    .option('--continue', 'go on with the newest one of this directory', false)
    .option('--list', 'list the saved conversations', false)
    .addOption(modelOption())
    .addOption(toolOption())
    .option('--yes', 'approve what would be asked; what is denied stays denied', false)
    .addHelpText('after', EXAMPLES)
    .action(async (given: Given) => {
      if (given.list) {
        const { listChats } = await import('./chat-list.ts');
        return done(await listChats(home, given.json));
      }
      await withSettings(async (settings) => {
        const { chat } = await import('./chat.ts');
        const newest = given.continue ? 'newest' : null;
        return chat({
          ...conversation(settings, given),
          json: given.json,
          asked: given.model || null,
          resume: given.resume === undefined ? newest : { name: given.resume },
        });
      });
    });
}

const EXAMPLES = `
Examples:
  wisp chat                            a conversation on this terminal
  wisp chat --continue                 the newest one of this directory
  wisp chat --resume tides             the one that /save tides kept
  echo "what is here?" | wisp chat     each line is a message; exit code 1 when the last had no answer
`;
