import type { Command } from 'commander';
import { EVENT_DETAILS } from '../../audit/events.ts';
import { TOOL_NAMES } from '../../tools/names.ts';

/**
 * What an argument or the value of an option is completed with: words that are known here, what the shell itself knows, or
 * what `wisp complete` answers (`asked`). A target is an id or a file.
 */
export type Source =
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'file' | 'command' | 'none' }
  | { kind: 'asked'; what: 'ids' | 'sessions' | 'conversations' | 'models' | 'keys' | 'values'; files: boolean };

/** One command of the program as completion sees it. */
export interface CommandRow {
  /** Its name with those above it, `config set`; empty for the program. */
  path: string;
  options: readonly OptionRow[];
  names: readonly Named[];
  /** What each of its arguments is, in order; the last stands for those after it too when `more`. */
  arguments: readonly Source[];
  more: boolean;
}

interface Named {
  name: string;
  description: string;
}

interface OptionRow {
  /** As typed: `--json`, `-h`. */
  flags: readonly string[];
  description: string;
  /** What its value is; null when it takes none. */
  value: Source | null;
}

const asked = (what: Extract<Source, { kind: 'asked' }>['what'], files = false): Source => ({
  kind: 'asked',
  what,
  files,
});

/** What stands for an option or an argument of this name, wherever it is; nothing for any other. */
const SOURCES: Readonly<Record<string, Source>> = {
  '--model': asked('models'),
  '--session': asked('sessions'),
  '--resume': asked('conversations'),
  '--kind': { kind: 'words', words: Object.keys(EVENT_DETAILS) },
  '--tool': { kind: 'words', words: TOOL_NAMES },
  id: asked('ids'),
  target: asked('ids', true),
  file: { kind: 'file' },
  key: asked('keys'),
  value: asked('values'),
  command: { kind: 'command' },
};

/** Every command of the program that is not hidden, the program first, from the definitions that parse the arguments. */
export function completionTable(program: Command): CommandRow[] {
  return rows(program, '');
}

function rows(command: Command, path: string): CommandRow[] {
  const help = command.createHelp();
  const inner = help.visibleCommands(command);
  const own: CommandRow = {
    path,
    options: help.visibleOptions(command).map((option) => ({
      flags: [option.long, option.short].filter((flag) => typeof flag === 'string'),
      description: option.description,
      value: option.required || option.optional ? sourceOf(option.long ?? '', option.argChoices) : null,
    })),
    names: inner.map((one) => ({ name: one.name(), description: one.description() })),
    arguments: command.registeredArguments.map((one) => sourceOf(one.name(), one.argChoices)),
    more: command.registeredArguments.at(-1)?.variadic ?? false,
  };
  return [own, ...inner.flatMap((one) => rows(one, `${path} ${one.name()}`.trim()))];
}

function sourceOf(name: string, words: readonly string[] | undefined): Source {
  return words ? { kind: 'words', words } : (SOURCES[name] ?? { kind: 'none' });
}

/** `path option` of each option that takes a value, as the scripts' walk over the typed words asks for it. */
export function takingValue(table: readonly CommandRow[]): string[] {
  return table.flatMap(({ path, options }) =>
    options.filter(({ value }) => value !== null).flatMap(({ flags }) => flags.map((flag) => `${path} ${flag}`)),
  );
}

/** What is typed into a shell for text that it must take as it stands. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
