import { type Places, placeOf } from '../paths.ts';
import { dangerous, type Finding, moderate, safe } from '../rating.ts';
import { type Arg, ranBy, type SimpleCommand } from '../shell/command.ts';
import { argumentsOf, fromOperand, has, nameOf, operands, verbOf } from './arguments.ts';
import { worse } from './launchers.ts';
import type { Rule, RuleContext } from './rule.ts';
import { verbs } from './verbs.ts';

const DOCKER_VALUED = '-H --host -c --context --config -l --log-level --tlscacert --tlscert --tlskey';
const COMPOSE_VALUED =
  '-f --file -p --project-name --profile --env-file --project-directory --ansi --progress --parallel';
const RUN_VALUED =
  '-v -e -p -w -u -m -h -l -c --volume --env --publish --workdir --user --name --network --net --entrypoint --mount --memory --cpus --hostname --add-host --label --platform --env-file --index --detach-keys --restart --device --tmpfs --ulimit --pull --gpus --dns --expose --ip --link --log-driver --log-opt --cidfile --shm-size --stop-signal --security-opt --cap-drop --cap-add --pid --ipc --userns -n --namespace -c --container';

const docker: Rule = (command, context) => {
  const name = nameOf(command);
  const { verb, sub, rest, sure } = verbOf(command, DOCKER_VALUED);
  if (verb === 'compose') return compose({ ...command, words: [...command.words.slice(0, 1), ...rest] }, context);
  if (sure && /^(?:ps|images|logs|inspect|version|info|stats|top|port|history|diff|events|search)$/.test(verb))
    return [safe()];
  const group = /^(?:container|image|volume|network|system|context|builder|manifest)$/.test(verb);
  if (sure && group && /^(?:ls|list|inspect|df|show)$/.test(sub)) return [safe()];
  const args = argumentsOf(command).map((one) => one.text);
  const runs = /^(?:run|create)$/.test(verb) || (verb === 'container' && /^(?:run|create)$/.test(sub));
  const whole = /--privileged|docker\.sock|--(?:pid|ipc|userns)[ =]host|--cap-add|--device|--security-opt/;
  if (runs && (whole.test(args.join(' ')) || sharesOutside(args, context.places)))
    return [dangerous('it gives a container the whole machine')];
  const drops = [verb, sub].some(
    (one, at) => (at === 0 || group || !sure) && /^(?:rm|rmi|kill|prune|remove)$/.test(one),
  );
  if (drops) return [dangerous('it removes containers, images or volumes')];
  const inner = runs || verb === 'exec' ? worse(commandOf(command, rest, context)) : [];
  return [
    ...inner,
    moderate(`${name} ${verb} starts or changes containers`, sure ? `${name} ${verb}`.trim() : undefined),
  ];
};

const compose: Rule = (command, context) => {
  const { verb, rest, sure } = verbOf(command, COMPOSE_VALUED);
  if (sure && /^(?:ps|ls|logs|images|top|port|version|config|events)$/.test(verb)) return [safe()];
  const drops = /^(?:down|rm|kill)$/.test(verb) && has(command, 'vfs', '--volumes', '--rmi', '--force', '--stop');
  if (drops || (!sure && operands(command).some(({ text }) => /^(?:down|rm|kill)$/.test(text))))
    return [dangerous('it removes containers, images or volumes')];
  const inner = /^(?:run|exec)$/.test(verb) ? worse(commandOf(command, rest, context)) : [];
  return [
    ...inner,
    moderate(`compose ${verb} starts or changes containers`, sure ? `docker compose ${verb}`.trim() : undefined),
  ];
};

/** What runs in a container, behind its name or its image: asked about like what runs here. */
function commandOf(command: SimpleCommand, rest: readonly Arg[], { inner }: RuleContext): Finding[] {
  const end = rest.findIndex(({ text }) => text === '--');
  const words = end === -1 ? fromOperand(rest, RUN_VALUED).slice(1) : rest.slice(end + 1);
  return words.length === 0 ? [] : inner(ranBy(command, words));
}

/** True when a directory outside the launch directory is given to a container: it can be written there as here. */
function sharesOutside(args: readonly string[], places: Places): boolean {
  const shared = args.flatMap((text, at) => {
    const given = /^(?:-v|--volume)=?(.*)$/s.exec(text);
    const volume = given ? (given[1] || args[at + 1] || '').split(':')[0] : undefined;
    const mounted = /(?:^|,|=)(?:source|src)=([^,]+)/.exec(text)?.[1];
    return [volume, mounted].filter((one) => one !== undefined);
  });
  return shared.some(
    (path) => /^[/~$.]/.test(path) && placeOf({ text: path, exact: true, made: [] }, places) !== 'inside',
  );
}

const KUBE_VALUED =
  '-n --namespace --context --cluster --kubeconfig --user --as --as-group -s --server --token --request-timeout -v --cache-dir';

const kubectl: Rule = (command, context) => {
  const { verb, sub, rest, sure } = verbOf(command, KUBE_VALUED);
  if (has(command, '', '--kubeconfig')) return [moderate('it takes its settings from a file, which may run programs')];
  if (sure && /^(?:get|describe|logs|top|version|explain|api-resources|cluster-info|diff)$/.test(verb)) {
    return operands(command).some(({ text }) => /(?:^|,)secrets?(?:[/,.]|$)/.test(text))
      ? [moderate('it may read credentials')]
      : [safe()];
  }
  if (/^(?:delete|drain|replace)$/.test(verb) || (!sure && /^(?:delete|drain|replace)$/.test(sub)))
    return [dangerous('it removes what runs in a cluster')];
  const inner = /^(?:exec|run|debug)$/.test(verb) ? worse(commandOf(command, rest, context)) : [];
  return [...inner, moderate('it changes a cluster', sure ? `kubectl ${verb}`.trim() : undefined)];
};

const TERRAFORM: Rule = verbs(
  /^(?:version|validate|graph)$/,
  /^(?:apply|destroy|import|taint|untaint|state|force-unlock|workspace)$/,
  'it changes what runs elsewhere',
  '-chdir',
);

/** Programs of containers, clusters and clouds. */
export const CONTAINER_PROGRAMS: Readonly<Record<string, Rule>> = {
  docker,
  podman: docker,
  nerdctl: docker,
  'docker-compose': compose,
  'podman-compose': compose,
  kubectl,
  oc: kubectl,
  helm: verbs(
    /^(?:list|status|version|search|show)$/,
    /^(?:uninstall|delete|rollback)$/,
    'it removes what runs in a cluster',
    '-n --namespace --kube-context --kubeconfig',
  ),
  terraform: TERRAFORM,
  tofu: TERRAFORM,
};
