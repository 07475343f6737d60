import { type Places, placeOf } from '../paths.ts';
import { dangerous, moderate, safe } from '../rating.ts';
import { argumentsOf, has, nameOf, operands, optionValue } from './arguments.ts';
import { innerOf, runner, worse } from './launchers.ts';
import type { Rule } from './rule.ts';
import { containerCommand } from './wrappers.ts';

/** Matches no verb. */
const NEVER = /(?!)/;

/** Verbs of package managers and the like that throw away, publish or change the machine. */
export const verbs =
  (read: RegExp, bad: RegExp, why: string): Rule =>
  (command, context) => {
    const name = nameOf(command);
    const [verb = '', sub = ''] = operands(command).map((one) => one.text);
    if (bad.test(verb)) return [dangerous(why)];
    if (read.test(verb) && argumentsOf(command).every((one) => one.exact)) return [safe()];
    const said = /^(?:run|exec|x|dlx)$/.test(verb) ? `${verb} ${sub}`.trim() : verb;
    const inner = /^(?:exec|x|dlx|run)$/.test(verb) ? innerOf(command, context, 1) : [];
    return [
      moderate(`${name} ${said} may run and write anything`.replace('  ', ' '), `${name} ${said}`.trim()),
      ...inner,
    ];
  };

const docker: Rule = (command, context) => {
  const [verb, sub] = operands(command).map((one) => one.text);
  const name = nameOf(command);
  if (/^(?:ps|images|logs|inspect|version|info|stats|top|port|history|diff|events|search)$/.test(verb ?? ''))
    return [safe()];
  if (
    /^(?:ls|list|inspect|df|show)$/.test(sub ?? '') &&
    /^(?:container|image|volume|network|system|context|compose|builder)$/.test(verb ?? '')
  )
    return [safe()];
  const args = argumentsOf(command)
    .map((one) => one.text)
    .join(' ');
  if (
    verb === 'run' &&
    (/--privileged|docker\.sock|--pid[ =]host|--cap-add/.test(args) || sharesOutside(args, context.places))
  ) {
    return [dangerous('it gives a container the whole machine')];
  }
  const drops = verb === 'compose' && /^(?:down|rm|kill)$/.test(sub ?? '') && has(command, 'v', '--volumes', '--rmi');
  if (drops || /^(?:rm|rmi|kill|prune)$/.test(verb ?? '') || /^(?:rm|prune|remove)$/.test(sub ?? ''))
    return [dangerous('it removes containers, images or volumes')];
  const inner = verb === 'exec' ? worse(containerCommand(command, context)) : [];
  return [...inner, moderate(`${name} ${verb ?? ''} starts or changes containers`, `${name} ${verb ?? ''}`.trim())];
};

/** True when a directory outside the launch directory is given to a container: it can be written there as here. */
function sharesOutside(args: string, places: Places): boolean {
  const shared = [...args.matchAll(/(?:-v|--volume)[ =]?([^ :]+):|(?:source|src)=([^ ,]+)/g)].map(
    (one) => one[1] ?? one[2] ?? '',
  );
  return shared.some(
    (path) => /^[/~$]/.test(path) && placeOf({ text: path, exact: true, made: [] }, places) !== 'inside',
  );
}

const kubectl: Rule = (command, context) => {
  const verb = operands(command)[0]?.text ?? '';
  if (/^(?:get|describe|logs|top|version|explain|api-resources|cluster-info|diff)$/.test(verb)) {
    return operands(command).some(({ text }) => /^secrets?(?:\/|$)/.test(text))
      ? [moderate('it may read credentials')]
      : [safe()];
  }
  if (verb === 'exec')
    return [...worse(containerCommand(command, context)), moderate('it changes a cluster', 'kubectl exec')];
  return /^(?:delete|drain|replace)$/.test(verb)
    ? [dangerous('it removes what runs in a cluster')]
    : [moderate('it changes a cluster', `kubectl ${verb}`)];
};

