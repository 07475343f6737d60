// Events in the shapes that llama.cpp's server, vLLM and LM Studio send, with content of the tests' own.
import type { FakeTurn } from '../fake-ollama/turn.ts';

/** The model that a fake server has unless it is told otherwise. */
export const MODEL = 'estuary-8b';

/** A streamed answer: events are sent as JSON, strings as they are, and `[DONE]` at the end. */
export function stream(...events: readonly (object | string)[]): FakeTurn {
  return { ...cutStream(...events, '[DONE]') };
}

/** A streamed answer that ends without `[DONE]`. */
export function cutStream(...events: readonly (object | string)[]): FakeTurn {
  const lines = events.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n`);
  return { lines, type: 'text/event-stream' };
}

/** An event with a fragment of the reply. */
export function delta(part: object, finish: string | null = null): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: MODEL,
    choices: [{ index: 0, delta: part, finish_reason: finish }],
  };
}

/** The event that says why the reply ended. */
export function finish(reason = 'stop'): object {
  return delta({}, reason);
}

/** The event with the counts, which has no choices. */
export function usage(prompt = 300, reply = 12): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [],
    usage: { prompt_tokens: prompt, completion_tokens: reply, total_tokens: prompt + reply },
  };
}
