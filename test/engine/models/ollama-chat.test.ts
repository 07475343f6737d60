import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatRequest } from '../../../packages/engine/src/models/backend.ts';
import { calls, done, fakeModel, MODEL, text, thinking } from '../../fake-ollama/shapes.ts';
import { bodyOf } from '../../fake-ollama/turn.ts';
import { ask, backendAt, failure, joined, never, READ_FILE, reply, server } from './support.ts';

const END = { kind: 'done', reason: 'stop', usage: { inputTokens: 300, outputTokens: 12 } } as const;
const call = (id: string, path: string) =>
  ({ kind: 'call', call: { id, name: 'read_file', arguments: { path } } }) as const;

const written = vi.fn();

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation(written);
  for (const method of ['log', 'info', 'warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(written);
});

afterEach(() => {
  vi.restoreAllMocks();
  const lines = written.mock.calls.splice(0);
  expect(lines).toEqual([]);
});

describe('a reply of Ollama', () => {
  it('asks for the same options each time, and that an overlong prompt is refused', async () => {
    const fake = await server({ turns: [{ lines: [text('a'), done()] }, { lines: [text('b'), done()] }] });
    const backend = backendAt(fake.url);
    await reply(backend);
    const second: ChatRequest = {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Read a.' },
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
    const options = { options: { num_ctx: 8192 }, keep_alive: '30m', truncate: false, shift: false, stream: true };
    expect(fake.chats().map((r) => r.body)).toEqual([
      {
        ...options,
        model: MODEL,
        messages: [{ role: 'user', content: 'What is in a?' }],
        tools: [{ type: 'function', function: READ_FILE }],
      },
      {
        ...options,
        model: MODEL,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Read a.' },
          {
            role: 'assistant',
            content: '',
            thinking: 'hm',
            tool_calls: [{ id: 'c1', function: { index: 0, name: 'read_file', arguments: { path: 'a' } } }],
          },
          { role: 'tool', content: 'A', tool_name: 'read_file', tool_call_id: 'c1' },
        ],
      },
    ]);
  });

  it('asks for thinking only of a model that has it', async () => {
    const models = [fakeModel({ capabilities: ['completion', 'tools', 'thinking'] })];
    const fake = await server({ models, turns: [{ lines: [thinking('Hm'), thinking('m.'), text('Yes.'), done()] }] });
    expect(joined(await reply(backendAt(fake.url)))).toEqual([
      { kind: 'thinking', text: 'Hmm.' },
      { kind: 'text', text: 'Yes.' },
      END,
    ]);
    expect(fake.chats()[0]?.body).toMatchObject({ think: true });
  });

  it('takes calls from any line, the last one included, and never by their index', async () => {
    const lines = [
      text('I look.'),
      calls({ id: 'c1', name: 'read_file', index: 0, arguments: { path: 'a' } }),
      calls({ id: 'c2', name: 'read_file', index: 0, arguments: { path: 'b' } }),
      done({ calls: [{ id: 'c3', name: 'read_file', arguments: { path: 'c' } }] }),
    ];
    const { url } = await server({ turns: [{ lines }] });
    expect(await reply(backendAt(url))).toEqual([
      { kind: 'text', text: 'I look.' },
      call('c1', 'a'),
      call('c2', 'b'),
      call('c3', 'c'),
      END,
    ]);
  });

  it('makes up ids that are missing, each its own, and reads arguments that are a string', async () => {
    const lines = [
      calls({ name: 'read_file', arguments: '{"path":"a"}' }, { name: 'read_file', arguments: '' }),
      done(),
    ];
    const { url } = await server({ turns: [{ lines }] });
    const events = await reply(backendAt(url));
    const made = events.flatMap((e) => (e.kind === 'call' ? [e.call] : []));
    expect(made.map((c) => c.arguments)).toEqual([{ path: 'a' }, {}]);
    expect(new Set(made.map((c) => c.id)).size).toBe(2);
    for (const { id } of made) expect(id).toMatch(/^call_[0-9a-f]{8}$/);
  });

  it('tells of a reply that ran into its limit, and of counts that are missing', async () => {
    const { url } = await server({ turns: [{ lines: [text('a'), done({ reason: 'length', prompt: null })] }] });
    expect((await reply(backendAt(url))).at(-1)).toEqual({
      kind: 'done',
      reason: 'length',
      usage: { outputTokens: 12 },
    });
  });

  it('reads a stream whose last line has no line feed', async () => {
    const body = bodyOf({ lines: [text('fine'), done()] }).subarray(0, -1);
    const { url } = await server({ turns: [{ body }] });
    expect(await reply(backendAt(url))).toEqual([{ kind: 'text', text: 'fine' }, END]);
  });
});

describe('the window as it was loaded', () => {
  it('is read back after the first reply', async () => {
    const running = { size: 1000, sizeVram: 400, contextLength: 4096 };
    const fake = await server({ models: [fakeModel({ running })], turns: [{ lines: [text('a'), done()] }] });
    const backend = backendAt(fake.url);
    await backend.open(never());
    await reply(backend);
    expect(await backend.loadedWindow?.(never())).toEqual({
      window: 4096,
      note: "Only 40% of tidepool:7b is in the GPU's memory, so it is slow. A smaller ollama.contextLength may fit it whole.",
    });
  });

  it('is unknown while nothing is loaded', async () => {
    const fake = await server();
    const backend = backendAt(fake.url);
    await backend.open(never());
    expect(await backend.loadedWindow?.(never())).toBeNull();
  });
});

describe('interrupting a reply', () => {
  it('ends the wait before a retry', async () => {
    const fake = await server({ turns: [{ status: 503, type: 'application/json', body: '{"error":"server busy"}' }] });
    const controller = new AbortController();
    const reason = new Error('enough');
    const backend = backendAt(fake.url, { retryWait: 60_000 });
    const failed = failure(
      (async () => {
        for await (const event of backend.chat(ask(), controller.signal)) {
          expect(event.kind).toBe('restart');
          setImmediate(() => controller.abort(reason));
        }
      })(),
    );
    expect(await failed).toBe(reason);
  });
});
