import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../packages/engine/src/models/backend.ts';
import { parseHost } from '../../../packages/engine/src/models/host.ts';
import { OllamaBackend } from '../../../packages/engine/src/models/ollama.ts';
import { listModels, openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { fakeModel, MODEL } from '../../fake-ollama/shapes.ts';
import { backendAt, failure, never, server } from './support.ts';

const GIB = 1024 ** 3;

function sized(url: string, available: number): OllamaBackend {
  const host = parseHost(url);
  if (!host) throw new Error('no address');
  const memory = async () => ({ available, installed: 64 * GIB, unified: false });
  return new OllamaBackend({
    model: MODEL,
    host,
    window: null,
    idleSeconds: 5,
    keepAlive: '30m',
    retryWait: 1,
    memory,
  });
}

describe('opening a model', () => {
  it('tells what the server knows of it', async () => {
    const { url } = await server();
    expect(await backendAt(url).open(never())).toEqual({
      name: MODEL,
      backend: 'ollama',
      window: 8192,
      windowReason: '8,192: as configured',
      capabilities: ['completion', 'tools'],
    });
  });

  it('sizes the window from memory and the model, without loading it', async () => {
    const fake = await server();
    const info = await sized(fake.url, 6 * GIB).open(never());
    expect([info.window, info.windowReason]).toEqual([49_152, '49,152 of 65,536: 2.9 GiB of a 3.0 GiB budget']);
    expect(fake.requests.map((r) => r.path)).toEqual(['/api/tags', '/api/show', '/api/ps']);
  });

  it('asks for the arrays of a model whose layers differ', async () => {
    const verboseInfo = { 'tide.attention.head_count_kv': Array.from({ length: 32 }, () => 2) };
    const fake = await server({ models: [fakeModel({ verboseInfo })] });
    expect((await sized(fake.url, 6 * GIB).open(never())).window).toBe(65_536);
    expect(fake.requests.map((r) => r.body)).toEqual([{}, { model: MODEL }, { model: MODEL, verbose: true }, {}]);
  });

  it('takes the window of the Modelfile', async () => {
    const parameters = 'temperature                   0.6\nnum_ctx                       12288';
    const fake = await server({ models: [fakeModel({ parameters })] });
    expect((await sized(fake.url, 6 * GIB).open(never())).window).toBe(12_288);
  });

  it('finds a model by its name without the tag, in any case', async () => {
    const fake = await server({ models: [fakeModel({ name: 'Reef:latest' })] });
    expect((await openBackend('reef', { host: fake.url, window: 8192 }).open(never())).name).toBe('Reef:latest');
  });

  it('goes on with an older server that tells no capabilities and lists nothing loaded', async () => {
    const replace = { '/api/ps': { status: 404, type: 'text/plain', body: '404 page not found' } };
    const fake = await server({ models: [fakeModel({ capabilities: null })], replace });
    expect((await backendAt(fake.url).open(never())).capabilities).toEqual([]);
  });

  it('says which models there are when this one is not', async () => {
    const fake = await server({ models: [fakeModel({ name: 'reef:1b' }), fakeModel({ name: 'tide:2b' })] });
    expect(await failure(backendAt(fake.url).open(never()))).toEqual(
      new ModelError(
        'no-model',
        `There is no model tidepool:7b at ${fake.url}. Installed: reef:1b, tide:2b. Get it with \`ollama pull tidepool:7b\`, or choose another.`,
      ),
    );
  });

  it('says so when no model is installed', async () => {
    const fake = await server({ models: [] });
    expect(await failure(backendAt(fake.url).open(never()))).toEqual(
      new ModelError(
        'no-model',
        `There is no model tidepool:7b at ${fake.url}. No model is installed there. Get it with \`ollama pull tidepool:7b\`, or choose another.`,
      ),
    );
  });

  it('refuses a model that can not call tools', async () => {
    const fake = await server({ models: [fakeModel({ capabilities: ['completion'] })] });
    expect(await failure(backendAt(fake.url).open(never()))).toMatchObject({
      code: 'no-tools',
      message:
        'tidepool:7b can not call tools, and wisp works through tools. Choose a model whose `ollama show` lists "tools"; one made from a file needs a TEMPLATE that has them.',
    });
  });

  it('refuses a model that does not chat', async () => {
    const fake = await server({ models: [fakeModel({ capabilities: ['embedding'] })] });
    expect(await failure(backendAt(fake.url).open(never()))).toMatchObject({
      code: 'no-chat',
      message:
        'tidepool:7b does not chat: it is made for something else, such as embeddings. Choose another with `wisp models`.',
    });
  });

  it('says what to run when nothing answers', async () => {
    const fake = await server();
    await fake.close();
    const error = await failure(backendAt(fake.url).open(never()));
    expect(error).toMatchObject({
      code: 'no-server',
      message: `No model server answers at ${fake.url} (ECONNREFUSED). Start it with \`ollama serve\` (or open the Ollama application), or say where it is with OLLAMA_HOST.`,
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('says so when a web page answers', async () => {
    const fake = await server({ replace: { '/api/tags': { type: 'text/html', body: '<html>sign in</html>' } } });
    expect(await failure(backendAt(fake.url).open(never()))).toMatchObject({
      code: 'no-server',
      message: `What answers at ${fake.url} is not Ollama. Check OLLAMA_HOST, and that no proxy stands between.`,
    });
  });

  it.each([
    ['text', { type: 'text/plain', body: 'Welcome' }],
    ['JSON of another shape', { type: 'application/json', body: '{"data":[]}' }],
  ])('says so when %s answers', async (_, turn) => {
    const fake = await server({ replace: { '/api/tags': turn } });
    expect(await failure(backendAt(fake.url).open(never()))).toMatchObject({ code: 'no-server' });
  });

  it('can be interrupted while the server is silent', async () => {
    const fake = await server({ replace: { '/api/tags': { silent: true } } });
    const controller = new AbortController();
    const reason = new Error('enough');
    const opening = failure(backendAt(fake.url).open(controller.signal));
    controller.abort(reason);
    expect(await opening).toBe(reason);
  });

  it('refuses an address that is none', () => {
    expect(() => openBackend('reef', { host: 'ftp://box' })).toThrow(
      new ModelError(
        'no-server',
        '"ftp://box" is no address of a model server. Set OLLAMA_HOST to one such as 127.0.0.1:11434.',
      ),
    );
  });
});

describe('listModels', () => {
  it('lists models with their sizes, and which are loaded', async () => {
    const models = [
      fakeModel({ loaded: true }),
      fakeModel({ name: 'sky:9b', capabilities: null, remoteHost: 'https://ollama.com:443' }),
    ];
    const { url } = await server({ models });
    expect(await listModels(url, never())).toEqual([
      {
        name: MODEL,
        size: 1_000_000_000,
        parameterSize: '7.1B',
        contextLength: null,
        capabilities: ['completion', 'tools'],
        cloud: false,
        loaded: true,
      },
      {
        name: 'sky:9b',
        size: 1_000_000_000,
        parameterSize: '7.1B',
        contextLength: null,
        capabilities: null,
        cloud: true,
        loaded: false,
      },
    ]);
  });

  it('says so when nothing answers', async () => {
    const fake = await server();
    await fake.close();
    expect(await failure(listModels(fake.url, never()))).toMatchObject({ code: 'no-server' });
  });
});