/** The clients of a forge: `gh repo delete`, `gh api -X DELETE`. */
const forge: Rule = (command) => {
  const [verb = '', sub = ''] = operands(command).map((one) => one.text);
  if (verb === 'version') return [safe()];
  const method = optionValue(command, '-X', '--method')?.text ?? '';
  if (/^(?:delete|archive|transfer|rename)$/.test(sub) || /^(?:delete|put|patch)$/i.test(method))
    return [dangerous('it removes or changes what others have')];
  return [moderate('it talks to another machine', [nameOf(command), verb, sub].join(' ').trim())];
};

/** Package managers, build tools, containers and clusters: what they do is in their verbs. */
export const PACKAGE_PROGRAMS: Readonly<Record<string, Rule>> = {
  npx: runner,
  bunx: runner,
  pipx: runner,
  uvx: runner,
  helm: verbs(
    /^(?:list|status|get|version|search|show)$/,
    /^(?:uninstall|delete|rollback)$/,
    'it removes what runs in a cluster',
  ),
  bundle: verbs(/^(?:list|show|info|config|outdated)$/, NEVER, ''),
  uv: verbs(/^(?:version|tree)$/, NEVER, ''),
  docker,
  podman: docker,
  nerdctl: docker,
  kubectl,
  oc: kubectl,
  terraform: verbs(
    /^(?:version|show|output|validate|fmt|graph|providers)$/,
    /^(?:apply|destroy|import|taint)$/,
    'it changes what runs elsewhere',
  ),
  tofu: verbs(
    /^(?:version|show|output|validate|graph|providers)$/,
    /^(?:apply|destroy|import|taint)$/,
    'it changes what runs elsewhere',
  ),
  npm: verbs(
    /^(?:ls|list|ll|root|prefix|bin|help|why|explain)$/,
    /^(?:publish|unpublish|deprecate|owner|token|adduser|login)$/,
    'it changes what others install',
  ),
  pnpm: verbs(/^(?:ls|list|why|root|bin)$/, /^(?:publish)$/, 'it changes what others install'),
  yarn: verbs(/^(?:list|why|bin|info)$/, /^(?:publish)$/, 'it changes what others install'),
  cargo: verbs(
    /^(?:tree|metadata|version|locate-project|pkgid)$/,
    /^(?:publish|yank|owner|login)$/,
    'it changes what others install',
  ),
  go: verbs(/^(?:version|list|doc)$/, NEVER, ''),
  pip: verbs(/^(?:list|show|freeze|check)$/, NEVER, ''),
  pip3: verbs(/^(?:list|show|freeze|check)$/, NEVER, ''),
  gem: verbs(/^(?:list|info|environment)$/, /^(?:push|yank|owner)$/, 'it changes what others install'),
  twine: () => [dangerous('it changes what others install')],
  brew: verbs(/^(?:list|info|deps|config|leaves)$/, /^(?:uninstall|remove|cleanup|autoremove)$/, 'it removes programs'),
  apt: verbs(
    /^(?:list|show|search|policy|depends)$/,
    /^(?:remove|purge|autoremove|full-upgrade|dist-upgrade)$/,
    'it removes programs',
  ),
  'apt-get': verbs(NEVER, /^(?:remove|purge|autoremove|dist-upgrade)$/, 'it removes programs'),
  'apt-cache': () => [safe()],
  dpkg: (command) =>
    has(command, 'lLsS', '--list', '--listfiles', '--status', '--search') && !has(command, 'irP')
      ? [safe()]
      : [dangerous('it changes installed programs')],
  rpm: (command) =>
    has(command, 'q', '--query') && !has(command, 'ieU') ? [safe()] : [dangerous('it changes installed programs')],
  make: (command, context) =>
    has(command, 'nq', '--dry-run', '--just-print', '--question')
      ? [moderate('a makefile may run commands even so', 'make -n')]
      : verbs(NEVER, NEVER, '')(command, context),
  gh: forge,
  glab: forge,
};
