import { dangerous, moderate, safe } from '../rating.ts';
import { argumentsOf, nameOf, optionValue, verbOf } from './arguments.ts';
import { innerOf, worse } from './launchers.ts';
import type { Rule } from './rule.ts';

/** Verbs of package managers and the like that throw away, publish or change the machine; `valued`: options before the verb with a value. */
export const verbs =
  (read: RegExp, bad: RegExp, why: string, valued = ''): Rule =>
  (command, context) => {
    const name = nameOf(command);
    const { verb, sub, rest, sure } = verbOf(command, valued);
    if (bad.test(verb) || (!sure && bad.test(sub))) return [dangerous(why)];
    const plain = argumentsOf(command).every(
      (one) => one.exact && !/^-{1,2}(?:toolexec|exec|pipe|script-shell)/.test(one.text),
    );
    if (read.test(verb) && sure && plain) return [safe()];
    const runs = /^(?:exec|x|dlx|run)$/.test(verb);
    const said = [name, verb, ...(runs ? [sub] : [])].filter((one) => one !== '').join(' ');
    const line = optionValue(command, '-c', '--call');
    return [
      moderate(`${said} may run and write anything`, sure ? said : undefined),
      ...(runs ? innerOf({ ...command, words: [...command.words.slice(0, 1), ...rest] }, context, 0) : []),
      ...(runs && line ? worse(context.script(line.text)) : []),
    ];
  };
