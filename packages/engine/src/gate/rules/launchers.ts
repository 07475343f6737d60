import { type Finding, isHigher, moderate } from '../rating.ts';
import { type Arg, ranBy, type SimpleCommand } from '../shell/command.ts';
import { argumentsOf, fromOperand, nameOf, operands, optionValue, programName } from './arguments.ts';
import { ratingOfReads, ratingOfWrite } from './files.ts';
import { ELEVATING } from './names.ts';
import type { Rule, RuleContext } from './rule.ts';

/** What is worse than asking: a launcher is asked about anyway. */
export function worse(findings: readonly Finding[]): Finding[] {
  return findings.filter((one) => isHigher(one.level, 'moderate'));
}

/** Another user’s rights asked for in the words of a program that runs others: `fakeroot sudo ls`. */
export function elevates(words: readonly Arg[]): boolean {
  return words.some(
    (one, at) => at < words.length - 1 && ELEVATING.has(programName(one.text)) && !/^su(?:per)?$/.test(one.text),
  );
}

/** What a command would be rated that runs the words from the `from`th operand on, where that is worse than asking. */
export function innerOf(command: SimpleCommand, context: RuleContext, from: number): Finding[] {
  const args = argumentsOf(command);
  const end = args.findIndex(({ text }) => text === '--');
  const words = end === -1 ? operands(command).slice(from) : args.slice(end + 1);
  if (words.length === 0) return [];
  // Options of the inner command stand behind its name: all that follows the first word is its own.
  const at = end === -1 ? args.indexOf(words[0] ?? { text: '', exact: true, made: [] }) : end + 1;
  return worse(context.inner(ranBy(command, args.slice(at))));
}

/** A program that runs a package's program: `npx rm -rf x` is `rm -rf x` where that is installed. */
export const runner: Rule = (command, context) => {
  const name = nameOf(command);
  const [program] = fromOperand(argumentsOf(command), '-p --package -c --call --with --from --python');
  const said = program?.exact ? `${name} ${program.text}` : name;
  const line = optionValue(command, '-c', '--call');
  return [
    moderate(`${said} may run and write anything`, said),
    ...innerOf(command, context, 0),
    ...(line ? worse(context.script(line.text)) : []),
  ];
};

/** Programs that run a text of theirs as a command: `!cmd` in pagers and editors, `shell cmd` in debuggers. */
const RUNS = /^(?:\+|:|-c|-e|-ex|--eval-command=)?:?(?:!|shell\s|sh\s|\.shell\s|\.system\s|spawn\s)\s*(.+)$/s;

/** Options that name a program: a pager, a browser, a proxy. */
const NAMES_PROGRAM =
  /^(?:--?(?:pager|P|browser|editor|H|shell)=?|(?:-o)?(?:ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand)=)(.*)$/is;

/** A program that can run others while it shows something: asked about, and what it is told to run at once looked at. */
export const interactive: Rule = (command, context) => [
  moderate('it can run other programs', nameOf(command)),
  ...told(command, context),
  ...ratingOfReads(operands(command), context.places),
];

/** An editor: it may write what it is given. */
export const editor: Rule = (command, context) => [
  ...interactive(command, context),
  ...worse(operands(command).map((file) => ratingOfWrite(file, context.places))),
];

/** What a command's own arguments tell it to run. */
export function told(command: SimpleCommand, { script }: RuleContext): Finding[] {
  const args = argumentsOf(command);
  return worse(
    args.flatMap(({ text }, index) => {
      const runs = RUNS.exec(text);
      if (runs) return script(runs[1] ?? '');
      const names = NAMES_PROGRAM.exec(text);
      return names ? script(names[1] || args[index + 1]?.text || '') : [];
    }),
  );
}

/** A multiplexer or the like: what comes behind its verb is a command for a shell. */
export const session: Rule = (command, context) => [
  moderate('it starts programs in another terminal', nameOf(command)),
  ...worse(operands(command).flatMap(({ text }) => context.script(text))),
  ...innerOf(command, context, 0),
];
