import { onTestFinished } from 'vitest';
import { type FakeOllama, startFakeOllama } from '../../fake-ollama/server.ts';
import { done, fakeModel, MODEL } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { Engine } from '../../support/engine.ts';

export const WINDOW = 8_192;

/** Tokens that the server's template adds to each message. */
const AROUND = 9;

/** A message as it came over the wire. */
export interface WireMessage {
  role: string;
  content: string;
  tool_calls?: unknown;
}

/** The messages of a request's body. */
export function messagesOf(body: Record<string, unknown>): WireMessage[] {
  return Array.isArray(body.messages) ? body.messages.map((message): WireMessage => Object(message)) : [];
}

/** How a server counts: pieces as tokenizers cut them, each digit by itself; or bytes, three and a bit a token. */
type Counting = 'pieces' | 'bytes';

const COUNT: Readonly<Record<Counting, (text: string) => number>> = {
  pieces: (text) => text.match(/\p{L}{1,6}|\p{N}|[^\s\p{L}\p{N}]{1,2}|\s{1,9}/gu)?.length ?? 0,
  bytes: (text) => Math.ceil(Buffer.byteLength(text) / 3.1),
};

/** The prompt's tokens by the server's own count. */
function tokensOf(body: Record<string, unknown>, counting: Counting): number {
  const messages = messagesOf(body);
  const said = messages.map(({ content, tool_calls }) => content + (tool_calls ? JSON.stringify(tool_calls) : ''));
  return COUNT[counting](`${said.join('\n')}${JSON.stringify(body.tools ?? '')}`) + AROUND * messages.length;
}

/** A refusal as llama-server words it. */
export function tooLong(tokens: number, window = WINDOW): FakeTurn {
  return {
    status: 400,
    type: 'application/json',
    body: JSON.stringify({
      error: JSON.stringify({ error: { type: 'exceed_context_size_error', n_prompt_tokens: tokens, n_ctx: window } }),
    }),
  };
}

export interface CountingServer {
  fake: FakeOllama;
  /** Tokens of each request, in order. */
  counts: number[];
}

interface CountingOptions {
  counting?: Counting;
  /** Tokens that it has loaded, when they are fewer than were asked for. */
  loaded?: number;
}

/** A server that refuses what is too long for its window, and else answers as `reply` says, with its count. */
export async function countingServer(
  reply: (body: Record<string, unknown>) => object[],
  { counting = 'pieces', loaded = WINDOW }: CountingOptions = {},
): Promise<CountingServer> {
  const counts: number[] = [];
  const plain = fakeModel();
  // Trained for a small window, so that this is what a conversation gets.
  const info = { ...plain.info, 'tide.context_length': WINDOW };
  const running = { ...plain.running, contextLength: loaded };
  const fake = await startFakeOllama({
    models: [{ ...plain, info, running }],
    answer: (body) => {
      const tokens = tokensOf(body, counting);
      counts.push(tokens);
      if (tokens > loaded) return tooLong(tokens, loaded);
      return { lines: [...reply(body), done({ prompt: tokens, reply: 20 })] };
    },
  });
  onTestFinished(() => fake.close());
  return { fake, counts };
}

/** An engine on that server that runs what it is asked to. */
export function engineOn(fake: FakeOllama, env: Readonly<Record<string, string>> = {}): Engine {
  return new Engine(['--model', MODEL, '--yes'], { OLLAMA_HOST: fake.url, ...env });
}

/** Whether the model is asked to go on after a result. */
export function isAfterResult(body: Record<string, unknown>): boolean {
  return messagesOf(body).at(-1)?.role === 'tool';
}
