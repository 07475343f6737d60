import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { httpFetch } from '../../../packages/engine/src/models/http-fetch.ts';
import { failure, never } from './support.ts';

const open: Server[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  stopAll();
});

function stopAll(): void {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/`;
}

const get = (idleSeconds = 0, signal = never()) => httpFetch({ signal, idleSeconds });

describe('httpFetch', () => {
  it('gives status, type and body', async () => {
    const url = await listen((_, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"a":1}'),
    );
    const response = await get()(url);
    expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
      201,
      'application/json',
      { a: 1 },
    ]);
  });

  it('sends method, headers and body with its length', async () => {
    const url = await listen((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { 'content-length': length, 'x-a': header } = request.headers;
        response.end(JSON.stringify([request.method, length, header, Buffer.concat(parts).toString()]));
      });
    });
    const response = await get()(url, { method: 'POST', headers: { 'X-A': 'b' }, body: 'ß' });
    expect(await response.json()).toEqual(['POST', '2', 'b', 'ß']);
  });

  it('reaches this machine past any proxy that the environment names', async () => {
    for (const name of ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:1');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const url = await listen((_, response) => response.end('here'));
    expect(await (await get()(url)).text()).toBe('here');
  });

  it.each([
    [
      'JSON',
      'application/json',
      '{"error":"no such thing","signin_url":"u"}',
      { text: 'no such thing', isJson: true, signInUrl: 'u' },
    ],
    [
      'JSON whose error is an object',
      'application/json',
      '{"error":{"a":1}}',
      { text: '{"a":1}', isJson: true, signInUrl: null },
    ],
    ['text', 'text/plain', ' gone \n', { text: 'gone', isJson: false, signInUrl: null }],
    ['JSON that is cut', 'application/json', '{"error":"no', { text: '{"error":"no', isJson: false, signInUrl: null }],
    ['nothing', 'text/plain', '', { text: '', isJson: false, signInUrl: null }],
  ])('rejects with what an error answer of %s says', async (_, type, body, expected) => {
    const url = await listen((_request, response) => response.writeHead(418, { 'content-type': type }).end(body));
    expect(await failure(get()(url))).toMatchObject({ name: 'HttpStatusError', status: 418, ...expected });
  });

  it('reads no more of an endless error answer than it needs', async () => {
    const url = await listen((_, response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const error = await failure(get()(url));
    expect(error).toMatchObject({ status: 500 });
    expect(String(error).length).toBeLessThan(200_000);
  });

  it("rejects with the system's own error when nothing listens", async () => {
    const url = await listen(() => {});
    stopAll();
    expect(await failure(get()(url))).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' });
  });

  it('takes an abort before it starts', async () => {
    const reason = new Error('no');
    expect(await failure(get(0, AbortSignal.abort(reason))('http://127.0.0.1:1/'))).toBe(reason);
  });

  it("takes an abort of the request's own signal", async () => {
    const controller = new AbortController();
    const reason = new Error('no');
    const url = await listen(() => controller.abort(reason));
    expect(await failure(get()(url, { signal: controller.signal }))).toBe(reason);
  });

  it('fails the body with the reason of an abort', async () => {
    const controller = new AbortController();
    const reason = new Error('no');
    const url = await listen((_, response) => {
      response.write('a');
    });
    const response = await get(0, controller.signal)(url);
    controller.abort(reason);
    expect(await failure(response.text())).toBe(reason);
  });

  it('reads from the server no faster than the body is taken', async () => {
    let written = 0;
    const chunk = Buffer.alloc(65_536);
    let full: () => void = () => {};
    const stopped = new Promise<void>((resolve) => {
      full = resolve;
    });
    const url = await listen((_, response) => {
      const more = () => {
        while (written < 1024 * chunk.length && response.write(chunk)) written += chunk.length;
        if (written >= 1024 * chunk.length) response.end();
        else full();
      };
      response.on('drain', more);
      more();
    });
    const response = await get()(url);
    await stopped;
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setImmediate(resolve));
    // What the kernel's socket buffers hold is some MiB; all 64 MiB would mean that nobody held the server back.
    expect(written).toBeLessThan(32 * 1024 * 1024);
    await reader?.cancel();
  });

  it('does not count the time that the reader takes as silence', async () => {
    const url = await listen((_, response) => response.end('a'.repeat(100_000)));
    const response = await get(0.05)(url);
    // Longer than the limit: time itself is what is tested.
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect((await response.text()).length).toBe(100_000);
  });
});
