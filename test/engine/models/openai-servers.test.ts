import { afterEach, describe, expect, it } from 'vitest';
import { openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { type FakeOpenAIOptions, json, refusal, startFakeOpenAI } from '../../fake-openai/server.ts';
import { cutStream, delta, finish, MODEL, stream, usage } from '../../fake-openai/shapes.ts';
import { failure, never, reply } from './support.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function serve(options: FakeOpenAIOptions = {}, model = MODEL, idleSeconds = 600) {
  const server = await startFakeOpenAI(options);
  closing.push(() => server.close());
  return { server, backend: openBackend(`openai:${model}@${server.url}`, { retryWait: 1, idleSeconds }) };
}

describe('a reply that has its end on a connection that has none', () => {
  const END = { kind: 'done', reason: 'stop' } as const;

  it('is given without waiting for more than a moment, and the connection is closed', async () => {
    const turn = { ...cutStream(delta({ content: 'a' }), finish()), holdOpen: true };
    const { server, backend } = await serve({ turns: [turn] });
    expect(await reply(backend)).toEqual([
      { kind: 'text', text: 'a' },
      { ...END, usage: {} },
    ]);
    await server.chats()[0]?.closed;
  });

  it('has counts that come a little later', async () => {
    const turn = { ...cutStream(delta({ content: 'a' }), finish(), usage(20, 3)), pace: 20, holdOpen: true };
    const { backend } = await serve({ turns: [turn] });
    expect((await reply(backend)).at(-1)).toEqual({ ...END, usage: { inputTokens: 20, outputTokens: 3 } });
  });
});

it('fragments with an id each are those of one call, as long as they have no name', async () => {
  const fragments = [
    { index: 0, id: 'x1', function: { name: 'read_file', arguments: '{"path":' } },
    { index: 0, id: 'x2', function: { arguments: '"a"}' } },
    { index: 1, id: 'x3', function: { name: 'read_file', arguments: '{"path":"b"}' } },
  ];
  const events = fragments.map((one) => delta({ tool_calls: [one] }));
  const { backend } = await serve({ turns: [stream(...events, finish('tool_calls'), usage())] });
  expect(await reply(backend)).toMatchObject([
    { kind: 'call', call: { id: 'x1', arguments: { path: 'a' } } },
    { kind: 'call', call: { id: 'x3', arguments: { path: 'b' } } },
    { kind: 'done' },
  ]);
});

it('a 404 that is not about the model is about the address', async () => {
  const { backend } = await serve({ turns: [refusal(404, 'File Not Found', 'not_found_error')] });
  expect(await failure(reply(backend))).toMatchObject({
    code: 'no-server',
    message: expect.stringContaining('(404: File Not Found)'),
  });
});

describe('the model when none is named', () => {
  const models = [{ id: 'embed' }, { id: 'org/one' }, { id: 'org/two' }];

  it('is the one that LM Studio has loaded, with its window', async () => {
    const data = [
      { id: 'embed', type: 'embeddings', state: 'loaded' },
      { id: 'org/one', type: 'llm', state: 'not-loaded' },
      { id: 'org/two', type: 'llm', state: 'loaded', loaded_context_length: 4096 },
    ];
    const { backend } = await serve({ models, paths: { '/api/v0/models': json({ data }) } }, '');
    expect(await backend.open(never())).toMatchObject({ name: 'org/two', window: 4096 });
  });

  it('is one that chats, when LM Studio has none loaded', async () => {
    const data = [
      { id: 'embed', type: 'embeddings', state: 'not-loaded' },
      { id: 'org/one', type: 'llm', state: 'not-loaded' },
      { id: 'org/two', type: 'llm', state: 'not-loaded' },
    ];
    const { backend } = await serve({ models, paths: { '/api/v0/models': json({ data }) } }, '');
    expect(await backend.open(never())).toMatchObject({ name: 'org/one', window: null });
  });

  it('is the one that llama.cpp’s server has loaded', async () => {
    const states = [
      { id: 'one', status: { value: 'unloaded' } },
      { id: 'two', status: { value: 'loaded' } },
    ];
    const { backend } = await serve({ models: states }, '');
    expect(await backend.open(never())).toMatchObject({ name: 'two' });
  });

  it('is missing when the server lists none', async () => {
    const { server, backend } = await serve({ models: [] }, '');
    expect(await failure(backend.open(never()))).toMatchObject({
      code: 'no-model',
      message: `The server at ${server.url}/v1 lists no model. Load one there, or name one before the @.`,
    });
  });
});
