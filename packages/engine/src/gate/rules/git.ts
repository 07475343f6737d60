import { dangerous, type Finding, moderate, safe } from '../rating.ts';
import { type Arg, ranBy, type SimpleCommand } from '../shell/command.ts';
import { argumentsOf, has, operands, optionValue } from './arguments.ts';
import { ratingOfReads, ratingOfWrite } from './files.ts';
import { worse } from './launchers.ts';
import type { Rule, RuleContext } from './rule.ts';

/** Verbs that only read, whatever comes after them but for the options below. */
const READS = new Set(
  'annotate blame cat-file check-attr check-ignore count-objects describe diff diff-files diff-index diff-tree for-each-ref grep help log ls-files ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-branch show-ref status var verify-commit verify-tag version whatchanged'.split(
    ' ',
  ),
);

/** Verbs of git: any other one is an alias, which may run any program. */
const KNOWN = new Set(
  `${[...READS].join(' ')} add am apply archive bisect branch bundle checkout cherry-pick clean clone commit config fetch format-patch fsck gc init lfs maintenance merge mv notes pull push rebase reflog remote rerere reset restore revert rm send-email sparse-checkout stash submodule switch symbolic-ref tag update-index update-ref worktree filter-branch filter-repo prune ls-remote mergetool difftool`.split(
    ' ',
  ),
);

/** Settings by which git runs a program. */
const RUNS =
  /^(?:core\.(?:pager|sshcommand|editor|fsmonitor|hookspath|askpass|gitproxy)|pager\.|sequence\.editor|diff\.(?:external|.+\.(?:command|textconv))|merge\..+\.driver|filter\.|alias\.|credential\.helper|gpg\.program|init\.templatedir|protocol\..+\.allow|(?:difftool|mergetool)\..+\.cmd|uploadpack\.packobjectshook|include\.path|includeif\.)/i;

/** git: what it is told to run is looked at, its verbs are read or write, some drop work for good. */
export const git: Rule = (command, context) => {
  const args = argumentsOf(command);
  const findings: Finding[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const { text = '' } = args[at] ?? {};
    if (!text.startsWith('-')) break;
    if (text === '-c' || text === '--config-env') findings.push(...setting(args[++at]?.text ?? '', context));
    else if (/^--(?:exec-path|config-env)=/.test(text)) findings.push(moderate('it changes which programs git runs'));
    else if (/^(?:-C|--git-dir|--work-tree|--namespace)$/.test(text)) at++;
    else if (text === '-p' || text === '--paginate') findings.push(moderate('it starts a pager'));
  }
  const [verb, ...rest] = args.slice(at);
  if (!verb) return findings;
  const inner = ranBy(command, [verb, ...rest]);
  return [...findings, ...verbRating(verb.text, inner, verb.exact, context)];
};

function setting(text: string, context: RuleContext): Finding[] {
  const [name = '', ...value] = text.split('=');
  if (!RUNS.test(name)) return [];
  const line = value.join('=').replace(/^!/, '');
  return [moderate(`it sets ${name} of git, which runs a program`), ...context.script(line)];
}

function verbRating(verb: string, command: SimpleCommand, exact: boolean, context: RuleContext): Finding[] {
  if (!exact || !KNOWN.has(verb)) return [moderate(`git ${verb} is no verb of git: an alias may run any program`)];
  if (READS.has(verb)) return reading(verb, command, context);
  const pattern = `git ${verb}`;
  const special = SPECIAL[verb]?.(command);
  const told = worse(commandsOf(verb, command, context));
  return [...told, special ?? moderate(`git ${verb} changes the repository`, pattern)];
}

/** What a verb is told to run: `bisect run CMD`, `submodule foreach CMD`, `rebase -x CMD`, `difftool -x CMD`. */
function commandsOf(verb: string, command: SimpleCommand, { inner, script, places }: RuleContext): Finding[] {
  const args = argumentsOf(command);
  const found = args.flatMap(({ text }, at) => {
    const [, pack] = /^--(?:upload-pack|receive-pack|exec)(?:=(.*))?$/s.exec(text) ?? [];
    if (/^--(?:upload-pack|receive-pack|exec)(?:=|$)/.test(text) && verb !== 'rebase')
      return script(pack ?? args[at + 1]?.text ?? '');
    return text.startsWith('ext::') ? script(text.slice(5).replaceAll('% ', ' ')) : [];
  });
  const to = verb === 'config' ? optionValue(command, '-f', '--file') : optionValue(command, '-o', '--output');
  const made = /^(?:clone|init|worktree)$/.test(verb)
    ? operands(command)
        .slice(verb === 'init' ? 0 : 1)
        .at(-1)
    : null;
  const written = [to, made].flatMap((file) => (file ? [ratingOfWrite(file, places)] : []));
  return [...found, ...written, ...runBy(verb, command, args, inner, script)];
}

function runBy(
  verb: string,
  command: SimpleCommand,
  args: readonly Arg[],
  inner: RuleContext['inner'],
  script: RuleContext['script'],
): Finding[] {
  const after = (name: string) => args.slice(args.findIndex(({ text }) => text === name) + 1);
  const [sub] = operands(command);
  if (verb === 'bisect' && sub?.text === 'run') return inner(ranBy(command, after('run')));
  if (verb === 'submodule' && sub?.text === 'foreach')
    return script(
      after('foreach')
        .map(({ text }) => text)
        .join(' '),
    );
  const value = optionValue(command, '-x', verb === 'rebase' ? '--exec' : '--extcmd');
  return value && /^(?:rebase|difftool)$/.test(verb) ? script(value.text) : [];
}

