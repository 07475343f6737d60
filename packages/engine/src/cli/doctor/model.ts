import { backendSettings } from '../../config/backend-settings.ts';
import { ModelError, type ModelInfo } from '../../models/backend.ts';
import { parseHost } from '../../models/host.ts';
import { loaded } from '../../models/ollama/client.ts';
import { sameModel } from '../../models/ollama/wire.ts';
import { openBackend } from '../../models/open-backend.ts';
import { defaultModel } from '../../session/model-choice.ts';
import { grouped } from '../../text/format.ts';
import { type Finding, failed, ok, type Patient, warn } from './finding.ts';

/** A window below which a conversation has hardly begun when it is full, in tokens. */
const SMALL = 8192;

/** The model that would answer (null: the one that a conversation would choose), its window, and how it is loaded. */
export async function modelFindings(patient: Patient, named: string | null, signal: AbortSignal): Promise<Finding[]> {
  const { settings } = patient;
  try {
    const name = named ?? (await defaultModel(settings.ollama.host, signal));
    const info = await openBackend(name, backendSettings(settings)).open(signal);
    const can = info.capabilities.length === 0 ? '' : `: ${info.capabilities.join(', ')}`;
    const chosen = named === null ? ' (no other is named)' : '';
    return [
      ok('model', `${info.name}${chosen}${can}`),
      windowFinding(info),
      ...environmentWindow(info, patient),
      ...(info.backend === 'ollama' ? await loadedFindings(info, patient, signal) : []),
    ];
  } catch (error) {
    if (error instanceof ModelError) return [failed('model', error.message)];
    throw error;
  }
}

function windowFinding({ window, windowReason }: ModelInfo): Finding {
  if (window === null) return ok('window', windowReason);
  const has = `${grouped(window)} tokens (${windowReason})`;
  if (window >= SMALL) return ok('window', has);
  const todo = 'Choose a model with a longer one, or set ollama.contextLength if the memory allows it.';
  return warn('window', `${has}, which is little for work with tools`, todo);
}

/** OLLAMA_CONTEXT_LENGTH is for programs that ask for no window; wisp asks for one each time. */
function environmentWindow({ window }: ModelInfo, { env }: Patient): Finding[] {
  const given = Number(env.OLLAMA_CONTEXT_LENGTH || 0);
  if (window === null || !Number.isInteger(given) || given <= 0 || given === window) return [];
  const found = `OLLAMA_CONTEXT_LENGTH says ${grouped(given)} tokens, wisp asks for ${grouped(window)}`;
  return [warn('window', found, `To have that window: wisp config set ollama.contextLength ${given}`)];
}

async function loadedFindings(info: ModelInfo, { settings }: Patient, signal: AbortSignal): Promise<Finding[]> {
  const host = parseHost(settings.ollama.host);
  if (host === null) return [];
  const running = (await loaded(host, signal)).find((model) => sameModel(model.name, info.name));
  if (!running) return [ok('loaded', `not yet: the first request loads ${info.name}`)];
  const { size, size_vram: gpu, context_length: window } = running;
  const has = window ? ` with a window of ${grouped(window)} tokens` : '';
  if (window && info.window !== null && window !== info.window) {
    const found = `${info.name}${has}; wisp asks for ${grouped(info.window)}, which loads it again`;
    return [warn('loaded', found, 'Give the programs that use it the same window, or leave it to one of them.')];
  }
  if (!size || !gpu || gpu >= size) return [ok('loaded', `${info.name}${has}${gpu === 0 ? ', on the CPU' : ''}`)];
  const found = `${info.name}${has}, only ${Math.floor((gpu / size) * 100)}% of it in the GPU's memory`;
  return [warn('loaded', found, 'It is slow so: set a smaller ollama.contextLength, or choose a smaller model.')];
}
