import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { wispHome } from '../config/home.ts';
import { VERSION } from '../config/version.ts';

/** Exit code of a command line that could not be understood. */
const USAGE = 2;

/** A whole number of at least `least`, for commander. */
function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`It takes a whole number from ${least}.`);
    return value;
  };
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('It takes a number of seconds above 0.');
  return value;
}

const windowOption = () =>
  new Option('--window <tokens>', 'tokens of the window that the result is for: sets the budget').argParser(whole(1));

interface ModelOptions {
  model?: string;
  tool: string[];
  yes: boolean;
}

const modelOption = () =>
  new Option('--model <name>', 'ollama:NAME, a bare name, scripted:FILE, or none').env('WISP_MODEL');

const toolOption = () =>
  new Option('--tool <name>', 'offer this tool alone; may be repeated')
    .argParser((name: string, before: string[]) => [...before, name])
    .default([], 'all');

/** Parses the arguments and runs the subcommand they name; resolves to the exit code. Nothing is loaded before it is needed. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code = 0;
  const home = wispHome(process.env);
  const host = process.env.OLLAMA_HOST;
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
      code = await respond(words.join(' '), { home, host, model: model ?? null, tools: tool, yes });
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
      code = await chat({ home, host, model: model ?? null, tools: tool, yes });
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

  program
    .command('show')
    .description('print a stored output whole')
    .argument('<id>', 'its id, or the first 4 or more characters of it')
    .action(async (id: string) => {
      const { showOutput } = await import('./show.ts');
      code = await showOutput(home, id);
    });

  program
    .command('triage')
    .description('the failures, root causes first, and the test counts that a log states')
    .argument('<file>', 'a file, or - for standard input')
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, { json }: { json: boolean }) => {
      const { triageCommand } = await import('./triage.ts');
      code = await triageCommand(file, { json });
    });

  program
    .command('condense-log')
    .description('the templates of a log, the rare and severe first')
    .argument('<file>', 'a file, or - for standard input')
    .addOption(windowOption())
    .option('--assign', 'print the number of each line’s template instead', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, { assign, json, window }: { assign: boolean; json: boolean; window?: number }) => {
      const { condenseLogCommand } = await import('./condense-log.ts');
      code = await condenseLogCommand(file, { assign, json, window: window ?? null });
    });

  program
    .command('json-shape')
    .description('the structure of JSON or JSON Lines, without its data')
    .argument('<file>', 'a file, or - for standard input')
    .addOption(windowOption())
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, { json, window }: { json: boolean; window?: number }) => {
      const { jsonShapeCommand } = await import('./json-shape.ts');
      code = await jsonShapeCommand(file, { json, window: window ?? null });
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
  wisp run -- npm test          the result a model would get; the whole is kept
  wisp show 3f9a                the whole of a kept output
`;
