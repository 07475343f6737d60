import { dangerous, type Finding, moderate } from '../rating.ts';
import { type Arg, exactly, ranBy, type SimpleCommand } from '../shell/command.ts';
import { argumentsOf, fromOperand, has, operands, optionValue } from './arguments.ts';
import { ratingOfRemoval, ratingOfWrite } from './files.ts';
import { innerOf, told, worse } from './launchers.ts';
import { STEERING } from './names.ts';
import type { Rule, RuleContext } from './rule.ts';

/** A program that runs the rest of its arguments: `valued` are its options that take a value. */
const prefix =
  (valued: string, operandsBefore = 0): Rule =>
  (command, context) => {
    const rest = fromOperand(argumentsOf(command), valued).slice(operandsBefore);
    return rest.length === 0 ? [] : context.inner(ranBy(command, rest));
  };

/** A program that runs the rest and writes what it saw to the file of `-o`. */
const traced =
  (valued: string): Rule =>
  (command, context) => {
    const file = optionValue(command, '-o', '--output');
    return [...prefix(valued)(command, context), ...(file ? [ratingOfWrite(file, context.places)] : [])];
  };

const env: Rule = (command, context) => {
  const findings: Finding[] = [];
  const args = [...argumentsOf(command)];
  while (args.length > 0) {
    const { text = '', exact = false } = args[0] ?? {};
    const split = /^(?:-S|--split-string(?:=|$))(.*)$/s.exec(text);
    if (split) {
      const line = [
        split[1] || args[1]?.text || '',
        ...args.slice(split[1] ? 1 : 2).map((one) => quoted(one.text)),
      ].join(' ');
      return [...findings, ...context.script(line)];
    }
    const set = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
    if (set) findings.push(...steering(set[1] ?? '', set[2] ?? '', context.script));
    else if (!text.startsWith('-') || !exact) break;
    args.splice(0, /^(?:-u|--unset|-C|--chdir)$/.test(text) ? 2 : 1);
  }
  return args.length === 0 ? findings : [...findings, ...context.inner(ranBy(command, args))];
};

/** A variable that changes what is run; one that holds a command is looked at as one. */
export function steering(name: string, value: string, script: RuleContext['script']): Finding[] {
  if (!STEERING.test(name)) return [];
  const runs = /PAGER|EDITOR|VISUAL|COMMAND|ASKPASS|DIFF|BROWSER|LESSOPEN|LESSCLOSE|WRAPPER/.test(name);
  return [moderate(`it sets ${name}, which changes what runs`), ...(runs ? worse(script(value)) : [])];
}

/** An argument that a wrapper adds, and that nobody knows before. */
const FOUND: Arg = { text: '$FOUND', exact: false, made: [] };

const xargs: Rule = (command, context) => {
  const rest = fromOperand(
    argumentsOf(command),
    '-n -L -P -s -E -a -d --max-args --max-lines --max-procs --arg-file --delimiter -I -J -R',
  );
  if (rest.length === 0) return [];
  // What it adds is not known: the program is given it as one more argument.
  return context.inner({ ...ranBy(command, [...rest, FOUND]), upstream: command.upstream });
};

const EXECUTES = /^-(?:exec|execdir|ok|okdir)$/;
const find: Rule = (command, context) => {
  const args = argumentsOf(command);
  const findings: Finding[] = [];
  for (const [index, { text }] of args.entries()) {
    if (EXECUTES.test(text)) {
      const end = args.findIndex((one, at) => at > index && (one.text === ';' || one.text === '+'));
      const words = args.slice(index + 1, end === -1 ? undefined : end);
      findings.push(
        ...context.inner(
          ranBy(
            command,
            words.map((one) => (one.text === '{}' ? { ...one, exact: false } : one)),
          ),
        ),
      );
    }
    if (text === '-delete') findings.push(...ratingOfRemoval(starts(args), true, context.places));
    const file = args[index + 1];
    if (/^-fl?s$|^-fprint/.test(text) && file) findings.push(ratingOfWrite(file, context.places));
  }
  return findings;
};

function starts(args: readonly Arg[]): readonly Arg[] {
  const first = args.findIndex(({ text }) => /^[-(!]/.test(text));
  const paths = args.slice(0, first === -1 ? undefined : first);
  return paths.length === 0 ? [exactly('.')] : paths;
}

/** `-x CMD` of fd: the arguments behind it are a command. */
const fd: Rule = (command, context) => {
  const args = argumentsOf(command);
  const at = args.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text));
  return at === -1 ? [] : context.inner(ranBy(command, [...args.slice(at + 1), FOUND]));
};

const watch: Rule = (command, context) => {
  const rest = fromOperand(argumentsOf(command), '-n --interval -q --equexit');
  return context.script(rest.map((one) => one.text).join(' '));
};

