import { parseArgs } from 'node:util';

/** What the command line asks for: a screen with an engine started with `engineArgs`, or a text to print. */
export type Options =
  | { kind: 'run'; engineArgs: readonly string[]; alternateScreen: boolean }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; problem: string };

export const HELP = `Usage: wisp-tui [options]

The screen of wisp: a conversation with a local model, and all that its tools print.

Options:
  --model NAME       the model to talk to, e.g. ollama:qwen3
  --tool NAME        a tool that the model may use; may be given more than once
  --yes              run commands without asking
  --no-alt-screen    stay on the terminal's normal screen
  --help             show this
  --version          show the version

Keys are shown with F1, or with ? on an empty line. Without a terminal use: wisp "prompt", or wisp chat --json.
`;

/** Reads the arguments after the program's name. Never throws. */
export function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        model: { type: 'string' },
        tool: { type: 'string', multiple: true },
        yes: { type: 'boolean' },
        'no-alt-screen': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
    if (values.help) return { kind: 'help' };
    if (values.version) return { kind: 'version' };
    const engineArgs = [
      ...(values.model === undefined ? [] : ['--model', values.model]),
      ...(values.tool ?? []).flatMap((tool) => ['--tool', tool]),
      ...(values.yes ? ['--yes'] : []),
    ];
    return { kind: 'run', engineArgs, alternateScreen: !values['no-alt-screen'] };
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
  }
}
