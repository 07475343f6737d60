import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { type FakeOpenAIOptions, json, refusal, startFakeOpenAI } from '../../fake-openai/server.ts';
import { cutStream, delta, finish, MODEL, stream, usage } from '../../fake-openai/shapes.ts';
import { failure, joined, never, READ_FILE, reply } from './support.ts';

const END = { kind: 'done', reason: 'stop', usage: { inputTokens: 300, outputTokens: 12 } } as const;
const SAID = [{ kind: 'text', text: 'a' }, END];
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function serve(options: FakeOpenAIOptions = {}, idleSeconds = 0) {
  const server = await startFakeOpenAI(options);
  closing.push(() => server.close());
  return { server, backend: openBackend(`openai:${MODEL}@${server.url}`, { retryWait: 1, idleSeconds }) };
}

const say = (): FakeTurn => stream(delta({ content: 'a' }), finish(), usage());
const fragment = (part: object) => delta({ tool_calls: [part] });
const call = (id: unknown, path: string) => ({ kind: 'call', call: { id, name: 'read_file', arguments: { path } } });
const made = expect.stringMatching(/^call_[0-9a-f]{8}$/);
const given = (path: string) => ({ name: 'read_file', arguments: JSON.stringify({ path }) });

describe('calls without what tells them apart', () => {
  it.each([
    ['every call at index 0 and no ids', [0, 0], [undefined, undefined]],
    ['no index and no ids', [undefined, undefined], [undefined, undefined]],
    ['no index', [undefined, undefined], ['c1', 'c2']],
    ['an index and no ids', [0, 1], [undefined, undefined]],
  ])('%s', async (_, indices, ids) => {
    const parts = ['a', 'b'].map((path, at) => fragment({ index: indices[at], id: ids[at], function: given(path) }));
    const { backend } = await serve({ turns: [stream(...parts, finish('tool_calls'), usage())] });
    expect(await reply(backend)).toEqual([call(ids[0] ?? made, 'a'), call(ids[1] ?? made, 'b'), END]);
  });

  it('an id that comes after the first fragment', async () => {
    const parts = [
      fragment({ index: 0, function: { name: 'read_file', arguments: '{"path":' } }),
      fragment({ index: 0, id: 'c1', function: { arguments: '"a"}' } }),
    ];
    const { backend } = await serve({ turns: [stream(...parts, finish('tool_calls'), usage())] });
    expect(await reply(backend)).toEqual([call('c1', 'a'), END]);
  });

  it('the name with each fragment, and once more after the last', async () => {
    const parts = ['{"pa', 'th":"a"', '}', ''].map((piece) =>
      fragment({ index: 0, function: { name: 'read_file', arguments: piece } }),
    );
    const { backend } = await serve({ turns: [stream(...parts, finish('tool_calls'), usage())] });
    expect(await reply(backend)).toEqual([call(made, 'a'), END]);
  });

  it('arguments that are no JSON: asked for once more, and then said', async () => {
    const bad = stream(fragment({ index: 0, function: { name: 'read_file', arguments: '{"path' } }), finish(), usage());
    const { server, backend } = await serve({ turns: [bad, say(), bad, bad] });
    expect((await reply(backend)).map((event) => event.kind)).toEqual(['restart', 'text', 'done']);
    expect(await failure(reply(backend))).toMatchObject({ code: 'tool-call-unparsed' });
    expect(server.chats()).toHaveLength(4);
  });
});

