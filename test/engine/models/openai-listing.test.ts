import { afterEach, describe, expect, it, vi } from 'vitest';
import { ModelError } from '../../../packages/engine/src/models/backend.ts';
import { parseHost } from '../../../packages/engine/src/models/host.ts';
import { installedModels, listModels, openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { keyFor } from '../../../packages/engine/src/models/openai/key.ts';
import { type FakeOpenAIOptions, json, startFakeOpenAI } from '../../fake-openai/server.ts';
import { MODEL } from '../../fake-openai/shapes.ts';
import { failure, never, reply, server } from './support.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function serve(options: FakeOpenAIOptions) {
  const fake = await startFakeOpenAI(options);
  closing.push(() => fake.close());
  return fake;
}

const row = {
  size: null,
  parameterSize: null,
  contextLength: null,
  capabilities: null,
  cloud: false,
  loaded: true,
};

describe('the models of a server with the OpenAI interface', () => {
  it('are listed by names that open them, with what vLLM tells', async () => {
    const { url } = await serve({ models: [{ id: 'org/reef', max_model_len: 16_384 }, { id: 'tide' }] });
    const installed = await listModels(`openai:@${url}`, never());
    expect(installed).toEqual([
      { ...row, name: `openai:org/reef@${url}/v1`, contextLength: 16_384 },
      { ...row, name: `openai:tide@${url}/v1` },
    ]);
    expect(await openBackend(installed[0]?.name ?? '').open(never())).toMatchObject({ name: 'org/reef' });
  });

  it('have sizes where llama.cpp’s server tells them, and a state where its router does', async () => {
    const meta = { size: 4_700_000_000, n_params: 8_190_735_360, n_ctx_train: 40_960 };
    const { url } = await serve({
      models: [
        { id: 'reef', meta, status: { value: 'unloaded' } },
        { id: 'tide', meta: { n_params: 494_032_768 } },
      ],
    });
    expect(await listModels(`openai:@${url}`, never())).toEqual([
      {
        ...row,
        name: `openai:reef@${url}/v1`,
        size: 4_700_000_000,
        parameterSize: '8.2B',
        contextLength: 40_960,
        loaded: false,
      },
      { ...row, name: `openai:tide@${url}/v1`, parameterSize: '494M' },
    ]);
  });

  it('are as LM Studio tells of them', async () => {
    const data = [
      { id: 'reef', type: 'llm', state: 'loaded', max_context_length: 32_768 },
      { id: 'shell', type: 'embeddings', state: 'not-loaded' },
    ];
    const { url } = await serve({
      models: [{ id: 'reef' }, { id: 'shell' }],
      paths: { '/api/v0/models': json({ data }) },
    });
    expect(await listModels(`openai:@${url}`, never())).toEqual([
      { ...row, name: `openai:reef@${url}/v1`, contextLength: 32_768 },
      { ...row, name: `openai:shell@${url}/v1`, capabilities: ['embedding'], loaded: false },
    ]);
  });

  it('are those of the server that a model’s name holds, and Ollama’s for any other name', async () => {
    const { url } = await serve({});
    const ollama = await server();
    const names = async (name: string | null) =>
      (await installedModels(name, ollama.url, never())).map((one) => one.name);
    expect(await names(`openai:${MODEL}@${url}`)).toEqual([`openai:${MODEL}@${url}/v1`]);
    expect(await names('reef')).toEqual(['tidepool:7b']);
    expect(await names(null)).toEqual(['tidepool:7b']);
  });

  it('are found below a path that lacks the /v1 at its end', async () => {
    const data = json({ data: [{ id: 'reef', max_model_len: 8192 }] });
    const { url } = await serve({ paths: { '/gpu/v1/models': data } });
    expect(await openBackend(`openai:@${url}/gpu`).open(never())).toMatchObject({ name: 'reef', window: 8192 });
    expect((await listModels(`openai:@${url}/gpu/`, never())).map((one) => one.name)).toEqual([
      `openai:reef@${url}/gpu/v1`,
    ]);
  });

  it('are not there when nothing answers, which names the address', async () => {
    const { url, close } = await serve({});
    await close();
    const error = await failure(listModels(`openai:@${url}`, never()));
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({
      code: 'no-server',
      message: expect.stringContaining(`No model server answers at ${url}/v1 (ECONNREFUSED). Start it`),
    });
  });
});

