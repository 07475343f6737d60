import { Ollama } from 'ollama';
import type { z } from 'zod';
import type { Host } from '../host.ts';
import { ShapeError } from '../http-errors.ts';
import { type HttpFetchOptions, httpFetch } from '../http-fetch.ts';
import { type ListedModel, psReply, type RunningModel, type ShownModel, showReply, tagsReply } from './wire.ts';

/** Longest silence of a request that needs no model, in seconds. */
const METADATA_SECONDS = 30;

/** The package's methods that wisp calls, with what they give as the unchecked JSON that it is: its types lag the server. */
interface Wire {
  chat(request: object): Promise<AsyncIterable<unknown>>;
  list(): Promise<unknown>;
  ps(): Promise<unknown>;
  show(request: object): Promise<unknown>;
}

// A client a request: the package's own abort does not reach a request that has no answer yet.
function wire(host: Host, options: HttpFetchOptions): Wire {
  return new Ollama({ host: host.url, fetch: httpFetch(options) });
}

/** Starts a streamed chat and gives its lines as parsed, unchecked objects. */
export function chat(host: Host, body: object, options: HttpFetchOptions): Promise<AsyncIterable<unknown>> {
  return wire(host, options).chat({ ...body, stream: true });
}

/** What is installed on the server. */
export async function installed(host: Host, signal: AbortSignal): Promise<ListedModel[]> {
  return read(tagsReply, await wire(host, { signal, idleSeconds: METADATA_SECONDS }).list()).models;
}

/** What is loaded on the server. */
export async function loaded(host: Host, signal: AbortSignal): Promise<RunningModel[]> {
  return read(psReply, await wire(host, { signal, idleSeconds: METADATA_SECONDS }).ps()).models;
}

/** What the server tells of one model; `verbose` adds the arrays, and with them the whole tokenizer (megabytes). */
export async function show(host: Host, model: string, verbose: boolean, signal: AbortSignal): Promise<ShownModel> {
  const request = verbose ? { model, verbose } : { model };
  return read(showReply, await wire(host, { signal, idleSeconds: METADATA_SECONDS }).show(request));
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new ShapeError('the answer is not what Ollama sends', { cause: result.error });
  return result.data;
}