describe('the end of a reply', () => {
  it.each([
    [
      'no [DONE], and a connection that stays open',
      { ...cutStream(delta({ content: 'a' }), finish(), usage()), holdOpen: true },
    ],
    [
      'counts with the reason, and a connection that stays open',
      { ...cutStream(delta({ content: 'a' }), { ...finish(), ...counts() }), holdOpen: true },
    ],
    ['counts with every event', stream({ ...delta({ content: 'a' }), ...counts() }, { ...finish(), ...counts() })],
    ['[DONE] without a reason', stream(delta({ content: 'a' }), usage())],
    ['events of a gateway’s own', stream({ type: 'ping' }, delta({ content: 'a' }), finish(), usage())],
    ['text in parts', stream(delta({ content: [{ type: 'text', text: 'a' }] }), finish(), usage())],
  ])('%s', async (_, turn) => {
    const { backend } = await serve({ turns: [turn] });
    expect(await reply(backend)).toEqual(SAID);
  });

  it.each([
    ['silence', { holdOpen: true }],
    ['a broken connection', { dropAfter: 10_000 }],
  ])('%s after the reason takes nothing from the reply', async (_, changes) => {
    const { backend } = await serve({ turns: [{ ...cutStream(delta({ content: 'a' }), finish()), ...changes }] }, 0.1);
    expect(await reply(backend)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'done', reason: 'stop', usage: {} },
    ]);
  });

  it('a content filter ends it: what came is kept and said, and no call of it is run', async () => {
    const parts = [
      delta({ content: 'a' }),
      fragment({ index: 0, function: given('a') }),
      finish('content_filter'),
      usage(),
    ];
    const { backend } = await serve({ turns: [stream(...parts), stream(finish('content_filter'), usage())] });
    expect(joined(await reply(backend))).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'warning', text: 'The content filter of the server ended the reply.' },
      END,
    ]);
    expect(await failure(reply(backend))).toMatchObject({
      code: 'refused',
      message: 'The server reported a failure: its content filter stopped the reply',
    });
  });

  it.each([
    ['a reason that is none', stream(delta({ content: 'a' }, 'error')), 'stream-ended'],
    ['a text that has no events', { body: 'Welcome', type: 'text/plain' }, 'no-server'],
    ['JSON of another shape', json({ hello: 'you' }), 'no-server'],
    [
      'a failure that vLLM sends inside the stream',
      cutStream(delta({ content: 'a' }), { object: 'error', message: 'boom' }),
      'refused',
    ],
  ])('%s is a failure', async (_, turn, code) => {
    // `[DONE]` after a reply that was given up is no end.
    const { backend } = await serve({ turns: [turn] });
    expect(await failure(reply(backend))).toMatchObject({ code });
  });
});

describe('a stream of events', () => {
  const body = `data: ${JSON.stringify(delta({ content: 'a' }))}\n\ndata: ${JSON.stringify(finish())}\n\ndata: ${JSON.stringify(usage())}\n\n`;

  it.each([
    ['lines that end with CR LF', body.replaceAll('\n', '\r\n')],
    ['lines that end with CR', body.replaceAll('\n', '\r')],
    ['a byte order mark', `\u{feff}${body}`],
    ['comments that keep the connection open', `: ping\n\n${body.replaceAll('\n\n', '\n\n: ping\n\n')}`],
    ['names, ids and times of retry', `retry: 5\n${body.replaceAll('data: ', 'event: chunk\nid: 1\ndata: ')}`],
    ['no space after the colon', body.replaceAll('data: ', 'data:')],
    ['no end of its last event', body.trimEnd()],
  ])('may have %s', async (_, text) => {
    const { backend } = await serve({ turns: [{ body: text, type: 'text/event-stream' }] });
    expect(await reply(backend)).toEqual(SAID);
  });
});

describe('opening a model', () => {
  it('can be interrupted, which closes the connection', async () => {
    const { server, backend } = await serve({ paths: { '/v1/models': { silent: true } } });
    const controller = new AbortController();
    const reason = new Error('enough');
    const opening = failure(backend.open(controller.signal));
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(reason);
    expect(await opening).toBe(reason);
    await server.requests[0]?.closed;
  });
});

