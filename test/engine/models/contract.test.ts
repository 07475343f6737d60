import { afterEach, describe, expect, it } from 'vitest';
import type { ModelErrorCode } from '../../../packages/engine/src/models/backend.ts';
import { bodyOf, type FakeTurn } from '../../fake-ollama/turn.ts';
import { KINDS, type Kind, type Refusal, type Scene } from './contract-servers.ts';
import { ask, failure, joined, never, reply } from './support.ts';

const END = { kind: 'done', reason: 'stop', usage: { inputTokens: 300, outputTokens: 12 } } as const;
const read = (id: string, path: string) => ({ call: { id, name: 'read_file', arguments: JSON.stringify({ path }) } });
const called = (id: string, path: string) =>
  ({ kind: 'call', call: { id, name: 'read_file', arguments: { path } } }) as const;

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

describe.each(KINDS)('$label', (kind: Kind) => {
  async function serve(...turns: readonly FakeTurn[]) {
    const server = await kind.start(turns);
    closing.push(() => server.close());
    return server;
  }

  async function events(scene: Scene, changes: Partial<FakeTurn> = {}) {
    const { url } = await serve({ ...kind.reply(scene), ...changes });
    return joined(await reply(kind.backend(url)));
  }

  it('knows the window before the first reply', async () => {
    const { url } = await serve();
    expect(await kind.backend(url).open(never())).toMatchObject({ window: 8192 });
  });

  it('streams text as it comes, and counts tokens', async () => {
    const { url } = await serve(kind.reply({ parts: [{ text: 'Hel' }, { text: '' }, { text: 'lo' }] }));
    expect(await reply(kind.backend(url))).toEqual([{ kind: 'text', text: 'Hel' }, { kind: 'text', text: 'lo' }, END]);
  });

  it('keeps thinking apart from text', async () => {
    expect(await events({ parts: [{ thinking: 'Hm' }, { thinking: 'm.' }, { text: 'Yes.' }] })).toEqual([
      { kind: 'thinking', text: 'Hmm.' },
      { kind: 'text', text: 'Yes.' },
      END,
    ]);
  });

  it('splits thinking out that leaked into the text', async () => {
    expect(await events({ parts: [{ text: '<thi' }, { text: 'nk>why</think>\n' }, { text: 'so' }] })).toEqual([
      { kind: 'thinking', text: 'why' },
      { kind: 'text', text: 'so' },
      END,
    ]);
  });

  it('says that text was thinking when only the closing tag comes', async () => {
    expect(await events({ parts: [{ text: 'why\n' }, { text: '</think>so' }] })).toEqual([
      { kind: 'text', text: 'why\n' },
      { kind: 'text-was-thinking' },
      { kind: 'text', text: 'so' },
      END,
    ]);
  });

  it('takes several calls of one reply, in their order', async () => {
    expect(
      await events({ parts: [{ text: 'I look.' }, read('c1', 'a'), read('c2', 'b'), read('c3', 'ä/✅')] }),
    ).toEqual([{ kind: 'text', text: 'I look.' }, called('c1', 'a'), called('c2', 'b'), called('c3', 'ä/✅'), END]);
  });

  it('makes up ids that are missing, each its own, and takes a call without arguments', async () => {
    const bare = { call: { name: 'read_file', arguments: '' } };
    const made = (await events({ parts: [bare, bare] })).flatMap((one) => (one.kind === 'call' ? [one.call] : []));
    expect(made.map((call) => call.arguments)).toEqual([{}, {}]);
    expect(new Set(made.map((call) => call.id)).size).toBe(2);
  });

  it('asks once more for a call that can not be read, and then says so', async () => {
    const bad = kind.reply({ parts: [{ call: { id: 'c1', name: 'read_file', arguments: '{"path"' } }] });
    const server = await serve(bad, bad, bad);
    expect(await failure(reply(kind.backend(server.url)))).toMatchObject({
      code: 'tool-call-unparsed',
      message: expect.stringContaining('the arguments of its call to read_file are no JSON object'),
    });
    expect(server.chats()).toHaveLength(2);
  });

  it('gives an empty reply as one', async () => {
    expect(await events({ parts: [] })).toEqual([END]);
  });

  it('reads a reply that is nothing but a printed call as that call', async () => {
    const parts = [{ text: '{"name": "read_' }, { text: 'file", "arguments": {"path": "a"}}' }];
    expect(await events({ parts })).toEqual([
      { kind: 'call', call: { id: expect.stringMatching(/^call_/), name: 'read_file', arguments: { path: 'a' } } },
      END,
    ]);
  });

  it('tells of a reply that ran into its limit', async () => {
    const scene: Scene = { parts: [{ text: 'a' }], end: { reason: 'length' } };
    expect((await events(scene)).at(-1)).toEqual({ ...END, reason: 'length' });
  });

  it('goes on over a blank line and warns of one that is no JSON', async () => {
    expect(await events({ parts: [{ raw: '' }, { raw: 'oops' }, { text: 'a' }, { raw: '[1]' }] })).toEqual([
      { kind: 'warning', text: 'The server sent a line that is no JSON: oops' },
      { kind: 'text', text: 'a' },
      { kind: 'warning', text: 'The server sent a line that is no JSON: [1]' },
      END,
    ]);
  });

  it('reads the same wherever the bytes are split', async () => {
    const turn = kind.reply({ parts: [{ text: 'Größe ✅ 日' }, read('c1', 'ä')] });
    const { length } = bodyOf(turn);
    const server = await serve(...Array.from({ length }, (_, at) => ({ ...turn, splits: [at] })));
    const backend = kind.backend(server.url);
    const expected = [{ kind: 'text', text: 'Größe ✅ 日' }, called('c1', 'ä'), END];
    for (let at = 0; at < length; at++) expect(await reply(backend)).toEqual(expected);
  });

  it('does not wait for a connection that stays open after the reply', async () => {
    const server = await serve({ ...kind.reply({ parts: [{ text: 'a' }] }), holdOpen: true });
    expect(await reply(kind.backend(server.url))).toEqual([{ kind: 'text', text: 'a' }, END]);
    await server.chats()[0]?.closed;
  });

  it('fails with one of its sentences wherever the connection breaks', async () => {
    const turn = kind.reply({ parts: [{ text: 'a ✅' }, read('c', 'b')], end: null });
    const { length } = bodyOf(turn);
    const offsets = Array.from({ length: 25 }, (_, i) => Math.floor((i * (length - 1)) / 25));
    const server = await serve(...offsets.map((dropAfter) => ({ ...turn, dropAfter })));
    const backend = kind.backend(server.url);
    for (const at of offsets) expect([at, await failure(reply(backend))]).toMatchObject([at, { code: 'stream-ended' }]);
  });

  it('fails when the stream ends before the reply does', async () => {
    const { url } = await serve(kind.reply({ parts: [{ text: 'half' }], end: null }));
    expect(await failure(reply(kind.backend(url)))).toMatchObject({ code: 'stream-ended' });
  });

  it.each<[Refusal, ModelErrorCode, number]>([
    ['overflow', 'overflow', 1],
    ['busy', 'busy', 2],
    ['no-model', 'no-model', 1],
    ['no-tools', 'no-tools', 1],
    ['unauthorized', 'unauthorized', 1],
    ['unparsed', 'tool-call-unparsed', 2],
  ])('knows a refusal that means %s', async (what, code, requests) => {
    const turn = kind.refuse(what);
    const server = await serve(turn, turn, turn);
    expect(await failure(reply(kind.backend(server.url)))).toMatchObject({ code });
    expect(server.chats()).toHaveLength(requests);
  });

  it('takes the numbers of an overflow', async () => {
    const { url } = await serve(kind.refuse('overflow'));
    expect(await failure(reply(kind.backend(url)))).toMatchObject({ window: 8192, tokens: 9001 });
  });

  it('takes the second reply when asking again helped, and says that what came before is void', async () => {
    const { url } = await serve(kind.refuse('busy'), kind.reply({ parts: [{ text: 'Done.' }] }));
    expect(await reply(kind.backend(url))).toMatchObject([{ kind: 'restart' }, { kind: 'text', text: 'Done.' }, END]);
  });

  it('sees a prompt far larger than the window that was answered all the same', async () => {
    const { url } = await serve(kind.reply({ parts: [{ text: 'What?' }], end: { prompt: 3000 } }));
    const asked = reply(kind.backend(url), ask('word '.repeat(12_000)));
    expect(await failure(asked)).toMatchObject({ code: 'cut-prompt', window: 8192 });
  });

  it('says who answers when it is a web page', async () => {
    const { url } = await serve({ type: 'text/html', body: '<html>hello</html>' });
    expect(await failure(reply(kind.backend(url)))).toMatchObject({
      code: 'no-server',
      message: expect.stringContaining(`is not ${kind.label}.`),
    });
  });

  it('stops waiting for a silent server, before the first byte and after it', async () => {
    const server = await serve(
      { silent: true },
      { ...kind.reply({ parts: [{ text: 'a' }], end: null }), holdOpen: true },
    );
    const backend = kind.backend(server.url, { idleSeconds: 0.05 });
    expect(await failure(reply(backend))).toMatchObject({ code: 'idle' });
    expect(await failure(reply(backend))).toMatchObject({ code: 'idle' });
    await server.chats()[1]?.closed;
  });

  it('closes the connection when the person interrupts, before the first byte and after it', async () => {
    const server = await serve(
      { silent: true },
      { ...kind.reply({ parts: [{ text: 'one' }], end: null }), holdOpen: true },
    );
    const reason = new Error('enough');
    const first = new AbortController();
    const failed = failure(reply(kind.backend(server.url), ask(), first.signal));
    await server.chatCount(1);
    first.abort(reason);
    expect(await failed).toBe(reason);
    await server.chats()[0]?.closed;
    const second = new AbortController();
    const later = failure(
      (async () => {
        for await (const _ of kind.backend(server.url).chat(ask(), second.signal)) second.abort(reason);
      })(),
    );
    expect(await later).toBe(reason);
    await server.chats()[1]?.closed;
  });

  it('closes the connection when the reader leaves', async () => {
    const server = await serve({ ...kind.reply({ parts: [{ text: 'one' }], end: null }), holdOpen: true });
    for await (const event of kind.backend(server.url).chat(ask(), never())) {
      expect(event).toEqual({ kind: 'text', text: 'one' });
      break;
    }
    await server.chats()[0]?.closed;
  });

  it('says that nothing answers where no server is', async () => {
    const server = await serve();
    await server.close();
    expect(await failure(kind.backend(server.url).open(never()))).toMatchObject({
      code: 'no-server',
      message: expect.stringContaining('(ECONNREFUSED)'),
    });
  });
});
