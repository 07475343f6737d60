import type { z } from 'zod';
import type { Host } from '../host.ts';
import { HttpStatusError, ShapeError } from '../http-errors.ts';
import { type HttpFetchOptions, httpFetch } from '../http-fetch.ts';
import { type ModelEntry, modelsReply, type StudioModel, studioList } from './wire.ts';

/** Longest silence of a request that needs no model, in seconds. */
const METADATA_SECONDS = 30;

/** A server and the key that it wants; null for one that wants none. */
export interface Endpoint {
  host: Host;
  key: string | null;
}

/** Starts a streamed completion. */
export function complete(endpoint: Endpoint, body: object, options: HttpFetchOptions): Promise<Response> {
  return httpFetch(options)(`${endpoint.host.url}/chat/completions`, {
    method: 'POST',
    headers: { ...headersOf(endpoint), 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
  });
}

async function models(endpoint: Endpoint, signal: AbortSignal): Promise<ModelEntry[]> {
  return (await get(endpoint, `${endpoint.host.url}/models`, modelsReply, signal)).data;
}

/**
 * The models that the server lists, and where it has the interface: an address with a path may still lack the `/v1` at its
 * end.
 */
export async function findInterface(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<{ endpoint: Endpoint; list: ModelEntry[] }> {
  try {
    return { endpoint, list: await models(endpoint, signal) };
  } catch (error) {
    const { host } = endpoint;
    if (!(error instanceof HttpStatusError) || error.status !== 404 || /\/v\d[^/]*$/.test(host.url)) throw error;
    const below = { ...endpoint, host: { ...host, url: `${host.url}/v1`, shown: `${host.shown}/v1` } };
    const found = await aside(below, '/v1/models', modelsReply, signal);
    if (found === null) throw error;
    return { endpoint: below, list: found.data };
  }
}

/** What a path beside the interface tells, such as `/props`; null when this kind of server does not have it. */
export async function aside<T>(
  endpoint: Endpoint,
  path: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T | null> {
  try {
    return await get(endpoint, `${endpoint.host.url.replace(/\/v1$/, '')}${path}`, schema, signal);
  } catch {
    signal.throwIfAborted();
    // Only the window depends on it; whether the server is there is for the reply to say.
    return null;
  }
}

/** What LM Studio tells of its models beside the interface; empty for another server. */
export async function studioModels(endpoint: Endpoint, signal: AbortSignal): Promise<StudioModel[]> {
  return (await aside(endpoint, '/api/v0/models', studioList, signal))?.data ?? [];
}

async function get<T>(endpoint: Endpoint, url: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
  const response = await httpFetch({ signal, idleSeconds: METADATA_SECONDS })(url, { headers: headersOf(endpoint) });
  const read = schema.safeParse(await response.json());
  if (!read.success) throw new ShapeError('the answer is of another shape', { cause: read.error });
  return read.data;
}

function headersOf({ key }: Endpoint): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}
