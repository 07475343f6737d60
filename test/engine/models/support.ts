import { afterEach } from 'vitest';
import type { ChatEvent, ChatRequest, ModelBackend } from '../../../packages/engine/src/models/backend.ts';
import { type BackendOptions, openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { type FakeOllama, type FakeOllamaOptions, startFakeOllama } from '../../fake-ollama/server.ts';
import { MODEL } from '../../fake-ollama/shapes.ts';

const started: FakeOllama[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

/** A fake server that ends with the test. */
export async function server(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
  const fake = await startFakeOllama(options);
  started.push(fake);
  return fake;
}

/** The backend for the fake server's model; a window is set, so that this machine's memory decides nothing. */
export function backendAt(url: string, options: BackendOptions = {}): ModelBackend {
  return openBackend(`ollama:${MODEL}`, { host: url, window: 8192, retryWait: 1, ...options });
}

export const READ_FILE = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

/** A request of one user message, with one tool. */
export function ask(content = 'What is in a?'): ChatRequest {
  return { messages: [{ role: 'user', content }], tools: [READ_FILE] };
}

/** Every event of one reply. */
export async function reply(backend: ModelBackend, request = ask(), signal = never()): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of backend.chat(request, signal)) events.push(event);
  return events;
}

/** The events with neighbouring fragments joined and ids that were made up as `id`. */
export function joined(events: readonly ChatEvent[]): ChatEvent[] {
  const out: ChatEvent[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if ((event.kind === 'text' || event.kind === 'thinking') && last?.kind === event.kind) last.text += event.text;
    else out.push(structuredClone(event));
  }
  return out;
}

/** A signal that nobody aborts. */
export function never(): AbortSignal {
  return new AbortController().signal;
}

/** What a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
