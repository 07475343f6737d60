import { dangerous, moderate, safe } from '../rating.ts';
import { has, nameOf, optionValue, verbOf } from './arguments.ts';
import { CONTAINER_PROGRAMS } from './containers.ts';
import { runner } from './launchers.ts';
import type { Rule } from './rule.ts';
import { verbs } from './verbs.ts';

/** Matches no verb. */
const NEVER = /(?!)/;

/** The clients of a forge: `gh repo delete`, `gh api -X DELETE`. */
const forge: Rule = (command) => {
  const { verb, sub, sure } = verbOf(command, '-R --repo');
  if (verb === 'version') return [safe()];
  const method = optionValue(command, '-X', '--method')?.text ?? '';
  if (/^(?:delete|archive|transfer|rename)$/.test(sub) || /^(?:delete|put|patch)$/i.test(method))
    return [dangerous('it removes or changes what others have')];
  const said = [nameOf(command), verb, sub].join(' ').trim();
  return [moderate('it talks to another machine', sure ? said : undefined)];
};

const PUBLISHES = 'it changes what others install';
const NPM_VALUED = '--prefix -C -w --workspace --loglevel --registry --userconfig --cache --dir -F --filter --cwd';

/** Package managers and build tools: what they do is in their verbs. */
export const PACKAGE_PROGRAMS: Readonly<Record<string, Rule>> = {
  ...CONTAINER_PROGRAMS,
  npx: runner,
  bunx: runner,
  pipx: runner,
  uvx: runner,
  npm: verbs(
    /^(?:ls|list|ll|root|prefix|help|why|explain)$/,
    /^(?:publish|unpublish|deprecate|owner|token|adduser|login|logout|access|dist-tags?|team|org|profile|star|hook)$/,
    PUBLISHES,
    NPM_VALUED,
  ),
  pnpm: verbs(/^(?:ls|list|why|root|bin)$/, /^(?:publish|login)$/, PUBLISHES, NPM_VALUED),
  yarn: verbs(NEVER, /^(?:publish|login|owner|tag)$/, PUBLISHES, NPM_VALUED),
  lerna: verbs(NEVER, /^publish$/, PUBLISHES),
  bundle: verbs(NEVER, NEVER, ''),
  uv: verbs(NEVER, /^publish$/, PUBLISHES, '--directory --project'),
  cargo: verbs(
    /^(?:version|locate-project|pkgid|help)$/,
    /^(?:publish|yank|owner|login|logout)$/,
    PUBLISHES,
    '--manifest-path --color --config -Z -C --target-dir',
  ),
  go: verbs(/^(?:version|list|doc)$/, NEVER, '', '-C'),
  pip: verbs(/^(?:list|show|freeze|check)$/, NEVER, '', '--log --proxy --cache-dir --python'),
  pip3: verbs(/^(?:list|show|freeze|check)$/, NEVER, '', '--log --proxy --cache-dir --python'),
  gem: verbs(/^(?:list|info|environment)$/, /^(?:push|yank|owner)$/, PUBLISHES),
  twine: () => [dangerous(PUBLISHES)],
  brew: verbs(/^(?:list|info|deps|config|leaves)$/, /^(?:uninstall|remove|cleanup|autoremove)$/, 'it removes programs'),
  apt: verbs(
    /^(?:list|show|search|policy|depends)$/,
    /^(?:remove|purge|autoremove|full-upgrade|dist-upgrade)$/,
    'it removes programs',
    '-o -c -t --option --config-file --target-release',
  ),
  'apt-get': verbs(
    NEVER,
    /^(?:remove|purge|autoremove|dist-upgrade)$/,
    'it removes programs',
    '-o -c -t --option --config-file --target-release',
  ),
  'apt-cache': () => [safe()],
  dpkg: (command) =>
    has(command, 'lLsS', '--list', '--listfiles', '--status', '--search') && !has(command, 'irP')
      ? [safe()]
      : [dangerous('it changes installed programs')],
  rpm: (command) =>
    has(command, 'q', '--query') && !has(command, 'ieU', '--pipe', '--import', '--initdb', '--rebuilddb')
      ? [safe()]
      : [dangerous('it changes installed programs')],
  make: (command, context) =>
    has(command, 'nq', '--dry-run', '--just-print', '--question')
      ? [moderate('a makefile may run commands even so', 'make -n')]
      : verbs(NEVER, NEVER, '', '-f -C -I -j -l -o -W --file --directory')(command, context),
  poetry: verbs(NEVER, /^publish$/, PUBLISHES, '-C --directory -P --project'),
  pipenv: verbs(NEVER, /^uninstall$/, 'it removes programs'),
  gh: forge,
  glab: forge,
};
