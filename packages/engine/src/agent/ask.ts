import { type ModelBackend, ModelError } from '../models/backend.ts';

/**
 * One question to a model that has no tools and no history, on the conversation's own backend: resolves to its reply.
 * Throws ModelError when it fails or says nothing, and the signal's reason when it is raised.
 */
export async function askOnce(backend: ModelBackend, prompt: string, signal: AbortSignal): Promise<string> {
  let reply = '';
  for await (const event of backend.chat({ messages: [{ role: 'user', content: prompt }], tools: [] }, signal)) {
    if (event.kind === 'text') reply += event.text;
    // What had come was thinking, or the reply is begun again.
    if (event.kind === 'text-was-thinking' || event.kind === 'restart') reply = '';
  }
  if (reply.trim() !== '') return reply.trim();
  throw new ModelError('empty-reply', 'The model answered with nothing.');
}
