import { dangerous, denied, type Finding, moderate } from '../rating.ts';
import type { Arg, SimpleCommand } from '../shell/command.ts';
import { argumentsOf, fromOperand, operands, programName } from './arguments.ts';
import { ratingOfReads } from './files.ts';
import { NETWORK } from './names.ts';
import type { Rule, RuleContext } from './rule.ts';

/** What a program text of any language would not have if it only read. */
const DESTRUCTIVE =
  /\b(?:rmtree|rmdir|unlink|unlinkSync|rmSync|rm_rf|rm_r|removedirs|truncate|system|popen|exec[lv]?p?e?|execSync|spawn\w*|subprocess|child_process|shell_exec|passthru|proc_open|fork|kill|chmod|chown|os\.remove|shutil|Deno\.remove|Bun\.spawn)\b|\bqx\b|%x|`/;

/** Words that run the text which another command prints, or that is given as an argument. */
const runsNetwork = (command: SimpleCommand): boolean =>
  [...command.upstream, ...command.words.slice(1).flatMap((one) => one.made), ...(command.input?.made ?? [])].some(
    isNetwork,
  );

function isNetwork({ words: [program, ...rest] }: SimpleCommand): boolean {
  if (!program) return false;
  if (NETWORK.has(programName(program.text))) return true;
  // `env curl`, `timeout 9 wget`: the wrapped program counts.
  return rest.some((one) => NETWORK.has(one.text));
}

const FROM_NETWORK = 'it runs what the network sends';

/** `sh`, `bash` and kin: with `-c TEXT`, with a file, or with what comes on its input. */
export const shell: Rule = (command, context) => {
  if (runsNetwork(command)) return [denied(FROM_NETWORK)];
  const args = argumentsOf(command);
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text) || text === '--command');
  if (at !== -1) {
    const text = fromOperand(args.slice(at + 1), '-o -O')[0];
    if (!text) return [moderate('it starts a shell')];
    return text.exact
      ? context.script(text.text)
      : [moderate('it runs a text that is not known before'), ...context.script(text.text)];
  }
  const file = fromOperand(args, '-o -O --rcfile --init-file')[0];
  if (file && file.text !== '-' && !args.some(({ text }) => text === '-s')) return fromFile(file, command, context);
  if (command.input) return inputText(command.input, context);
  const said = command.upstream.map(printedBy);
  if (said.length > 0 && said.every((text) => text !== null)) return said.flatMap((text) => context.script(text ?? ''));
  if (command.upstream.length > 0) return [dangerous('it runs what another command prints')];
  return [moderate('it starts a shell')];
};

/** `busybox` runs its first argument as one of its own programs, or a shell. */
export const busybox: Rule = (command, context) => {
  const rest = argumentsOf(command);
  return rest.length === 0 ? [] : context.inner({ ...command, words: rest });
};

/** An interpreter of a language: what it runs is asked about, and a text that removes or starts programs is dangerous. */
export const interpreter: Rule = (command, context) => {
  if (runsNetwork(command)) return [denied(FROM_NETWORK)];
  const name = programName(command.words[0]?.text ?? '');
  const args = argumentsOf(command);
  const inline = args.findIndex(({ text }) =>
    /^-[a-zA-Z]*[cer]$|^--?(?:eval|print|execute|command)$|^-[pn]?e/.test(text),
  );
  const texts = [...(inline === -1 ? [] : [args[inline + 1]]), command.input].filter((one) => one != null);
  const findings: Finding[] = texts.flatMap(({ text }) =>
    DESTRUCTIVE.test(text)
      ? [dangerous(`it runs a text of ${name} that removes files or starts programs`)]
      : [moderate(`it runs a text of ${name}`)],
  );
  if (findings.length > 0) return findings;
  if (command.upstream.length > 0 && operands(command).length === 0)
    return [dangerous('it runs what another command prints')];
  const [file] = operands(command);
  return file
    ? [moderate(`it runs ${file.text} with ${name}`, `${name} ${file.text}`), ...ratingOfReads([file], context.places)]
    : [moderate(`it starts ${name}`)];
};

function fromFile(file: Arg, command: SimpleCommand, { places }: RuleContext): Finding[] {
  const name = programName(command.words[0]?.text ?? 'sh');
  const pattern = file.exact ? { pattern: `${name} ${file.text}` } : {};
  return [
    { level: 'moderate', reason: `it runs the script ${file.text}`, ...pattern },
    ...ratingOfReads([file], places),
  ];
}

function inputText(input: Arg, context: RuleContext): Finding[] {
  return input.exact
    ? context.script(input.text)
    : [moderate('it runs a text that is not known before'), ...context.script(input.text)];
}

/** The text that `echo` or `printf` print when nothing of it is unknown; null for any other command. */
function printedBy({ words: [program, ...args], opens }: SimpleCommand): string | null {
  if (!program || opens.length > 0 || args.some((one) => !one.exact)) return null;
  const name = programName(program.text);
  if (name === 'echo')
    return args
      .map((one) => one.text)
      .filter((text, index) => index > 0 || !/^-[neE]+$/.test(text))
      .join(' ');
  if (name === 'printf')
    return unescaped(args[0]?.text ?? '').replaceAll(
      '%s',
      args
        .slice(1)
        .map((one) => one.text)
        .join(' '),
    );
  return null;
}

/** `.` and `source`: a file run by this shell. */
export const source: Rule = (command, context) => {
  if (runsNetwork(command)) return [denied(FROM_NETWORK)];
  const [file] = argumentsOf(command);
  return file ? fromFile(file, command, context) : [];
};

/** The escapes of `printf` and `echo -e` read: `\\n`, `\\x72`, `\\162`. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|0?([0-7]{1,3})|(.))/g,
    (_, hex?: string, octal?: string, letter?: string) => {
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
      return letter === 'n' ? '\n' : letter === 't' ? '\t' : (letter ?? '');
    },
  );
}
