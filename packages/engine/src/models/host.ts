import { isIPv6 } from 'node:net';

/** Where a model server is. `url` has no slash at its end; `shown` is the same without a password. */
export interface Host {
  url: string;
  shown: string;
  loopback: boolean;
}

const DEFAULT_PORT = 11434;
const LONGEST_HOST = 2048;
const LOCAL = '127.0.0.1';

/**
 * Reads an address as Ollama reads OLLAMA_HOST (envconfig.Host in ollama/ollama): scheme, port and path may be missing,
 * quotes and spaces around it go, a bad port is the default one, an address that means "every interface" is loopback.
 * Null when nothing that could be an address is left.
 */
export function parseHost(text: string | undefined): Host | null {
  const given = trimQuotes(text ?? '');
  if (given.length > LONGEST_HOST) return null;
  const { scheme, rest, defaultPort } = splitScheme(given);
  if (scheme !== 'http' && scheme !== 'https') return null;
  const slash = rest.indexOf('/');
  const authority = slash === -1 ? rest : rest.slice(0, slash);
  const path = slash === -1 ? '' : rest.slice(slash).replace(/\/$/, '');
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, at + 1);
  const { name, port } = splitPort(authority.slice(at + 1), defaultPort);
  const host = reachable(name);
  const bracketed = host.includes(':') ? `[${host}]` : host;
  const shown = `${scheme}://${bracketed}:${port}${path}`;
  const url = `${scheme}://${user}${bracketed}:${port}${path}`;
  if (!URL.canParse(url)) return null;
  return { url, shown, loopback: isLoopback(new URL(url).hostname) };
}

/** Whether a URL's host name means this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name.startsWith('127.') || name === '[::1]';
}

function trimQuotes(text: string): string {
  return text
    .trim()
    .replace(/^["']+/, '')
    .replace(/["']+$/, '')
    .trim();
}

function splitScheme(text: string): { scheme: string; rest: string; defaultPort: number } {
  const at = text.indexOf('://');
  if (at === -1) {
    return text === 'ollama.com'
      ? { scheme: 'https', rest: text, defaultPort: 443 }
      : { scheme: 'http', rest: text, defaultPort: DEFAULT_PORT };
  }
  const scheme = text.slice(0, at).toLowerCase();
  return { scheme, rest: text.slice(at + 3), defaultPort: scheme === 'https' ? 443 : 80 };
}

function splitPort(authority: string, defaultPort: number): { name: string; port: number } {
  const bare = authority.replace(/^\[|\]$/g, '');
  if (isIPv6(bare)) return { name: bare, port: defaultPort };
  const colon = authority.lastIndexOf(':');
  if (colon === -1) return { name: bare, port: defaultPort };
  const name = authority.slice(0, colon).replace(/^\[|\]$/g, '');
  const digits = authority.slice(colon + 1);
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : -1;
  return { name, port: port >= 0 && port <= 65_535 ? port : defaultPort };
}

function reachable(name: string): string {
  if (name === '' || name === '0.0.0.0') return LOCAL;
  return isIPv6(name) && /^[0:]+$/.test(name) ? '::1' : name;
}
