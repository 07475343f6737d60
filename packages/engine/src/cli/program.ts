import { Command, CommanderError, Option } from 'commander';
import { wispHome } from '../config/home.ts';
import { parallelRequests } from '../config/parallel.ts';
import { VERSION } from '../config/version.ts';
import { modelOption, positive, toolOption, windowOption } from './options.ts';
import { addReadingCommands } from './reading-commands.ts';

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
  const host = process.env.OLLAMA_HOST;
  const parallel = parallelRequests(process.env);
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
    .action(async (words: string[], { model, tool, yes }: ModelOptions, command: Command) => {
      if (words.length === 0) return command.help({ error: true });
      const { respond } = await import('./respond.ts');
      code = await respond(words.join(' '), { home, host, model: model ?? null, tools: tool, yes, parallel });
    })
    .addHelpText('after', EXAMPLES);

  program
    .command('chat')
    .description('the engine behind a front end: JSON lines on stdin and stdout (docs/protocol.md)')
    .requiredOption('--json', 'speak JSON lines')
    .addOption(modelOption())
    .addOption(toolOption())
    .option('--yes', 'approve what would be asked; what is denied stays denied', false)
    .action(async ({ model, tool, yes }: ModelOptions) => {
      const { chat } = await import('./chat.ts');
      code = await chat({ home, host, model: model ?? null, tools: tool, yes, parallel });
    });

  program
    .command('models')
    .description('list the models of the server')
    .option('--json', 'print a JSON array', false)
    .action(async ({ json }: { json: boolean }) => {
      const { models } = await import('./models.ts');
      code = await models(host, json);
    });

  program
    .command('run')
    .description('run a command: its bounded result on stdout, the whole in the store, its own exit status')
    .passThroughOptions()
    .addOption(windowOption())
    .addOption(new Option('--timeout <seconds>', 'end the command after this long').argParser(positive))
    .option('--json', 'print one JSON object instead of the text', false)
    .argument('<command...>', 'the program and its arguments, after --')
    .addHelpText('after', '\nExample:\n  wisp run --timeout 600 -- npm test\n')
    .action(async ([name = '', ...rest]: string[], options: { window?: number; timeout?: number; json: boolean }) => {
      const { runCommandLine } = await import('./run.ts');
      const { window = null, timeout = null, json } = options;
      code = await runCommandLine([name, ...rest], home, { window, timeout, json });
    });

  addReadingCommands(program, {
    home,
    host,
    parallel,
    done: (exit) => {
      code = exit;
    },
  });

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
