import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type FakeModel, fakeModel, psRow, showBody, tagsRow } from './shapes.ts';
import { type FakeTurn, playTurn } from './turn.ts';

/** A request that the server got. `closed` settles when its connection is gone. */
interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  closed: Promise<void>;
}

export interface FakeOllamaOptions {
  models?: FakeModel[];
  /** What `/api/chat` answers, in order; a function answers every request that the list has none for. */
  turns?: FakeTurn[];
  answer?: (body: Record<string, unknown>) => FakeTurn;
  /** Answers a path with this instead of what it has: for servers that are none. */
  replace?: Record<string, FakeTurn>;
  port?: number;
}

export interface FakeOllama {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  requests: RecordedRequest[];
  /** Requests to `/api/chat`, in order. */
  chats(): RecordedRequest[];
  /** Settles when so many requests to `/api/chat` have come. */
  chatCount(count: number): Promise<void>;
  /** Adds turns to answer. */
  push(...turns: FakeTurn[]): void;
  close(): Promise<void>;
}

/** Starts a server that speaks Ollama's HTTP API on this machine: real sockets, scripted replies. */
export async function startFakeOllama(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
  const models = options.models ?? [fakeModel()];
  const turns = [...(options.turns ?? [])];
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const windows = new Map<string, number | null>();
  let waiting: { count: number; resolve: () => void }[] = [];
  const chats = () => requests.filter((r) => r.path === '/api/chat');

  function notify(): void {
    const count = chats().length;
    for (const w of waiting) if (count >= w.count) w.resolve();
    waiting = waiting.filter((w) => count < w.count);
  }

  function answerTo({ path, body }: RecordedRequest): FakeTurn {
    const replaced = options.replace?.[path];
    if (replaced) return replaced;
    const model = models.find((m) => m.name === body.model);
    if (path === '/api/version') return json({ version: '0.33.0' });
    if (path === '/api/tags') return json({ models: models.map(tagsRow) });
    if (path === '/api/ps') {
      const running = models.filter((m) => m.loaded || windows.has(m.name));
      return json({ models: running.map((m) => psRow(m, windows.get(m.name) ?? null)) });
    }
    if (path !== '/api/show' && path !== '/api/chat')
      return { status: 404, type: 'text/plain', body: '404 page not found' };
    if (!model) return json({ error: `model '${String(body.model)}' not found` }, 404);
    if (path === '/api/show') return json(showBody(model, body.verbose === true));
    windows.set(model.name, windowOf(body));
    return turns.shift() ?? options.answer?.(body) ?? json({ error: 'the fake server has no reply left' }, 500);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => request.socket.once('close', () => resolve()));
    const recorded = {
      method: request.method ?? '',
      path: new URL(request.url ?? '/', 'http://fake').pathname,
      headers: request.headers,
      body: await readBody(request),
      closed,
    };
    requests.push(recorded);
    notify();
    await playTurn(answerTo(recorded), response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    chats,
    chatCount: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve });
        notify();
      }),
    push: (...more) => turns.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function json(body: object, status = 200): FakeTurn {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

function windowOf(body: Record<string, unknown>): number | null {
  const options = body.options;
  if (typeof options !== 'object' || options === null || !('num_ctx' in options)) return null;
  return typeof options.num_ctx === 'number' ? options.num_ctx : null;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('the fake server has no port');
  return address.port;
}
