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
  it('streams text and counts tokens', async () => {
    const { url } = await server({ turns: [{ lines: [text('Hel'), text(''), text('lo'), done()] }] });
    expect(await reply(backendAt(url))).toEqual([{ kind: 'text', text: 'Hel' }, { kind: 'text', text: 'lo' }, END]);
  });

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

  it('reads a reply that is nothing but a printed call as that call', async () => {
    const { url } = await server({
      turns: [{ lines: [text('{"name": "read_'), text('file", "arguments": {"path": "a"}}'), done()] }],
    });
    expect(await reply(backendAt(url))).toEqual([
      { kind: 'call', call: { id: expect.stringMatching(/^call_/), name: 'read_file', arguments: { path: 'a' } } },
      END,
    ]);
  });

  it('splits thinking out that leaked into the text', async () => {
    const { url } = await server({ turns: [{ lines: [text('<thi'), text('nk>why</think>\n'), text('so'), done()] }] });
    expect(joined(await reply(backendAt(url)))).toEqual([
      { kind: 'thinking', text: 'why' },
      { kind: 'text', text: 'so' },
      END,
    ]);
  });

  it('says that text was thinking when only the closing tag comes', async () => {
    const { url } = await server({ turns: [{ lines: [text('why\n'), text('</think>so'), done()] }] });
    expect(await reply(backendAt(url))).toEqual([
      { kind: 'text', text: 'why\n' },
      { kind: 'text-was-thinking' },
      { kind: 'text', text: 'so' },
      END,
    ]);
  });

  it('tells of a reply that ran into its limit, and of counts that are missing', async () => {
    const { url } = await server({ turns: [{ lines: [text('a'), done({ reason: 'length', prompt: null })] }] });
    expect((await reply(backendAt(url))).at(-1)).toEqual({
      kind: 'done',
      reason: 'length',
      usage: { outputTokens: 12 },
    });
  });

  it('goes on over a blank line and warns of one that is no JSON', async () => {
    const { url } = await server({ turns: [{ lines: ['', 'oops', text('a'), '[1]', done()] }] });
    expect(await reply(backendAt(url))).toEqual([
      { kind: 'warning', text: 'The server sent a line that is no JSON: oops' },
      { kind: 'text', text: 'a' },
      { kind: 'warning', text: 'The server sent a line that is no JSON: [1]' },
      END,
    ]);
  });

  it('reads the same wherever the bytes are split', async () => {
    const called = (id: string, path: string) => ({
      tool_calls: [{ id, function: { name: 'read_file', arguments: { path } } }],
    });
    const lines = [
      { message: { content: 'Größe ✅ 日' } },
      { message: called('c1', 'ä/✅') },
      { message: called('c2', '日'), done: true, prompt_eval_count: 300, eval_count: 12 },
    ];
    const body = bodyOf({ lines });
    const turns = Array.from({ length: body.length }, (_, at) => ({ lines, splits: [at] }));
    const { url } = await server({ turns });
    const backend = backendAt(url);
    const expected = [{ kind: 'text', text: 'Größe ✅ 日' }, call('c1', 'ä/✅'), call('c2', '日'), END];
    for (let at = 0; at < body.length; at++) expect(await reply(backend)).toEqual(expected);
  });

  it('reads a stream whose last line has no line feed', async () => {
    const body = bodyOf({ lines: [text('fine'), done()] }).subarray(0, -1);
    const { url } = await server({ turns: [{ body }] });
    expect(await reply(backendAt(url))).toEqual([{ kind: 'text', text: 'fine' }, END]);
  });

  it('does not wait for a connection that stays open after the reply', async () => {
    const fake = await server({ turns: [{ lines: [text('a'), done()], holdOpen: true }] });
    expect(await reply(backendAt(fake.url))).toEqual([{ kind: 'text', text: 'a' }, END]);
    await fake.chats()[0]?.closed;
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
  it('closes the connection before the first byte came', async () => {
    const fake = await server({ turns: [{ silent: true }] });
    const controller = new AbortController();
    const reason = new Error('enough');
    const failed = failure(reply(backendAt(fake.url), ask(), controller.signal));
    await fake.chatCount(1);
    controller.abort(reason);
    expect(await failed).toBe(reason);
    await fake.chats()[0]?.closed;
  });

  it('closes the connection in the middle of the stream', async () => {
    const fake = await server({ turns: [{ lines: [text('one'), text('two')], holdOpen: true }] });
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: unknown[] = [];
    const failed = failure(
      (async () => {
        for await (const event of backendAt(fake.url).chat(ask(), controller.signal)) {
          seen.push(event);
          if (seen.length === 2) controller.abort(reason);
        }
      })(),
    );
    expect(await failed).toBe(reason);
    expect(seen).toEqual([
      { kind: 'text', text: 'one' },
      { kind: 'text', text: 'two' },
    ]);
    await fake.chats()[0]?.closed;
  });

  it('closes the connection when the reader leaves', async () => {
    const fake = await server({ turns: [{ lines: [text('one')], holdOpen: true }] });
    for await (const event of backendAt(fake.url).chat(ask(), never())) {
      expect(event).toEqual({ kind: 'text', text: 'one' });
      break;
    }
    await fake.chats()[0]?.closed;
  });

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
