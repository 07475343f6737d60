import { parseArgs } from 'node:util';
import { THEMES, type Theme } from './view/theme.ts';

/** How the screen is to be, and the arguments of the engine behind it. */
export interface RunOptions {
  engineArgs: readonly string[];
  /** Arguments of the first engine alone: which conversation to go on with. */
  resumeArgs: readonly string[];
  alternateScreen: boolean;
  /** The conversation in plain lines, without a screen. */
  plain: boolean;
  /** Null: as the settings say. */
  theme: Theme | null;
  mouse: boolean | null;
  animation: boolean;
}

/** What the command line asks for: a screen with an engine started with `engineArgs`, or a text to print. */
export type Options =
  | ({ kind: 'run' } & RunOptions)
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; problem: string };

export const HELP = `Usage: wisp-tui [options]

The screen of wisp: a conversation with a local model, and all that its tools print.

Options:
  --model NAME       the model to talk to, e.g. ollama:qwen3
  --tool NAME        a tool that the model may use; may be given more than once
  --yes              run commands without asking
  --resume NAME      go on with a saved conversation
  --continue         go on with the last one of this directory
  --plain            the same conversation in plain lines, as a screen reader wants it
  --theme NAME       auto, light, dark or none
  --mouse            take the mouse: the wheel scrolls, and selecting text needs Shift
  --no-animation     nothing moves by itself
  --no-alt-screen    stay on the terminal's normal screen
  --help             show this
  --version          show the version

Keys are shown with F1, or with ? on an empty line. Where there is no terminal it is the plain chat.
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
        resume: { type: 'string' },
        continue: { type: 'boolean' },
        plain: { type: 'boolean' },
        theme: { type: 'string' },
        mouse: { type: 'boolean' },
        'no-animation': { type: 'boolean' },
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
    const theme = THEMES.find((name) => name === values.theme) ?? null;
    if (values.theme !== undefined && theme === null)
      return { kind: 'wrong', problem: `there is no theme "${values.theme}"; there are ${THEMES.join(', ')}` };
    const resumeArgs =
      values.resume !== undefined ? ['--resume', values.resume] : values.continue ? ['--continue'] : [];
    return {
      kind: 'run',
      engineArgs,
      resumeArgs,
      alternateScreen: !values['no-alt-screen'],
      plain: values.plain ?? false,
      theme,
      mouse: values.mouse ?? null,
      animation: !values['no-animation'],
    };
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
  }
}