const ssh: Rule = (command, context) => {
  const [host, ...rest] = fromOperand(
    argumentsOf(command),
    '-p -i -l -o -F -J -L -R -D -b -c -E -e -I -m -O -Q -S -W -w',
  );
  const what = rest.length === 0 ? 'it opens a shell on' : 'it runs a command on';
  return [moderate(`${what} another machine (${host?.text ?? '?'})`), ...told(command, context)];
};

const builtinTrap: Rule = (command, context) => {
  const [text] = argumentsOf(command);
  return text ? (text.exact ? context.script(text.text) : [dangerous('it runs a text that is not known')]) : [];
};

/** Runs its arguments as one line of the shell. */
const evaluates: Rule = (command, context) => {
  const args = argumentsOf(command);
  if (args.some((one) => !one.exact))
    return [
      moderate('it runs a text that is not known before'),
      ...context.script(args.map((one) => one.text).join(' ')),
    ];
  return context.script(args.map((one) => one.text).join(' '));
};

const tar: Rule = (command, context) => {
  const runs = argumentsOf(command).flatMap(({ text }) => {
    const given =
      /^--(?:to-command|checkpoint-action=exec|use-compress-program|info-script|new-volume-script|rsh-command|checkpoint-action)=?(.*)$/.exec(
        text,
      );
    return given ? [given[1] ?? ''] : [];
  });
  if (runs.length > 0 || has(command, 'IF'))
    return [moderate('it runs another program'), ...runs.flatMap((line) => context.script(line.replace(/^exec=/, '')))];
  const [first = ''] = argumentsOf(command).map((one) => one.text);
  const lists = /^-?[a-zA-Z]*t[a-zA-Z]*$/.test(first) || has(command, '', '--list');
  if (lists && !has(command, '', '--extract', '--create')) return [];
  const into = optionValue(command, '-C', '--directory');
  return [moderate('it writes files', 'tar'), ...(into ? worse([ratingOfWrite(into, context.places)]) : [])];
};

const parallel: Rule = (command, context) => {
  const rest = fromOperand(argumentsOf(command), '-j --jobs -N -n -a -I --delay --timeout');
  const end = rest.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
  const words = end === -1 ? rest : rest.slice(0, end);
  return [moderate('it runs a command many times'), ...context.script(words.map((one) => one.text).join(' '))];
};

/** `docker exec NAME CMD`, `kubectl exec POD -- CMD`: what runs in a container is asked about like what runs here. */
export function containerCommand(command: SimpleCommand, context: RuleContext): Finding[] {
  const args = argumentsOf(command);
  const at = args.findIndex(({ text }) => text === '--');
  const [, , ...rest] = operands(command);
  const words = at === -1 ? rest : args.slice(at + 1);
  return words.length === 0 ? [] : context.inner(ranBy(command, words));
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const script: Rule = (command, context) => {
  const at = argumentsOf(command).findIndex(({ text }) => /^(?:-c|--command)$/.test(text));
  const line = argumentsOf(command)[at + 1];
  const file = operands(command).at(-1);
  return [
    ...(at !== -1 && line ? context.script(line.text) : [moderate('it starts a shell')]),
    ...(file ? [ratingOfWrite(file, context.places)] : []),
  ];
};

/** Programs that run others: looked through, so that what they hide is rated. */
export const WRAPPERS: Readonly<Record<string, Rule>> = {
  env,
  xargs,
  find,
  gfind: find,
  fd,
  fdfind: fd,
  watch,
  ssh,
  tar,
  gtar: tar,
  bsdtar: tar,
  parallel,
  script,
  eval: evaluates,
  trap: builtinTrap,
  nice: prefix('-n --adjustment'),
  ionice: prefix('-c -n -p -t --class --classdata'),
  nohup: prefix(''),
  setsid: prefix(''),
  stdbuf: prefix('-i -o -e --input --output --error'),
  timeout: prefix('-s -k --signal --kill-after', 1),
  gtimeout: prefix('-s -k --signal --kill-after', 1),
  time: prefix('-f -o --format --output'),
  command: prefix(''),
  builtin: prefix(''),
  exec: prefix('-a'),
  catchsegv: prefix(''),
  unbuffer: prefix(''),
  chronic: prefix(''),
  ltrace: traced('-e -o -p'),
  strace: traced('-e -o -p -s -u -E'),
  taskset: prefix('-p', 1),
  numactl: prefix('-N -m -C -i'),
  chrt: prefix('', 1),
  flock: prefix('-w -E --timeout', 1),
  caffeinate: prefix('-t -w'),
  winpty: prefix(''),
  'xvfb-run': prefix('-s -n -w -e -f'),
  direnv: prefix('', 2),
  mise: prefix('', 1),
  poetry: (command, context) => [
    moderate('poetry may run and write anything', `poetry ${operands(command)[0]?.text ?? ''}`.trim()),
    ...(operands(command)[0]?.text === 'run' ? innerOf(command, context, 1) : []),
  ],
};
