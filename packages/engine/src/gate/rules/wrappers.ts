import { resolve } from 'node:path';
import { dangerous, type Finding, moderate } from '../rating.ts';
import { ranBy, type SimpleCommand } from '../shell/command.ts';
import { argumentsOf, fromOperand, has, nameOf, optionValue } from './arguments.ts';
import { namesCredential, ratingOfWrite } from './files.ts';
import { evaluates } from './interpreters.ts';
import { told, worse } from './launchers.ts';
import { HOLDS_COMMAND, STEERING } from './names.ts';
import type { Rule, RuleContext } from './rule.ts';
import { SEARCHERS } from './searchers.ts';

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
  let directories = command.directories;
  while (args.length > 0) {
    const { text = '', exact = false } = args[0] ?? {};
    const split = /^(?:-[a-zA-Z]*S|--split-string(?:=|$))(.*)$/s.exec(text);
    if (split && !text.startsWith('--unset')) {
      const rest = args.slice(split[1] ? 1 : 2).map((one) => quoted(one.text));
      return [...findings, ...context.script([split[1] || args[1]?.text || '', ...rest].join(' '))];
    }
    const set = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
    const moved = /^(?:-C|--chdir(?:=|$))(.*)$/s.exec(text);
    if (set) findings.push(...steering(set[1] ?? '', set[2] ?? '', context.script));
    else if (moved) directories = [resolve(directories[0] ?? '/', moved[1] || args[1]?.text || '.')];
    else if (!text.startsWith('-') || !exact) break;
    args.splice(0, /^(?:-u|--unset|-C|--chdir|-P|-a|--argv0)$/.test(text) ? 2 : 1);
  }
  return args.length === 0 ? findings : [...findings, ...context.inner({ ...ranBy(command, args), directories })];
};

/** A variable that changes what is run; one that holds a command is looked at as one, and is safe when that only reads. */
export function steering(name: string, value: string, script: RuleContext['script']): Finding[] {
  if (!STEERING.test(name)) return [];
  const found = moderate(`it sets ${name}, which changes what runs`);
  if (!HOLDS_COMMAND.test(name)) return [found];
  const runs = script(value);
  return value !== '' && runs.every((one) => one.level === 'safe') ? [] : [found, ...worse(runs)];
}

