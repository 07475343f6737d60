import type { Host } from '../host.ts';
import { HttpStatusError } from '../http-errors.ts';
import type { InstalledModel } from '../installed.ts';
import { cacheShape, needsVerbose } from './cache-shape.ts';
import { installed, loaded, show } from './client.ts';
import { type Memory, sizeWindow, type Window, type WindowFacts } from './window.ts';
import { type ListedModel, type RunningModel, type ShownModel, sameModel } from './wire.ts';

/** A model as the server knows it. `capabilities` is null when an older server does not tell. */
export interface ResolvedModel {
  name: string;
  capabilities: readonly string[] | null;
  window: Window;
}

export interface ResolveOptions {
  host: Host;
  /** The window that the person set, in tokens. */
  configured: number | null;
  memory: () => Promise<Memory>;
}

/**
 * Asks the server what it knows of `model` and sizes its window, without loading it. Throws what the requests fail with: a
 * 404 when the model is not there.
 */
export async function resolveModel(
  model: string,
  list: readonly ListedModel[],
  { host, configured, memory }: ResolveOptions,
  signal: AbortSignal,
): Promise<ResolvedModel> {
  const entry = list.find((m) => sameModel(m.name, model));
  const name = entry?.name ?? model;
  const plain = await show(host, name, false, signal);
  const info = needsVerbose(plain.model_info ?? {})
    ? (await show(host, name, true, signal)).model_info
    : plain.model_info;
  const running = (await loadedIfTold(host, signal)).find((m) => sameModel(m.name, name));
  const window = sizeWindow({
    configured,
    modelfile: modelfileWindow(plain),
    trained: trainedLength(plain, entry),
    cloud: Boolean(plain.remote_host ?? entry?.remote_host),
    weights: entry?.size ?? null,
    shape: cacheShape(info ?? {}, drafts(plain)),
    memory: host.loopback ? await memory() : null,
    held: running ? heldBy(running) : null,
  });
  return { name, capabilities: plain.capabilities ?? entry?.capabilities ?? null, window };
}

/** Every model on the server, in its order, and which of them are loaded. */
export async function readInstalled(host: Host, signal: AbortSignal): Promise<InstalledModel[]> {
  const [list, running] = await Promise.all([installed(host, signal), loadedIfTold(host, signal)]);
  return list.map((m) => ({
    name: m.name,
    size: m.size ?? null,
    parameterSize: m.details?.parameter_size || null,
    contextLength: m.details?.context_length || null,
    capabilities: m.capabilities ?? null,
    cloud: Boolean(m.remote_host),
    loaded: running.some((r) => sameModel(r.name, m.name)),
  }));
}

/** What is loaded; nothing when the server, an old one or a proxy, has no such list. Only sizes and marks depend on it. */
async function loadedIfTold(host: Host, signal: AbortSignal): Promise<RunningModel[]> {
  try {
    return await loaded(host, signal);
  } catch (error) {
    if (error instanceof HttpStatusError) return [];
    throw error;
  }
}

function heldBy(running: RunningModel): WindowFacts['held'] {
  const { size, size_vram: gpu, context_length: window } = running;
  return { bytes: size ?? 0, gpuBytes: gpu ?? 0, window: window || null };
}

/** `PARAMETER num_ctx` as `/api/show` prints it: a name and a value a line. */
function modelfileWindow({ parameters }: ShownModel): number | null {
  const value = /^num_ctx[ \t]{1,64}(\d{1,9})[ \t\r]*$/m.exec(parameters ?? '')?.[1];
  return value ? Number(value) || null : null;
}

function drafts({ modelfile }: ShownModel): number {
  return /^DRAFT[ \t]/im.test(modelfile ?? '') ? 1 : 0;
}

function trainedLength({ model_info: info }: ShownModel, entry: ListedModel | undefined): number | null {
  const length = info?.[`${String(info['general.architecture'])}.context_length`];
  return typeof length === 'number' && length > 0 ? length : (entry?.details?.context_length ?? null) || null;
}
