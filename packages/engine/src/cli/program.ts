import { Command, CommanderError, Option } from 'commander';
import { wispHome } from '../config/home.ts';
import type { Settings } from '../config/settings.ts';
import { VERSION } from '../config/version.ts';
import { TOOL_NAMES } from '../tools/names.ts';
import { addChatCommand } from './chat-command.ts';
import { modelOption, positive, toolOption, windowOption } from './options.ts';
import { addReadingCommands } from './reading-commands.ts';
import { addSetupCommands } from './setup-commands.ts';

/** Exit code of a command line that could not be understood. */
const USAGE = 2;

interface ModelOptions {
  model?: string;
  tool: string[];
  yes: boolean;
}

/** Parses the arguments and runs the subcommand they name; resolves to the exit code. Nothing is loaded before it is needed. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code = 0;
  const home = wispHome(process.env);
  const done = (exit: number) => {
    code = exit;
  };
  /** Runs what starts only with settings that are right. */
  const withSettings = async (work: (settings: Settings) => Promise<number>): Promise<void> => {
    const { settingsInForce } = await import('./settings.ts');
    const settings = await settingsInForce(home);
    done(settings === null ? USAGE : await work(settings));
  };
  const conversation = (settings: Settings, { model, tool, yes }: ModelOptions) => ({
    home,
    settings,
    host: settings.ollama.host,
    parallel: settings.ollama.parallel,
    model: model || settings.model || null,
    tools: tool.length > 0 || settings.context.memory ? tool : TOOL_NAMES.filter((name) => name !== 'memory'),
    yes,
  });
  const program = new Command('wisp')
    .description('A terminal agent for local language models that never loses a byte of tool output.')
    .version(VERSION, '--version', 'print the version')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .addOption(modelOption())
    .addOption(toolOption())
    .option('--yes', 'approve what would be asked; what is denied stays denied', false)
    .argument('[prompt...]', 'what to ask: one turn, the reply on stdout')
    .action(async (words: string[], options: ModelOptions, command: Command) => {
      if (words.length === 0) return command.help({ error: true });
      await withSettings(async (settings) => {
        const { respond } = await import('./respond.ts');
        return respond(words.join(' '), conversation(settings, options));
      });
    })
    .addHelpText('after', EXAMPLES);

  addChatCommand(program, { home, withSettings, done, conversation });

  program
    .command('models')
    .description('list the models of the server')
    .option('--json', 'print a JSON array', false)
    .argument(
      '[server]',
      'openai:@URL, or an address as OLLAMA_HOST takes it; by default where the model of the settings is',
    )
    .action((server: string | undefined, { json }: { json: boolean }) =>
      withSettings(async (settings) => {
        const { models } = await import('./models.ts');
        return models(server, settings, json);
      }),
    );

  program
    .command('run')
    .description('run a command: its bounded result on stdout, the whole in the store, its own exit status')
    .passThroughOptions()
    .addOption(windowOption())
    .addOption(new Option('--timeout <seconds>', 'end the command after this long').argParser(positive))
    .option('--json', 'print one JSON object instead of the text', false)
    .argument('<command...>', 'the program and its arguments, after --')
    .addHelpText('after', '\nExample:\n  wisp run --timeout 600 -- npm test\n')
    .action(([name = '', ...rest]: string[], options: { window?: number; timeout?: number; json: boolean }) =>
      withSettings(async (settings) => {
        const { runCommandLine } = await import('./run.ts');
        const { window = null, timeout = null, json } = options;
        return runCommandLine([name, ...rest], home, { window, timeout, json, settings });
      }),
    );

  addReadingCommands(program, { home, withSettings, done });
  addSetupCommands(program, { home, withSettings, done });

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    throw error;
  }
  return code;
}

const EXAMPLES = `
Examples:
  wisp "why does npm test fail?"   one turn with the server's model
  wisp --model qwen3:8b --yes "…"  with this one, approving what it runs
  wisp models                      what the server has
  wisp run -- npm test             the result a model would get; the whole is kept
  wisp recall 3f9a --matching err  the lines of a kept output that match
  wisp summarise 3f9a              what is notable in it
  wisp show 3f9a                   the whole of it
`;
