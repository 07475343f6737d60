import { type ModelBackend, ModelError } from './backend.ts';
import { readFailure } from './failure.ts';
import { type Host, parseHost } from './host.ts';
import { type InstalledModel, readInstalled } from './ollama/resolve.ts';
import { OLLAMA } from './ollama/words.ts';
import { OllamaBackend } from './ollama.ts';
import { type OpenAIAddress, readAddress } from './openai/address.ts';
import { KEY_VARIABLE } from './openai/words.ts';
import { OpenAIBackend } from './openai.ts';
import { ScriptedBackend } from './scripted.ts';

/** Longest silence by default: a large prompt on a CPU takes minutes to its first word. */
const IDLE_SECONDS = 600;
const KEEP_ALIVE = '30m';
const RETRY_WAIT = 1000;

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
  if (name.startsWith('openai:')) {
    const key = process.env[KEY_VARIABLE] || null;
    return new OpenAIBackend({ ...addressOf(name.slice('openai:'.length)), key, window, idleSeconds, retryWait });
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

/** The models on the server at `host` (any form of OLLAMA_HOST). Throws ModelError. */
export async function listModels(host: string | undefined, signal: AbortSignal): Promise<InstalledModel[]> {
  const at = hostOf(host);
  try {
    return await readInstalled(at, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw readFailure(error, { model: '', host: at, installed: [], dialect: OLLAMA }).error;
  }
}

function addressOf(text: string): OpenAIAddress {
  const address = readAddress(text);
  if (address) return address;
  throw new ModelError(
    'no-server',
    `"openai:${text}" names no server. Write openai:MODEL@URL, such as openai:qwen3@http://127.0.0.1:8080/v1.`,
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