/** Names that a command of the shell itself sets: `export PATH=x`, `read PATH`, `printf -v PATH x`. */
export function steeringByBuiltin(command: SimpleCommand, { script }: RuleContext): Finding[] {
  if (
    !/^(?:export|declare|typeset|local|readonly|read|mapfile|readarray|printf|getopts|let|unset)$/.test(nameOf(command))
  )
    return [];
  const args = argumentsOf(command);
  // An index in brackets is evaluated, and what stands in it is run.
  const evaluated = args.some(({ text }) => /\[[^\]]*(?:\$\(|`)/.test(text));
  const named = nameOf(command) === 'printf' ? args.filter((_, at) => args[at - 1]?.text === '-v') : args;
  const set = named.flatMap(({ text }) => {
    const [, name = '', value = ''] = /^([A-Za-z_]\w*)(?:\+?=([\s\S]*))?$/.exec(text) ?? [];
    const asks = /^(?:export|unset|declare|typeset|local|readonly)$/.test(nameOf(command)) && !text.includes('=');
    return asks ? [] : steering(name, value, script);
  });
  return [...set, ...(evaluated ? [moderate('it holds a text that the shell may run')] : [])];
}

const watch: Rule = (command, context) => {
  const rest = fromOperand(argumentsOf(command), '-n --interval -q --equexit');
  return context.script(rest.map((one) => one.text).join(' '));
};

const ssh: Rule = (command, context) => {
  const valued = '-p -i -l -o -F -J -L -R -D -b -c -E -e -I -m -O -Q -S -W -w';
  const [host, ...after] = fromOperand(argumentsOf(command), valued);
  const rest = fromOperand(after, valued);
  const what = rest.length === 0 ? 'it opens a shell on' : 'it runs a command on';
  return [
    moderate(`${what} another machine (${host?.text ?? '?'})`),
    ...told(command, context),
    ...worse(context.script(rest.map((one) => one.text).join(' '))),
    ...(command.input ? worse(context.script(command.input.text)) : []),
    ...(command.upstream.some((one) => namesCredential(one, context.places))
      ? [dangerous('it may send credentials')]
      : []),
  ];
};

const trap: Rule = (command, context) => {
  const [text] = argumentsOf(command);
  return text ? (text.exact ? context.script(text.text) : [dangerous('it runs a text that is not known')]) : [];
};

const tar: Rule = (command, context) => {
  const runs = argumentsOf(command).flatMap(({ text }) => {
    const given =
      /^--(?:to-command|checkpoint-action=exec|use-compress-program|info-script|new-volume-script|rsh-command|checkpoint-action)=?(.*)$/.exec(
        text,
      );
    return given ? [given[1] ?? ''] : [];
  });
  const program = optionValue(command, '-I', '--use-compress-program');
  if (program) runs.push(program.text);
  if (runs.length > 0 || has(command, 'IF'))
    return [moderate('it runs another program'), ...runs.flatMap((line) => context.script(line.replace(/^exec=/, '')))];
  const [first = ''] = argumentsOf(command).map((one) => one.text);
  const lists = /^-?[vzjJZakS]*t[vzjJZakS]*f?$/.test(first) || has(command, '', '--list');
  if (lists && !has(command, 'xcru', '--extract', '--get', '--create', '--append', '--update', '--delete')) return [];
  const into = optionValue(command, '-C', '--directory');
  return [moderate('it writes files', 'tar'), ...(into ? worse([ratingOfWrite(into, context.places)]) : [])];
};

const parallel: Rule = (command, context) => {
  const rest = fromOperand(argumentsOf(command), '-j --jobs -N -n -a -I --delay --timeout');
  const end = rest.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
  const words = end === -1 ? rest : rest.slice(0, end);
  return [moderate('it runs a command many times'), ...context.script(words.map((one) => one.text).join(' '))];
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const script: Rule = (command, context) => {
  const args = argumentsOf(command);
  const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c$|^--command(?:=|$)/.test(text));
  const text = at === -1 ? undefined : (/^--command=(.*)$/s.exec(args[at]?.text ?? '')?.[1] ?? args[at + 1]?.text);
  const [file, ...rest] = fromOperand(args, '-c --command -I -O -B -m -o -t -T -E');
  return [
    ...(text === undefined
      ? rest.length > 0
        ? context.inner(ranBy(command, rest))
        : [moderate('it starts a shell')]
      : context.script(text)),
    ...(file ? [ratingOfWrite(file, context.places)] : []),
  ];
};

const flock: Rule = (command, context) => {
  const [, first, ...rest] = fromOperand(argumentsOf(command), '-w -E --timeout --wait --conflict-exit-code');
  if (!first) return [];
  if (/^(?:-c|--command)$/.test(first.text)) return context.script(rest[0]?.text ?? '');
  return context.inner(ranBy(command, [first, ...rest]));
};

/** Starts a program beside this one, where no limit of this one holds. */
const elsewhere: Rule = (command, context) => [
  moderate('it starts a program that outlives the command'),
  ...worse(
    prefix('-p --property -u --unit -E --setenv --slice --uid --gid --working-directory --on-calendar --on-active')(
      command,
      context,
    ),
  ),
];

/** Programs that run others: looked through, so that what they hide is rated. */
export const WRAPPERS: Readonly<Record<string, Rule>> = {
  env,
  ...SEARCHERS,
  watch,
  ssh,
  tar,
  gtar: tar,
  bsdtar: tar,
  parallel,
  script,
  eval: evaluates,
  trap,
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
  flock,
  'systemd-run': elsewhere,
  'ld.so': prefix('--library-path --preload --audit --argv0 --inhibit-rpath'),
  fakeroot: prefix('-l -s -i -u -b --lib --faked'),
  setarch: prefix('', 1),
  linux32: prefix(''),
  linux64: prefix(''),
  rlwrap: prefix(''),
  torsocks: prefix(''),
  proxychains4: prefix('-f'),
  hash: (command) => (has(command, 'p') ? [moderate('it makes a command another program')] : []),
  jobs: (command, context) => {
    const at = argumentsOf(command).findIndex(({ text }) => text === '-x');
    return at === -1 ? [] : context.inner(ranBy(command, argumentsOf(command).slice(at + 1)));
  },
  caffeinate: prefix('-t -w'),
  winpty: prefix(''),
  'xvfb-run': prefix('-s -n -w -e -f'),
  direnv: prefix('', 2),
  mise: prefix('', 1),
};
