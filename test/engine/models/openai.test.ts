import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatRequest } from '../../../packages/engine/src/models/backend.ts';
import { openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { readAddress } from '../../../packages/engine/src/models/openai/address.ts';
import { type FakeOpenAIOptions, json, refusal, startFakeOpenAI } from '../../fake-openai/server.ts';
import { cutStream, delta, finish, MODEL, stream, usage } from '../../fake-openai/shapes.ts';
import { ask, failure, joined, never, READ_FILE, reply } from './support.ts';

const END = { kind: 'done', reason: 'stop', usage: { inputTokens: 300, outputTokens: 12 } } as const;
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function serve(options: FakeOpenAIOptions = {}, model = MODEL, window?: number) {
  const server = await startFakeOpenAI(options);
  closing.push(() => server.close());
  return { server, backend: openBackend(`openai:${model}@${server.url}`, { retryWait: 1, window }) };
}

describe('the address in a model’s name', () => {
  it.each([
    ['qwen3@http://127.0.0.1:8080/v1', 'qwen3', 'http://127.0.0.1:8080/v1'],
    ['qwen3@http://127.0.0.1:8080', 'qwen3', 'http://127.0.0.1:8080/v1'],
    ['qwen3@127.0.0.1:8080/', 'qwen3', 'http://127.0.0.1:8080/v1'],
    ['qwen3@https://gpu.example.org/openai/v1/', 'qwen3', 'https://gpu.example.org:443/openai/v1'],
    ['org/m@q4@http://gpu:1', 'org/m@q4', 'http://gpu:1/v1'],
    ['@http://[::1]:8080', '', 'http://[::1]:8080/v1'],
    ['m@gpu:1/v1/chat/completions', 'm', 'http://gpu:1/v1'],
    ['m@:8080', 'm', 'http://127.0.0.1:8080/v1'],
    ['m@HTTPS://gpu', 'm', 'https://gpu:443/v1'],
    ['m@http://user:word@gpu:1/v1', 'm', 'http://gpu:1/v1'],
  ])('%s', (text, model, shown) => {
    expect(readAddress(text)).toMatchObject({ model, host: { shown } });
  });

  it.each(['qwen3', 'qwen3@', '', 'm@ftp://x', 'm@http://a b', 'm@http://a?key=1', 'm@http://a/#b'])(
    '%s names no server, and says how it is written',
    (text) => {
      expect(() => openBackend(`openai:${text}`)).toThrow('Write openai:MODEL@URL');
    },
  );
});

describe('the window of a server with the OpenAI interface', () => {
  const bare = [{ id: MODEL, object: 'model' }];

  it('is what vLLM lists', async () => {
    const { backend } = await serve({ models: [{ id: MODEL, max_model_len: 16_384 }] });
    expect(await backend.open(never())).toEqual({
      name: MODEL,
      backend: 'openai',
      window: 16_384,
      windowReason: 'as the server runs it',
      capabilities: [],
    });
  });

  it('is the window of a slot of llama.cpp’s server, not what the model was trained for', async () => {
    const models = [{ id: '/models/e.gguf', meta: { n_ctx_train: 131_072 } }];
    const paths = { '/props': json({ default_generation_settings: { n_ctx: 8192 }, total_slots: 4 }) };
    const { backend } = await serve({ models, paths }, 'any-name');
    expect(await backend.open(never())).toMatchObject({ name: 'any-name', window: 8192 });
  });

  it('is known of LM Studio once it has loaded the model', async () => {
    const path = '/api/v0/models';
    const paths = {
      [path]: json({ data: [{ id: MODEL, type: 'llm', state: 'not-loaded', max_context_length: 32_768 }] }),
    };
    const { backend } = await serve({
      models: bare,
      paths,
      turns: [stream(delta({ content: 'a' }), finish(), usage())],
    });
    expect(await backend.open(never())).toMatchObject({
      window: null,
      windowReason: 'the server does not say; ollama.contextLength can',
    });
    await reply(backend);
    paths[path] = json({ data: [{ id: MODEL, type: 'llm', state: 'loaded', loaded_context_length: 4096 }] });
    expect(await backend.loadedWindow?.(never())).toEqual({ window: 4096, note: null });
  });

  it('can be set smaller, never larger', async () => {
    const set = async (window: number) => (await serve({}, MODEL, window)).backend.open(never());
    expect(await set(4096)).toMatchObject({ window: 4096, windowReason: 'set as ollama.contextLength' });
    expect(await set(65_536)).toMatchObject({
      window: 8192,
      windowReason: 'as the server runs it; ollama.contextLength asks for 65,536',
    });
  });
});

describe('the model of a server with the OpenAI interface', () => {
  const models = [
    { id: 'one', max_model_len: 8192 },
    { id: 'two', max_model_len: 4096 },
  ];

  it('is its first when none is named', async () => {
    const { backend } = await serve({ models }, '');
    expect(await backend.open(never())).toMatchObject({ name: 'one' });
  });

  it('must be there when it has several', async () => {
    const { server, backend } = await serve({ models }, 'three');
    expect(await failure(backend.open(never()))).toMatchObject({
      code: 'no-model',
      message: `There is no model three at ${server.url}/v1. It has: one, two. Name one of them before the @, or load it there.`,
    });
  });

  it('does not chat when it is for embeddings', async () => {
    const paths = { '/api/v0/models': json({ data: [{ id: 'e', type: 'embeddings' }] }) };
    const { backend } = await serve({ models: [{ id: 'e' }], paths }, 'e');
    expect(await failure(backend.open(never()))).toMatchObject({ code: 'no-chat' });
  });
});

describe('a request to a server with the OpenAI interface', () => {
  it('carries calls as text, results by their call, and thinking in the field that the server uses', async () => {
    const thought = stream(delta({ reasoning: 'hm' }), delta({ content: 'a' }), finish(), usage());
    const { server, backend } = await serve({ turns: [thought, stream(delta({ content: 'b' }), finish(), usage())] });
    await reply(backend);
    const second: ChatRequest = {
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'assistant',
          content: '',
          thinking: 'hm',
          calls: [{ id: 'c1', name: 'read_file', arguments: { path: 'a' } }],
        },
        { role: 'tool', content: 'A', name: 'read_file', callId: 'c1' },
      ],
      tools: [],
    };
    await reply(backend, second);
    const options = { model: MODEL, stream: true, stream_options: { include_usage: true } };
    expect(server.chats().map((one) => one.body)).toEqual([
      {
        ...options,
        messages: [{ role: 'user', content: 'What is in a?' }],
        tools: [{ type: 'function', function: READ_FILE }],
        parallel_tool_calls: true,
      },
      {
        ...options,
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'assistant',
            content: '',
            reasoning: 'hm',
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
          },
          { role: 'tool', content: 'A', tool_call_id: 'c1' },
        ],
      },
    ]);
  });

  it('carries the key of the environment, and says which variable when the server wants one', async () => {
    const turns = [stream(delta({ content: 'a' }), finish(), usage())];
    const { backend } = await serve({ key: 'k-1', turns });
    expect(await failure(backend.open(never()))).toMatchObject({
      code: 'unauthorized',
      message:
        'The server wants a key (Incorrect API key provided). Set WISP_OPENAI_KEY to it in the environment of wisp, then send the prompt again.',
    });
    vi.stubEnv('WISP_OPENAI_KEY', 'k-1');
    const again = await serve({ key: 'k-1', turns });
    expect(await reply(again.backend)).toEqual([{ kind: 'text', text: 'a' }, END]);
  });
});