describe('the window of a server that tells it late', () => {
  it('is the smaller of what is set and what the server then has', async () => {
    const path = '/api/v0/models';
    const paths = { [path]: json({ data: [{ id: MODEL, state: 'not-loaded' }] }) };
    const { url } = await serve({ models: [{ id: MODEL }], paths });
    const backend = openBackend(`openai:${MODEL}@${url}`, { window: 16_384 });
    expect(await backend.open(never())).toMatchObject({ window: 16_384 });
    paths[path] = json({ data: [{ id: MODEL, state: 'loaded', loaded_context_length: 4096 }] });
    expect(await backend.loadedWindow?.(never())).toEqual({ window: 4096, note: null });
  });

  it('is asked for once more, and then no more', async () => {
    const { url, requests } = await serve({ models: [{ id: MODEL }] });
    const backend = openBackend(`openai:${MODEL}@${url}`);
    await backend.open(never());
    expect(await backend.loadedWindow?.(never())).toEqual({ window: null, note: null });
    const asked = requests.length;
    expect(await backend.loadedWindow?.(never())).toEqual({ window: null, note: null });
    expect(requests).toHaveLength(asked);
  });

  it('is asked of a router without making it load the model', async () => {
    const { url, requests } = await serve({ models: [{ id: 'a b' }] });
    await openBackend(`openai:@${url}`).open(never());
    expect(requests.map((one) => one.url)).toContain('/props?model=a%20b&autoload=false');
  });
});

describe('the key of a server', () => {
  const env = { OPENAI_API_KEY: 'sk-common', WISP_OPENAI_KEY: 'sk-own' };
  const common = { OPENAI_API_KEY: 'sk-common' };

  it.each([
    ['its own variable, before the common one', 'http://box:1/v1', env, 'sk-own'],
    ['the common one on this machine', 'http://127.0.0.1:1/v1', common, 'sk-common'],
    ['the common one over https', 'https://box/v1', common, 'sk-common'],
    ['never the common one in the clear over a network', 'http://box:1/v1', common, null],
    ['none beside a password in the address', 'http://me:word@127.0.0.1:1', env, null],
    ['none where none is set', 'http://127.0.0.1:1', { OPENAI_API_KEY: ' ' }, null],
  ])('is %s', (_, address, variables, key) => {
    const host = parseHost(address);
    expect(host && keyFor(host, variables)).toBe(key);
  });

  it('is refused when no header can hold it, without showing it', () => {
    vi.stubEnv('WISP_OPENAI_KEY', 'sk-\u{1f511}');
    expect(() => openBackend('openai:@127.0.0.1:1')).toThrow(
      new ModelError('unauthorized', 'The key in WISP_OPENAI_KEY has characters that no key has. Set it anew.'),
    );
  });

  it.each([
    ['a refusal', json({ error: { message: 'Incorrect API key provided: sk-secret-1' } }, 401)],
    ['a failure inside the stream', { lines: ['data: {"error":"no sk-secret-1 here"}\n'], type: 'text/event-stream' }],
  ])('is in no word of %s that repeats it, nor in its causes', async (_, turn) => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-secret-1');
    const { url, chats } = await serve({ turns: [turn] });
    const error = await failure(reply(openBackend(`openai:@${url}`)));
    expect(chats()[0]?.headers.authorization).toBe('Bearer sk-secret-1');
    let texts = '';
    for (let at = error; at instanceof Error; at = at.cause) texts += `${at.message} ${JSON.stringify(at)} ${at.stack}`;
    expect(texts).toContain('[key]');
    expect(texts).not.toContain('secret');
  });
});