describe('fields that a server refuses', () => {
  it('are left out from then on, and nobody hears of it', async () => {
    const extra = json({ detail: [{ loc: ['body', 'stream_options'], msg: 'extra fields not permitted' }] }, 422);
    const other = refusal(400, 'Unrecognized request argument supplied: parallel_tool_calls', 'invalid_request_error');
    const { server, backend } = await serve({ turns: [extra, other, say(), say()] });
    expect(await reply(backend)).toEqual(SAID);
    expect(await reply(backend)).toEqual(SAID);
    const sent = server
      .chats()
      .map(({ body }) => ['stream_options', 'parallel_tool_calls'].filter((name) => name in body));
    expect(sent).toEqual([['stream_options', 'parallel_tool_calls'], ['parallel_tool_calls'], [], []]);
  });
});

describe('a server that has too much to do', () => {
  it('is asked once more when it says 429', async () => {
    const { backend } = await serve({ turns: [refusal(429, 'Rate limit reached', 'rate_limit'), say()] });
    expect((await reply(backend)).map((event) => event.kind)).toEqual(['restart', 'text', 'done']);
  });

  it('is not when a quota is used up', async () => {
    const { server, backend } = await serve({
      turns: [refusal(429, 'You exceeded your current quota', 'insufficient_quota')],
    });
    expect(await failure(reply(backend))).toMatchObject({ code: 'refused' });
    expect(server.chats()).toHaveLength(1);
  });
});

describe('an overflow', () => {
  it.each([
    [
      'llama.cpp, in words',
      'request (9001 tokens) exceeds the available context size (8192 tokens), try increasing it',
    ],
    [
      'vLLM',
      "This model's maximum context length is 8192 tokens. However, you requested 9501 tokens (9001 in the messages, 500 in the completion).",
    ],
    [
      'vLLM, later',
      "'max_tokens' is too large: 500. This model's maximum context length is 8192 tokens and your request has 9001 input tokens",
    ],
    [
      'vLLM, its engine',
      'The decoder prompt (length 9001) is longer than the maximum model length of 8192. Make sure that it fits.',
    ],
    [
      'vLLM, a check of the input',
      "You passed 9001 input tokens and requested 0 output tokens. However, the model's context length is only 8192 tokens",
    ],
    ['SGLang', "The input (9001 tokens) is longer than the model's context length (8192 tokens)."],
    ['OpenAI', "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens."],
    ['LM Studio', 'Cannot truncate prompt with n_keep (9001) >= n_ctx (8192)'],
    [
      'LM Studio, before',
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9001>= n_ctx: 8192).',
    ],
    [
      'a gateway around llama.cpp',
      JSON.stringify({ error: { type: 'exceed_context_size_error', n_prompt_tokens: 9001, n_ctx: 8192 } }),
    ],
  ])('in the words of %s names the window and the prompt', async (_, words) => {
    const { backend } = await serve({ turns: [refusal(400, words, 'invalid_request_error')] });
    expect(await failure(reply(backend))).toMatchObject({ code: 'overflow', window: 8192, tokens: 9001 });
  });

  it.each([
    ['Context size has been exceeded.', null],
    ['Reached context length of 4096 tokens with model (arch: gpt-oss)', 4096],
  ])('is known without numbers: %s', async (words, window) => {
    const { backend } = await serve({ turns: [cutStream({ error: { message: words } })] });
    expect(await failure(reply(backend))).toMatchObject({ code: 'overflow', window, tokens: null });
  });

  it('is what an empty reply to a prompt of the whole window means', async () => {
    const { backend } = await serve({ turns: [stream(finish(), usage(9001, 0))] });
    expect(await failure(reply(backend))).toMatchObject({ code: 'overflow', window: 8192, tokens: 9001 });
  });

  it('gives a window that nobody knew', async () => {
    const turns = [refusal(400, "This model's maximum context length is 4096 tokens.", 'BadRequestError')];
    const { backend } = await serve({ models: [{ id: MODEL }], turns });
    expect(await backend.open(never())).toMatchObject({ window: null });
    expect(await failure(reply(backend, { messages: [], tools: [READ_FILE] }))).toMatchObject({ window: 4096 });
  });
});

function counts(): object {
  return { usage: { prompt_tokens: 300, completion_tokens: 12 } };
}
