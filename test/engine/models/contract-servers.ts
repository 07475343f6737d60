import type { ModelBackend } from '../../../packages/engine/src/models/backend.ts';
import { type BackendOptions, openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import * as ollama from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { refusal, startFakeOpenAI } from '../../fake-openai/server.ts';
import * as openai from '../../fake-openai/shapes.ts';

/** A part of a reply, in no server's words. */
type Part =
  | { text: string }
  | { thinking: string }
  | { call: { id?: string; name: string; arguments: string } }
  | { raw: string };

/** A reply as a model would give it; each server sends it in its own shape. */
export interface Scene {
  parts: readonly Part[];
  /** Why it ends; null leaves the end out. */
  end?: { reason?: 'stop' | 'length'; prompt?: number; reply?: number } | null;
}

/** Refusals that every server knows, each in its own words. */
export type Refusal = 'overflow' | 'busy' | 'no-model' | 'no-tools' | 'unauthorized' | 'unparsed';

interface Running {
  url: string;
  chats(): readonly { body: Record<string, unknown>; closed: Promise<void> }[];
  chatCount(count: number): Promise<void>;
  close(): Promise<void>;
}

/** One kind of server: how it is started, how it says a reply, and how it refuses. */
export interface Kind {
  label: string;
  start(turns: readonly FakeTurn[]): Promise<Running>;
  backend(url: string, options?: BackendOptions): ModelBackend;
  /** How a process of wisp is pointed at it. */
  reach(url: string): { model: string; env: Record<string, string> };
  reply(scene: Scene): FakeTurn;
  refuse(what: Refusal): FakeTurn;
}

const json = (status: number, error: string): FakeTurn => ({
  status,
  type: 'application/json',
  body: JSON.stringify({ error }),
});

const OLLAMA: Kind = {
  label: 'Ollama',
  start: (turns) => startFakeOllama({ turns: [...turns] }),
  backend: (url, options) =>
    openBackend(`ollama:${ollama.MODEL}`, { host: url, window: 8192, retryWait: 1, ...options }),
  reach: (url) => ({ model: `ollama:${ollama.MODEL}`, env: { OLLAMA_HOST: url } }),
  reply: ({ parts, end = {} }) => {
    const lines = parts.map((part) => {
      if ('raw' in part) return part.raw;
      if ('text' in part) return ollama.text(part.text);
      return 'thinking' in part ? ollama.thinking(part.thinking) : ollama.calls(part.call);
    });
    return { lines: end === null ? lines : [...lines, ollama.done(end)] };
  },
  refuse: (what) =>
    ({
      overflow: json(
        400,
        JSON.stringify({ error: { n_prompt_tokens: 9001, n_ctx: 8192, type: 'exceed_context_size_error' } }),
      ),
      busy: json(503, 'server busy, please try again'),
      'no-model': json(404, `model '${ollama.MODEL}' not found`),
      'no-tools': json(400, `${ollama.MODEL} does not support tools`),
      unauthorized: json(401, 'unauthorized'),
      unparsed: json(500, 'error parsing tool call: unexpected end'),
    })[what],
};

/** llama.cpp's server: calls in fragments, thinking apart, counts in an event of their own. */
const LLAMA_CPP: Kind = {
  label: 'a server with the OpenAI interface',
  start: (turns) => startFakeOpenAI({ turns: [...turns] }),
  backend: (url, options) => openBackend(`openai:${openai.MODEL}@${url}`, { retryWait: 1, ...options }),
  reach: (url) => ({ model: `openai:${openai.MODEL}@${url}`, env: {} }),
  reply: ({ parts, end = {} }) => {
    let index = -1;
    const events = parts.flatMap((part): (object | string)[] => {
      if ('raw' in part) return part.raw === '' ? [] : [part.raw];
      if ('text' in part) return [openai.delta({ content: part.text })];
      if ('thinking' in part) return [openai.delta({ reasoning_content: part.thinking })];
      const { id, name, arguments: given } = part.call;
      index++;
      const half = Math.floor(given.length / 2);
      const head = { index, ...(id ? { id } : {}), type: 'function', function: { name, arguments: '' } };
      return [
        head,
        ...[given.slice(0, half), given.slice(half)].map((piece) => ({ index, function: { arguments: piece } })),
      ].map((fragment) => openai.delta({ tool_calls: [fragment] }));
    });
    if (end === null) return openai.cutStream(...events);
    return openai.stream(...events, openai.finish(end.reason), openai.usage(end.prompt, end.reply));
  },
  refuse: (what) =>
    ({
      overflow: {
        status: 400,
        type: 'application/json',
        body: JSON.stringify({
          error: {
            code: 400,
            message: 'too long',
            type: 'exceed_context_size_error',
            n_prompt_tokens: 9001,
            n_ctx: 8192,
          },
        }),
      },
      busy: refusal(503, 'Loading model', 'unavailable_error'),
      'no-model': refusal(404, `The model ${openai.MODEL} does not exist.`, 'NotFoundError'),
      'no-tools': refusal(500, 'tools param requires --jinja flag', 'server_error'),
      unauthorized: refusal(401, 'Invalid API Key', 'authentication_error'),
      unparsed: refusal(500, 'Failed to parse JSON: unexpected end', 'server_error'),
    })[what],
};

/** The kinds of server that wisp works with. */
export const KINDS: readonly Kind[] = [OLLAMA, LLAMA_CPP];