/** Options of verbs that read by which they write or run a program. */
function reading(verb: string, command: SimpleCommand, { places }: RuleContext): Finding[] {
  const runs = argumentsOf(command).find(({ text }) =>
    /^--(?:ext-diff|textconv|output|open-files-in-pager|exec|upload-pack|filters)(?:=|$)|^-O/.test(text),
  );
  if (runs) return [moderate(`git ${verb} ${runs.text} writes a file or runs a program`)];
  // `HEAD:.env` and `--contents=FILE` name files behind a sign.
  const files = argumentsOf(command).map((arg) => ({ ...arg, text: arg.text.replace(/^[^/]*[:=]/, '') }));
  const looked = verb === 'grep' && !has(command, 'ef') ? operands(command).slice(1) : files;
  return [safe(), ...ratingOfReads(looked, places)];
}

const nothing = safe();
const first = (command: SimpleCommand) => operands(command)[0]?.text;

/** Verbs that read, write or drop work by what comes after them. Null: as any other verb that changes the repository. */
const SPECIAL: Readonly<Record<string, (command: SimpleCommand) => Finding | null>> = {
  branch: (c) =>
    has(c, 'D', '--delete-force') || (has(c, 'd', '--delete') && has(c, 'f', '--force'))
      ? dangerous('it drops a branch, merged or not')
      : operands(c).length === 0 || has(c, 'l', '--list', '--contains', '--merged', '--no-merged', '--points-at')
        ? has(
            c,
            'mMcCdu',
            '--move',
            '--copy',
            '--delete',
            '--edit-description',
            '--unset-upstream',
            '--set-upstream-to',
          )
          ? null
          : nothing
        : null,
  tag: (c) =>
    operands(c).length === 0 || argumentsOf(c).some(({ text }) => /^-[ln]\d*$|^--(?:list|contains)/.test(text))
      ? has(c, 'damfsu', '--delete', '--annotate', '--message', '--force', '--sign')
        ? null
        : nothing
      : null,
  remote: (c) => ([undefined, 'show', 'get-url'].includes(first(c)) ? nothing : null),
  stash: (c) =>
    ['list', 'show'].includes(first(c) ?? '')
      ? nothing
      : ['drop', 'clear'].includes(first(c) ?? '')
        ? dangerous('it drops stashed work')
        : null,
  worktree: (c) =>
    first(c) === 'list'
      ? nothing
      : first(c) === 'remove' && has(c, 'f', '--force')
        ? dangerous('it drops a worktree')
        : null,
  reflog: (c) =>
    ['expire', 'delete'].includes(first(c) ?? '') ? dangerous('it drops what could bring work back') : nothing,
  notes: (c) => ([undefined, 'list', 'show'].includes(first(c)) ? nothing : null),
  bisect: (c) => (['log', 'view', 'visualize'].includes(first(c) ?? '') ? nothing : null),
  submodule: (c) => ([undefined, 'status', 'summary'].includes(first(c)) ? nothing : null),
  lfs: (c) => (['ls-files', 'env', 'status'].includes(first(c) ?? '') ? nothing : null),
  'ls-remote': () => moderate('it talks to another machine', 'git ls-remote'),
  config: (c) => {
    const names = operands(c);
    const reads =
      has(c, 'l', '--get', '--get-all', '--get-regexp', '--list', '--show-origin') ||
      ['get', 'list'].includes(names[0]?.text ?? '');
    if (reads || (names.length === 1 && !has(c, 'e', '--edit', '--unset', '--unset-all', '--remove-section')))
      return nothing;
    const sets = names.find(({ text }) => RUNS.test(text));
    return sets ? dangerous(`it sets ${sets.text} of git, which runs a program`) : null;
  },
  push: (c) =>
    has(c, 'fd', '--force', '--force-with-lease', '--delete', '--mirror', '--prune') ||
    operands(c).some(({ text }) => /^[+:]/.test(text))
      ? dangerous('it replaces or removes what others have')
      : null,
  reset: (c) =>
    has(c, '', '--hard', '--merge', '--keep') ? dangerous('it drops changes that are not committed') : null,
  clean: (c) =>
    argumentsOf(c).some(({ text }) => /^-[dfqxXi]*n|^--dry-run$/.test(text))
      ? nothing
      : dangerous('it removes files that git does not hold'),
  checkout: (c) =>
    has(c, 'f', '--force') ||
    (operands(c).length > 1 && !has(c, 'bBt', '--track', '--orphan')) ||
    argumentsOf(c).some(({ text }) => text === '--' || text === '.')
      ? dangerous('it drops changes that are not committed')
      : null,
  switch: (c) =>
    has(c, 'f', '--force', '--discard-changes') ? dangerous('it drops changes that are not committed') : null,
  restore: (c) =>
    has(c, 'S', '--staged') && !has(c, 'W', '--worktree') ? null : dangerous('it drops changes that are not committed'),
  rm: (c) => (has(c, '', '--cached') ? null : has(c, 'rf', '--force') ? dangerous('it removes files') : null),
  gc: (c) => (has(c, '', '--prune') ? dangerous('it drops what could bring work back') : null),
  prune: () => dangerous('it drops what could bring work back'),
  'filter-branch': () => dangerous('it writes history anew'),
  'filter-repo': () => dangerous('it writes history anew'),
  'update-ref': (c) => (has(c, 'd', '--delete') ? dangerous('it drops a reference') : null),
  rebase: (c) => (has(c, 'x', '--exec') ? moderate('it runs a command for each commit') : null),
};