describe('what servers with the OpenAI interface do of their own', () => {
  const fragment = (part: object) => delta({ tool_calls: [part] });
  const call = (id: string, path: string) => ({ kind: 'call', call: { id, name: 'read_file', arguments: { path } } });
  const whole = (index: number, id: string, path: string) =>
    fragment({ index, id, function: { name: 'read_file', arguments: `{"path":"${path}"}` } });

  it.each([
    ['every call at index 0', [whole(0, 'c1', 'a'), whole(0, 'c2', 'b')]],
    [
      'the name and the id with each fragment',
      [
        fragment({ index: 0, id: 'c1', function: { name: 'read_file', arguments: '{"path":' } }),
        fragment({ index: 0, id: 'c1', function: { name: 'read_file', arguments: '"a"}' } }),
        whole(1, 'c2', 'b'),
      ],
    ],
    [
      'fragments of two calls in turns',
      [
        fragment({ index: 0, id: 'c1', function: { name: 'read_file', arguments: '{"path"' } }),
        fragment({ index: 1, id: 'c2', function: { name: 'read_file', arguments: '{"path":"b' } }),
        fragment({ index: 0, function: { arguments: ':"a"}' } }),
        fragment({ index: 1, function: { arguments: '"}' } }),
      ],
    ],
    [
      'arguments as an object',
      [
        fragment({ index: 0, id: 'c1', function: { name: 'read_file', arguments: { path: 'a' } } }),
        fragment({ index: 1, id: 'c2', function: { name: 'read_file', arguments: { path: 'b' } } }),
      ],
    ],
  ])('calls: %s', async (_, fragments) => {
    const { backend } = await serve({ turns: [stream(...fragments, finish('tool_calls'), usage())] });
    expect(await reply(backend)).toEqual([call('c1', 'a'), call('c2', 'b'), END]);
  });

  it('a half call of a reply that ran into its limit is left out', async () => {
    const half = fragment({ index: 1, id: 'c2', function: { name: 'read_file', arguments: '{"pa' } });
    const { backend } = await serve({ turns: [stream(whole(0, 'c1', 'a'), half, finish('length'), usage())] });
    expect(await reply(backend)).toEqual([call('c1', 'a'), { ...END, reason: 'length' }]);
  });

  it('an answer in one piece, from a server that does not stream', async () => {
    const message = { role: 'assistant', content: 'All.', reasoning_content: 'Hm.' };
    const answer = json({
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 300, completion_tokens: 12 },
    });
    const { backend } = await serve({ turns: [answer] });
    expect(await reply(backend)).toEqual([{ kind: 'thinking', text: 'Hm.' }, { kind: 'text', text: 'All.' }, END]);
  });

  it('no [DONE], no counts', async () => {
    const { backend } = await serve({ turns: [cutStream(delta({ content: 'a' }), finish())] });
    expect(joined(await reply(backend))).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'done', reason: 'stop', usage: {} },
    ]);
  });

  const vllm =
    "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens (9001 in the messages).";
  const studio =
    'Trying to keep the first 9001 tokens when context the overflows. However, the model is loaded with context length of only 8192 tokens';
  it.each([
    ['vLLM', refusal(400, vllm, 'BadRequestError')],
    ['vLLM as it was', json({ object: 'error', message: vllm, type: 'BadRequestError', code: 400 }, 400)],
    ['LM Studio, inside the stream', cutStream({ error: { message: studio } })],
    [
      'llama.cpp’s server as it was',
      { lines: [`error: ${JSON.stringify({ message: studio })}\n`], type: 'text/event-stream' },
    ],
  ])('an overflow in the words of %s', async (_, turn) => {
    const { backend } = await serve({ turns: [turn] });
    expect(await failure(reply(backend))).toMatchObject({
      code: 'overflow',
      window: 8192,
      tokens: 9001,
      message: `The conversation no longer fits the window of ${MODEL} (9,001 tokens, a window of 8,192). Start a new one, or start the server with a larger window.`,
    });
  });

  it('a path without the interface', async () => {
    const server = await startFakeOpenAI();
    closing.push(() => server.close());
    const backend = openBackend(`openai:m@${server.url}/api`);
    expect(await failure(backend.open(never()))).toMatchObject({
      code: 'no-server',
      message: expect.stringContaining('most such servers answer under /v1'),
    });
  });

  it('tools that the server was not started for', async () => {
    const words = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
    const { backend } = await serve({ turns: [refusal(400, words, 'BadRequestError')] });
    expect(await failure(reply(backend, ask()))).toMatchObject({
      code: 'no-tools',
      message: expect.stringContaining('Start llama-server with --jinja, vLLM with --enable-auto-tool-choice'),
    });
  });
});
