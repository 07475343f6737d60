import { dangerous, type Finding, moderate } from '../rating.ts';
import type { SimpleCommand } from '../shell/command.ts';
import { argumentsOf, operands, optionValue } from './arguments.ts';
import { ratingOfReads, ratingOfWrite } from './files.ts';
import { told, worse } from './launchers.ts';
import { HAS_VERBS } from './names.ts';
import type { RuleContext } from './rule.ts';

/** Words by which programs of every kind throw something away for good. */
const THROWS_AWAY =
  /^(?:delete|destroy|drop|purge|flushall|flushdb|terminate(?:-\w+)*|wipe|erase|truncate|rm|uninstall|delete-\w[\w-]*)$/i;
const SQL = /\b(?:drop\s+(?:table|database|schema|index|view)|delete\s+from|truncate\s+(?:table\s+)?\w)/i;

/** A program that no rule knows: asked about, and what its arguments say of destruction, of files and of commands is looked at. */
export function unknownProgram(command: SimpleCommand, name: string, context: RuleContext): Finding[] {
  const file = optionValue(command, '-o', '--output');
  const into = optionValue(command, '-d', '--directory');
  const destroys = argumentsOf(command).some(({ text }) => THROWS_AWAY.test(text) || SQL.test(text));
  return [
    moderate(`${name} is not known to only read`, patternOf(command)),
    ...(destroys ? [dangerous(`${name} is told to throw something away`)] : []),
    ...worse([file, into].flatMap((one) => (one ? [ratingOfWrite(one, context.places)] : []))),
    ...told(command, context),
    ...ratingOfReads(operands(command), context.places),
  ];
}

/** `PROGRAM`, or `PROGRAM VERB` for those whose first argument says what they do. */
export function patternOf(command: SimpleCommand): string {
  const [program, verb] = command.words;
  const name = program?.text ?? '';
  const says = HAS_VERBS.has(name) && verb?.exact && /^[a-z][\w:.-]*$/.test(verb.text);
  return says ? `${name} ${verb.text}` : name;
}
