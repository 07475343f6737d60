import { dangerous, denied, type Finding, moderate } from '../rating.ts';
import type { Arg, SimpleCommand } from '../shell/command.ts';
import { printedBy } from '../shell/printed.ts';
import { argumentsOf, fromOperand, nameOf } from './arguments.ts';
import { isFedByNetwork } from './fetched.ts';
import { ratingOfReads, scriptPattern } from './files.ts';
import type { Rule, RuleContext } from './rule.ts';

/** What a program text of any language would not have if it only read. */
const DESTRUCTIVE =
  /\b(?:rmtree|rmdir|unlink|unlinkSync|rmSync|rm_rf|rm_r|removedirs|truncate|system|popen|exec[lv]p?e?|execSync|execFile\w*|spawn\w*|subprocess|child_process|shell_exec|passthru|proc_open|fork|kill|chmod|chown|shutil|eval|(?<!re\.)compile|__import__|getattr|ctypes|Function)\b|\b(?:os|fs|File|FileUtils|Deno|Pathname|promises)\s*\.\s*(?:remove|rm|delete|rename)|(?<![.\w])exec\b|do shell script|Remove-Item|\bBun\.|\bqx\b|%x|`/;

/** Another user’s rights asked for in a text of any language. */
const ELEVATES = /(?:^|[\s"'`(,[|;&/])(?:sudo|doas|pkexec)(?:[\s"'`),]|$)|administrator privileges/;

const FROM_NETWORK = 'it runs what the network sends';

/** Files that stand for the input. */
const INPUT = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

/** `sh`, `bash` and kin: with `-c TEXT`, with a file, or with what comes on its input. */
export const shell: Rule = (command, context) => {
  if (isFedByNetwork(command)) return [denied(FROM_NETWORK)];
  const args = argumentsOf(command);
  const rest = fromOperand(args, '-o -O +o +O --rcfile --init-file');
  const options = args.slice(0, args.length - rest.length);
  if (options.some(({ text }) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(text) || text === '--command')) {
    const [text, ...given] = rest;
    if (!text) return [moderate('it starts a shell')];
    return [...notKnown(text), ...context.script(text.text, given)];
  }
  const starts = options.flatMap(({ text }, at) => (/^--(?:rcfile|init-file)$/.test(text) ? [args[at + 1]] : []));
  const found = starts.flatMap((file) => (file ? fromFile(file, command, context) : []));
  const [file] = rest;
  if (file && !INPUT.test(file.text) && !options.some(({ text }) => /^-[a-zA-Z]*s/.test(text)))
    return [...found, ...fromFile(file, command, context)];
  return [...found, ...fromInput(command, context)];
};

/** What a shell reads on its input and runs. */
function fromInput(command: SimpleCommand, context: RuleContext): Finding[] {
  if (command.input) return [...notKnown(command.input), ...context.script(command.input.text)];
  const said = command.upstream.map(printedBy);
  if (said.length > 0 && said.every((text) => text !== null)) return said.flatMap((text) => context.script(text ?? ''));
  if (command.upstream.length > 0) return [dangerous('it runs what another command prints')];
  const [opened] = command.opens.filter((one) => one.mode === 'read');
  return opened ? fromFile(opened.file, command, context) : [moderate('it starts a shell')];
}

function notKnown(text: Arg): Finding[] {
  return text.exact ? [] : [moderate('it runs a text that is not known before')];
}

/** `busybox` runs its first argument as one of its own programs, or a shell. */
export const busybox: Rule = (command, context) => {
  const rest = argumentsOf(command);
  return rest.length === 0 ? [] : context.inner({ ...command, words: rest });
};

/** An interpreter of a language: what it runs is asked about, and a text that removes or starts programs is dangerous. */
export const interpreter: Rule = (command, context) => {
  if (isFedByNetwork(command)) return [denied(FROM_NETWORK)];
  const name = nameOf(command);
  const verb = /^(?:deno|bun)$/.test(name) ? argumentsOf(command)[0]?.text : undefined;
  const words = verb !== undefined && /^(?:run|eval|x|test)$/.test(verb) ? command.words.slice(1) : command.words;
  const args = words.slice(1);
  const [file] = fromOperand(args, VALUED);
  const texts = [...inlineTexts(name, args, verb === 'eval'), ...(command.input ? [command.input] : [])];
  if (texts.length > 0) return texts.flatMap((text) => ratingOfText(text, name, context));
  if (file && /^https?:|^(?:npm|jsr):/.test(file.text)) return [denied(FROM_NETWORK)];
  const module = name.startsWith('python') ? args.findIndex(({ text }) => text === '-m') : -1;
  if (module !== -1)
    return [moderate(`it runs a module of ${name}`, `${name} -m ${args[module + 1]?.text ?? ''}`.trim())];
  if (command.upstream.length > 0 && (!file || INPUT.test(file.text)))
    return [dangerous('it runs what another command prints')];
  return file
    ? [
        moderate(`it runs ${file.text} with ${name}`, scriptPattern(name, file, context.places)),
        ...ratingOfReads([file], context.places),
      ]
    : [moderate(`it starts ${name}`)];
};

/** Options of interpreters that take a value and no program text. */
const VALUED = '-W -X -I -r -S -m --require --import --loader --config --allow-read --env-file';

/** Program texts among the options: `-c TEXT`, `-pe TEXT`, `-cTEXT`, `--eval=TEXT`. */
function inlineTexts(name: string, args: readonly Arg[], evaluates: boolean): Arg[] {
  const found: Arg[] = [];
  const letters = /^node|^bun|^deno/.test(name)
    ? 'ep'
    : name === 'php'
      ? 'rBRE'
      : /^(?:perl|ruby|lua|Rscript|osascript)/.test(name)
        ? 'eE'
        : 'ce';
  const pattern = new RegExp(`^-([a-zA-Z]*?)([${letters}])(.*)$`, 's');
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (!arg) break;
    if (!arg.text.startsWith('-')) {
      if (evaluates) found.push(arg);
      break;
    }
    const long = /^--(?:eval|print|execute|command|run)(?:=(.*))?$/s.exec(arg.text);
    const short = arg.text.startsWith('--') ? null : pattern.exec(arg.text);
    const given = long?.[1] ?? short?.[3] ?? '';
    if (!long && !short) continue;
    // `node -pe X`: what follows the last letter is the text, unless it is more letters.
    const next = given === '' || /^[a-zA-Z]{1,2}$/.test(given) ? args[++at] : { ...arg, text: given };
    if (next) found.push(next);
  }
  return found;
}

function ratingOfText({ text, exact }: Arg, name: string, { places }: RuleContext): Finding[] {
  const findings: Finding[] = [moderate(`it runs a text of ${name}`)];
  if (ELEVATES.test(text)) findings.push(denied('it asks for another user’s rights'));
  if (/\bfork\b[^;]{0,40}\bwhile\b|\bwhile\b[^;]{0,40}\bfork\b/.test(text))
    findings.push(denied('it starts processes without end'));
  if (text.includes(places.wisp) || /\/\.wisp\b/.test(text)) findings.push(denied('it would change what wisp keeps'));
  if (DESTRUCTIVE.test(text))
    findings.push(dangerous(`it runs a text of ${name} that removes files or starts programs`));
  if (!exact && /\$\(|`/.test(text)) findings.push(dangerous('it runs a text that another command makes'));
  return findings;
}

function fromFile(file: Arg, command: SimpleCommand, { places }: RuleContext): Finding[] {
  const name = nameOf(command);
  return [
    moderate(`it runs the script ${file.text}`, scriptPattern(name, file, places)),
    ...ratingOfReads([file], places),
  ];
}

/** `.` and `source`: a file run by this shell. */
export const source: Rule = (command, context) => {
  if (isFedByNetwork(command)) return [denied(FROM_NETWORK)];
  const [file] = argumentsOf(command);
  if (!file) return [];
  return INPUT.test(file.text) ? fromInput(command, context) : fromFile(file, command, context);
};

/** Runs its arguments as one line of the shell. */
export const evaluates: Rule = (command, context) => {
  if (isFedByNetwork(command)) return [denied(FROM_NETWORK)];
  const args = argumentsOf(command);
  const text = args.map((one) => one.text).join(' ');
  const found = context.script(text);
  return args.every((one) => one.exact) ? found : [moderate('it runs a text that is not known before'), ...found];
};
