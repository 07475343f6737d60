import { type ModelBackend, ModelError } from './backend.ts';
import { readFailure } from './failure.ts';
import { type Host, parseHost } from './host.ts';
import type { InstalledModel } from './installed.ts';
import { readInstalled } from './ollama/resolve.ts';
import { OLLAMA } from './ollama/words.ts';
import { OllamaBackend } from './ollama.ts';
import { type OpenAIAddress, readAddress } from './openai/address.ts';
import { keyFor, withoutKey } from './openai/key.ts';
import { readListed } from './openai/listing.ts';
import { OPENAI } from './openai/words.ts';
import { OpenAIBackend } from './openai.ts';
import { ScriptedBackend } from './scripted.ts';

/** Longest silence by default: a large prompt on a CPU takes minutes to its first word. */
const IDLE_SECONDS = 600;
const KEEP_ALIVE = '30m';
const RETRY_WAIT = 1000;
const OPENAI_PREFIX = 'openai:';

/** How to reach a model. All may be left out. */
export interface BackendOptions {
  /** An address in any form that OLLAMA_HOST takes. */
  host?: string | undefined;
  /** Tokens of the window, instead of sizing it. */
  window?: number | undefined;
  /** Longest silence in seconds; 0 for no limit. */
  idleSeconds?: number | undefined;
  /** How long the server keeps the model loaded: a Go duration such as `30m`. */
  keepAlive?: string | undefined;
  /** Milliseconds before the one retry of a busy or crashed server. */
  retryWait?: number | undefined;
}

/**
 * The backend that `name` names: `ollama:MODEL`, `openai:MODEL@URL`, `scripted:FILE`, or a bare model name, which is
 * Ollama's. Reaches nothing yet. Throws ModelError for an address that is none.
 */
export function openBackend(name: string, options: BackendOptions = {}): ModelBackend {
  const window = options.window ?? null;
  if (name.startsWith('scripted:')) return new ScriptedBackend(name.slice('scripted:'.length), window);
  const idleSeconds = options.idleSeconds ?? IDLE_SECONDS;
  const retryWait = options.retryWait ?? RETRY_WAIT;
  if (name.startsWith(OPENAI_PREFIX)) {
    const address = addressOf(name);
    const key = keyFor(address.host, process.env);
    return new OpenAIBackend({ ...address, key, window, idleSeconds, retryWait });
  }
  return new OllamaBackend({
    model: name.startsWith('ollama:') ? name.slice('ollama:'.length) : name,
    host: hostOf(options.host),
    window,
    idleSeconds,
    keepAlive: options.keepAlive ?? KEEP_ALIVE,
    retryWait,
  });
}

/**
 * The models on a server: `openai:@URL`, or an address in any form of OLLAMA_HOST. Those of the first kind have names that
 * `openBackend` takes. Throws ModelError.
 */
export async function listModels(server: string | undefined, signal: AbortSignal): Promise<InstalledModel[]> {
  if (server?.startsWith(OPENAI_PREFIX)) return listServed(addressOf(server), signal);
  const host = hostOf(server);
  try {
    return await readInstalled(host, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw readFailure(error, { model: '', host, installed: [], dialect: OLLAMA, opening: true }).error;
  }
}

/** The models on the server that a model of this name is on; for any other name, or none, that is Ollama at `host`. */
export function installedModels(
  name: string | null | undefined,
  host: string | undefined,
  signal: AbortSignal,
): Promise<InstalledModel[]> {
  return listModels(name?.startsWith(OPENAI_PREFIX) ? name : host, signal);
}

async function listServed({ host }: OpenAIAddress, signal: AbortSignal): Promise<InstalledModel[]> {
  const key = keyFor(host, process.env);
  try {
    return await readListed({ host, key }, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw readFailure(withoutKey(error, key), { model: '', host, installed: [], dialect: OPENAI, opening: true }).error;
  }
}

function addressOf(name: string): OpenAIAddress {
  const address = readAddress(name.slice(OPENAI_PREFIX.length));
  if (address) return address;
  throw new ModelError(
    'no-server',
    `"${name}" names no server. Write openai:MODEL@URL, such as openai:qwen3@http://127.0.0.1:8080, or openai:@URL for the model that the server has.`,
  );
}

function hostOf(text: string | undefined): Host {
  const host = parseHost(text);
  if (host) return host;
  throw new ModelError(
    'no-server',
    `"${text}" is no address of a model server. Set OLLAMA_HOST to one such as 127.0.0.1:11434.`,
  );
}
