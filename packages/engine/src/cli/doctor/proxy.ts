import type { Environment } from '../../config/environment.ts';
import { parseHost } from '../../models/host.ts';
import { type Finding, ok, type Patient, warn } from './finding.ts';

const VARIABLES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];

/** Whether a proxy stands between this machine and the model server, for wisp or for the programs beside it. */
export function proxy({ settings, env }: Patient): Finding[] {
  const host = parseHost(settings.ollama.host);
  const given = VARIABLES.filter((name) => env[name]);
  if (host === null || given.length === 0) return [ok('proxy', 'none in the environment')];
  const { hostname } = new URL(host.url);
  const names = given.join(', ');
  if (excluded(hostname, env)) return [ok('proxy', `${names}, but not for ${hostname} (NO_PROXY)`)];
  if (!host.loopback) {
    const found = `requests to ${hostname} go through the proxy of ${names}`;
    return [warn('proxy', found, `If it is a machine of your own network, add ${hostname} to NO_PROXY.`)];
  }
  const found = `${names} and no NO_PROXY for this machine: wisp goes past the proxy, but the ollama command does not`;
  return [warn('proxy', found, 'Set NO_PROXY=localhost,127.0.0.1,::1')];
}

/** Whether NO_PROXY names a host: by its name, a domain that it is in, or `*`. */
function excluded(hostname: string, env: Environment): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const entries = `${env.NO_PROXY ?? ''},${env.no_proxy ?? ''}`.toLowerCase().split(/[,\s]/);
  return entries.some((entry) => {
    const name = entry.replace(/^\[|\](?::\d{1,5})?$/g, '').replace(/^\*?\./, '');
    const host = /^[^:]+:\d{1,5}$/.test(name) ? name.slice(0, name.indexOf(':')) : name;
    return host !== '' && (host === '*' || host === bare || bare.endsWith(`.${host}`));
  });
}
