import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type FakeTurn, playTurn } from '../fake-ollama/turn.ts';
import { MODEL } from './shapes.ts';

export interface FakeOpenAIOptions {
  /** Entries of `/v1/models`. */
  models?: object[];
  /** What `/v1/chat/completions` answers, in order. */
  turns?: FakeTurn[];
  /** Answers every completion that the list has no turn for. */
  answer?: (body: Record<string, unknown>) => FakeTurn;
  /** Other paths, such as llama.cpp's `/props`, and what they answer. */
  paths?: Record<string, FakeTurn>;
  port?: number;
  /** The bearer token without which everything is a 401. */
  key?: string;
}

interface Recorded {
  method: string;
  /** With its query. */
  url: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  closed: Promise<void>;
}

export interface FakeOpenAI {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  requests: Recorded[];
  /** Requests for a completion, in order. */
  chats(): Recorded[];
  /** Settles when so many requests for a completion have come. */
  chatCount(count: number): Promise<void>;
  /** Adds turns to answer. */
  push(...turns: FakeTurn[]): void;
  close(): Promise<void>;
}

const PATH = '/v1/chat/completions';

/** Starts a server that speaks OpenAI's chat completions on this machine: real sockets, scripted replies. */
export async function startFakeOpenAI(options: FakeOpenAIOptions = {}): Promise<FakeOpenAI> {
  const models = options.models ?? [{ id: MODEL, object: 'model', max_model_len: 8192 }];
  const turns = [...(options.turns ?? [])];
  const requests: Recorded[] = [];
  const sockets = new Set<Socket>();
  let waiting: { count: number; resolve: () => void }[] = [];
  const chats = () => requests.filter((one) => one.path === PATH);

  function answerTo({ path, headers, body }: Recorded): FakeTurn {
    if (options.key && headers.authorization !== `Bearer ${options.key}`)
      return refusal(401, 'Incorrect API key provided', 'invalid_request_error');
    const other = options.paths?.[path];
    if (other) return other;
    if (path === '/v1/models') return json({ object: 'list', data: models });
    if (path !== PATH) return { status: 404, type: 'application/json', body: '{"detail":"Not Found"}' };
    return turns.shift() ?? options.answer?.(body) ?? refusal(500, 'the fake server has no reply left', 'server_error');
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => request.socket.once('close', () => resolve()));
    const { method = '', url = '/' } = request;
    const path = new URL(url, 'http://fake').pathname;
    const recorded = { method, url, path, headers: request.headers, body: await readBody(request), closed };
    requests.push(recorded);
    for (const one of waiting) if (chats().length >= one.count) one.resolve();
    waiting = waiting.filter((one) => chats().length < one.count);
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
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the fake server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    chats,
    chatCount: (count) =>
      new Promise((resolve) => {
        if (chats().length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    push: (...more) => turns.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A JSON body with a status. */
export function json(body: object, status = 200): FakeTurn {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** A failure as these servers report it. */
export function refusal(status: number, message: string, type: string): FakeTurn {
  return json({ error: { message, type, code: status } }, status);
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
