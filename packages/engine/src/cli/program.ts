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

/** Parses the arguments and runs the subcommand they name; resolves to the exit code. Nothing is loaded before it is needed. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let code = 0;
  const home = wispHome(process.env);
  const program = new Command('wisp')
    .description('A terminal agent for local language models that never loses a byte of tool output.')
    .version(VERSION, '--version', 'print the version')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('after', EXAMPLES);

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
  wisp run -- npm test          the result a model would get; the whole is kept
  wisp show 3f9a                the whole of a kept output
`;
