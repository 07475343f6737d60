import { safe } from '../rating.ts';
import type { SimpleCommand } from '../shell/command.ts';
import { argumentsOf } from './arguments.ts';
import { FILE_PROGRAMS } from './file-programs.ts';
import { git } from './git.ts';
import { busybox, interpreter, shell, source } from './interpreters.ts';
import { MACHINE_PROGRAMS } from './machine.ts';
import { HAS_VERSION, HELP_VERB, INTERPRETERS, SHELLS, SHORT_VERSION } from './names.ts';
import { NETWORK_PROGRAMS } from './network.ts';
import { PACKAGE_PROGRAMS } from './packages.ts';
import type { Rule } from './rule.ts';
import { TEXT_PROGRAMS } from './text-programs.ts';
import { WRAPPERS } from './wrappers.ts';

/** Programs with a way to write, run or destroy, by name: the rule that says what each is asked about. */
const PROGRAMS: ReadonlyMap<string, Rule> = new Map([
  ...[FILE_PROGRAMS, TEXT_PROGRAMS, NETWORK_PROGRAMS, PACKAGE_PROGRAMS, MACHINE_PROGRAMS, WRAPPERS].flatMap((table) =>
    Object.entries(table),
  ),
  ['git', git] as const,
  ['busybox', busybox] as const,
  ['toybox', busybox] as const,
  ['.', source] as const,
  ['source', source] as const,
]);

const READS_NOTHING: Rule = () => [safe()];

/** The rule for a command by the name of its program; null when it has none of its own. */
export function ruleOf(command: SimpleCommand, name: string): Rule | null {
  if (HAS_VERSION.has(name) && asksForVersion(command, name)) return READS_NOTHING;
  if (name === 'command' && /^-[vV]+$/.test(argumentsOf(command)[0]?.text ?? '')) return READS_NOTHING;
  const own = PROGRAMS.get(/^ld-(?:linux|musl)[\w.-]*$/.test(name) ? 'ld.so' : name);
  if (own) return own;
  if (SHELLS.has(name)) return shell;
  return INTERPRETERS.has(name) || /^(?:python|perl|ruby|node|php|lua)[\d.]+$/.test(name) ? interpreter : null;
}

function asksForVersion(command: SimpleCommand, name: string): boolean {
  const [only, ...rest] = argumentsOf(command);
  if (!only?.exact || rest.length > 0) return false;
  if (/^(?:--?version|--help|version)$/.test(only.text)) return only.text !== 'version' || HELP_VERB.has(name);
  if (/^-[vVh]$/.test(only.text)) return !SHELLS.has(name) && (only.text !== '-v' || SHORT_VERSION.has(name));
  return only.text === 'help' && HELP_VERB.has(name);
}
