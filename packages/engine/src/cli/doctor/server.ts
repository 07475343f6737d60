import { z } from 'zod';
import { ModelError } from '../../models/backend.ts';
import { type Host, parseHost } from '../../models/host.ts';
import { httpFetch } from '../../models/http-fetch.ts';
import { listModels } from '../../models/open-backend.ts';
import { plural } from '../../text/format.ts';
import { broken, type Finding, failed, ok, type Patient, warn } from './finding.ts';
import { modelFindings } from './model.ts';

/** Servers before this one did not know that a prompt must not be cut, and cut it in silence. */
const FLOOR = [0, 13] as const;

const versionReply = z.looseObject({ version: z.string().max(64) });

/** The model server, the model that would answer, and its window. */
export async function server(patient: Patient, signal: AbortSignal): Promise<Finding[]> {
  const { model, ollama } = patient.settings;
  if (model === 'none') return [ok('model', 'none, by the settings')];
  if (model !== undefined && /^(?:scripted|openai):/.test(model)) return modelFindings(patient, model, signal);
  const host = parseHost(ollama.host);
  if (host === null) {
    const found = `"${ollama.host ?? ''}" is no address`;
    return [broken('server', found, 'Set OLLAMA_HOST or ollama.host to one such as 127.0.0.1:11434.')];
  }
  try {
    const [version, installed] = await Promise.all([versionOf(host, signal), listModels(ollama.host, signal)]);
    const told = serverFinding(host, version, installed.length);
    if (installed.length > 0) return [told, ...(await modelFindings(patient, model ?? null, signal))];
    return [told, broken('model', 'none is installed', 'Get one with: ollama pull qwen3:8b')];
  } catch (error) {
    if (error instanceof ModelError) return [failed('server', error.message)];
    throw error;
  }
}

function serverFinding(host: Host, version: string | null, models: number): Finding {
  const has = `at ${host.shown} with ${plural(models, 'model')}`;
  const update = 'Update Ollama (https://ollama.com/download), and end a server that still runs from before.';
  if (version === null) return warn('server', `one that does not tell its version, ${has}`, update);
  if (!isOld(version)) return ok('server', `Ollama ${version} ${has}`);
  const why = 'it may cut a prompt that is too long without a word';
  return warn('server', `Ollama ${version} ${has}: ${why}`, update);
}

/** A build of somebody's own says 0.0.0. */
function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  if (/^0\.0\.0\b/.test(version)) return false;
  return major < FLOOR[0] || (major === FLOOR[0] && minor < FLOOR[1]);
}

async function versionOf(host: Host, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await httpFetch({ signal, idleSeconds: 5 })(`${host.url}/api/version`);
    return versionReply.parse(await response.json()).version;
  } catch {
    // Whether the server is there is what the list of its models says, with the reason.
    return null;
  }
}
