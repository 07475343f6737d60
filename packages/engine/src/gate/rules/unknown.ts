import { placeOf } from '../paths.ts';
import { dangerous, denied, type Finding, moderate } from '../rating.ts';
import type { SimpleCommand } from '../shell/command.ts';
import { argumentsOf, operands, optionValue } from './arguments.ts';
import { ratingOfReads, ratingOfWrite } from './files.ts';
import { elevates, told, worse } from './launchers.ts';
import { HAS_VERBS } from './names.ts';
import type { RuleContext } from './rule.ts';

/** Words by which programs of every kind throw something away for good. */
const THROWS_AWAY =
  /^(?:(?:[\w-]+:)?(?:destroy|drop|reset|delete)|--(?:delete|destroy|drop|purge|wipe|erase)|purge|flushall|flushdb|terminate(?:-\w+)*|wipe|erase|truncate|rm|uninstall|delete-\w[\w-]*)$/i;
const SQL = /\b(?:drop\s+(?:table|database|schema|index|view)|delete\s+from|truncate\s+(?:table\s+)?\w)/i;

/** A program that no rule knows: asked about, and what its arguments say of destruction, of files and of commands is looked at. */
export function unknownProgram(command: SimpleCommand, name: string, context: RuleContext): Finding[] {
  const file = optionValue(command, '-o', '--output');
  const into = optionValue(command, '-d', '--directory');
  const said = [...argumentsOf(command), ...(command.input ? [command.input] : [])].map((one) =>
    one.text.slice(0, 16_384),
  );
  const destroys = /^drop(?:db|user)$/.test(name) || said.some((text) => THROWS_AWAY.test(text) || SQL.test(text));
  return [
    moderate(`${name} is not known to only read`, patternOf(command)),
    ...(destroys ? [dangerous(`${name} is told to throw something away`)] : []),
    ...worse([file, into].flatMap((one) => (one ? [ratingOfWrite(one, context.places)] : []))),
    ...told(command, context),
    ...lines(command, context),
    ...(elevates(argumentsOf(command)) ? [denied('it asks for another user’s rights')] : []),
    ...(operands(command).some((file) => placeOf(file, context.places) === 'wisp')
      ? [denied('it may change what wisp keeps: its approvals, its settings, its log')]
      : []),
    ...ratingOfReads(argumentsOf(command), context.places),
  ];
}

/** Arguments of several words may be command lines (`hyperfine 'rm -rf x'`) or mere texts: grave ones are asked about each time. */
function lines(command: SimpleCommand, { script }: RuleContext): Finding[] {
  const texts = argumentsOf(command).filter(({ text }) => /\S\s\S/.test(text) && text.length <= 2_000);
  const grave = worse(texts.slice(0, 8).flatMap(({ text }) => script(text)));
  return grave.slice(0, 1).map(({ reason }) => dangerous(`a command in its arguments: ${reason}`));
}

/** `PROGRAM`, or `PROGRAM VERB` for those whose first argument says what they do. */
export function patternOf(command: SimpleCommand): string {
  const [program, verb] = command.words;
  const name = program?.text ?? '';
  const says = HAS_VERBS.has(name) && verb?.exact && /^[a-z][\w:.-]*$/.test(verb.text);
  return says ? `${name} ${verb.text}` : name;
}
