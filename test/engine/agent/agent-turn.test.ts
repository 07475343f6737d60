import { describe, expect, it } from 'vitest';
import { calls, done, fakeModel, text, thinking } from '../../fake-ollama/shapes.ts';
import { never, READ_FILE, server } from '../models/support.ts';
import { answer, Bench, Tools, timeless } from './support.ts';

const read = (id: string, path: string) => ({ id, name: 'read_file', arguments: { path } });
const wire = (id: string, path: string, index = 0) => ({
  id,
  function: { index, name: 'read_file', arguments: { path } },
});
const USAGE = { inputTokens: 300, outputTokens: 12 };

describe('a turn', () => {
  it('goes from a prompt to a reply', async () => {
    const fake = await server({ turns: [{ lines: [text('Hel'), text('lo.'), done()] }] });
    const bench = new Bench(fake);
    expect(timeless(await bench.turn('Hi'))).toEqual({ text: 'Hello.', outcome: 'ok', usage: USAGE, error: null });
    expect(bench.events).toEqual([
      { kind: 'request', round: 1, contextUsed: expect.any(Number) },
      { kind: 'delta', text: 'Hel' },
      { kind: 'delta', text: 'lo.' },
      { kind: 'reply', text: 'Hello.', thinking: '', calls: 0, usage: USAGE, seconds: expect.any(Number) },
      { kind: 'usage', usage: USAGE, contextUsed: expect.any(Number) },
    ]);
  });

  it('begins each request with the same bytes: the rules, and where it works', async () => {
    const fake = await server({ turns: [{ lines: [text('a'), done()] }, { lines: [text('b'), done()] }] });
    const bench = new Bench(fake);
    await bench.turn('One');
    await bench.turn('Two');
    const [first, second] = fake.chats().map((r) => (Array.isArray(r.body.messages) ? r.body.messages[0] : null));
    expect(first).toEqual(second);
    expect(first).toMatchObject({
      role: 'system',
      content: expect.stringMatching(
        /^You are wisp.*Never run a command again to see its output.*\n\nWorking directory: \/home\/me$/s,
      ),
    });
    expect(bench.sent(1)).toEqual([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'Two' },
    ]);
    expect(fake.chats()[1]?.body.tools).toEqual([{ type: 'function', function: READ_FILE }]);
  });

  it('runs parallel calls in their order and gives each its result', async () => {
    const turns = [
      { lines: [text('I look.'), calls(read('c1', 'a'), read('c2', 'b')), done({ calls: [read('c3', 'c')] })] },
      { lines: [text('All read.'), done()] },
    ];
    const tools = new Tools();
    const bench = new Bench(await server({ turns }), tools);
    expect(timeless(await bench.turn('Read all'))).toEqual({
      text: 'All read.',
      outcome: 'ok',
      usage: { inputTokens: 600, outputTokens: 24 },
      error: null,
    });
    expect(tools.calls).toEqual([read('c1', 'a'), read('c2', 'b'), read('c3', 'c')]);
    expect(bench.sent(1)).toEqual([
      { role: 'user', content: 'Read all' },
      { role: 'assistant', content: 'I look.', tool_calls: [wire('c1', 'a'), wire('c2', 'b', 1), wire('c3', 'c', 2)] },
      { role: 'tool', content: 'content of a', tool_name: 'read_file', tool_call_id: 'c1' },
      { role: 'tool', content: 'content of b', tool_name: 'read_file', tool_call_id: 'c2' },
      { role: 'tool', content: 'content of c', tool_name: 'read_file', tool_call_id: 'c3' },
    ]);
    expect(bench.told('call', 'result').map((e) => [e.kind, 'call' in e ? e.call.id : null])).toEqual([
      ['call', 'c1'],
      ['result', 'c1'],
      ['call', 'c2'],
      ['result', 'c2'],
      ['call', 'c3'],
      ['result', 'c3'],
    ]);
  });

  it('sends thinking back within its turn and not after it', async () => {
    const turns = [
      { lines: [thinking('I should '), thinking('read.'), calls(read('c1', 'a')), done()] },
      { lines: [text('Read.'), done()] },
      { lines: [text('Bye.'), done()] },
    ];
    const models = [fakeModel({ capabilities: ['completion', 'tools', 'thinking'] })];
    const bench = new Bench(await server({ models, turns }));
    await bench.turn('Read a');
    expect(bench.told('thinking')).toEqual([
      { kind: 'thinking', phase: 'start' },
      { kind: 'thinking', phase: 'delta', text: 'I should ' },
      { kind: 'thinking', phase: 'delta', text: 'read.' },
      { kind: 'thinking', phase: 'end', text: 'I should read.', seconds: expect.any(Number) },
    ]);
    await bench.turn('Thanks');
    expect(bench.sent(1)[1]).toMatchObject({ thinking: 'I should read.' });
    expect(bench.sent(2)[1]).toEqual({ role: 'assistant', content: '', tool_calls: [wire('c1', 'a')] });
  });

  it('sends a large result whole within its turn, and a reference to it after', async () => {
    const output = `exit status: 0\nstdout:\n${'building…\n'.repeat(400)}`;
    const tools = new Tools(async () => answer(output, { id: '0123456789abcdef', stored: true, bytes: 190_000 }));
    const turns = [
      { lines: [calls(read('c1', 'a')), done()] },
      { lines: [text('Built.'), done()] },
      { lines: [text('Bye.'), done()] },
    ];
    const bench = new Bench(await server({ turns }), tools);
    await bench.turn('Build');
    await bench.turn('Thanks');
    expect(bench.sent(1)[2]).toMatchObject({ content: output });
    expect(bench.sent(2)[2]).toMatchObject({
      content:
        '[entry 1: output of read_file call 0123456789abcdef not repeated: 186 KiB, exit status 0, begins: building…]',
    });
  });

  it('takes the window from the model, and a smaller one from what was loaded', async () => {
    const running = { size: 1000, sizeVram: 1000, contextLength: 4096 };
    const fake = await server({ models: [fakeModel({ running })], turns: [{ lines: [text('a'), done()] }] });
    const bench = new Bench(fake);
    await bench.agent.open(never());
    expect([bench.budget.window, bench.budget.bytes]).toEqual([8192, 4096]);
    await bench.turn('Hi');
    expect(bench.budget.window).toBe(4096);
    expect(bench.told('window')).toEqual([{ kind: 'window', window: 4096 }]);
  });

  it('estimates how full the window is, at the rate that the server counted', async () => {
    const fake = await server({ turns: [{ lines: [text('a'), done({ prompt: 700 })] }] });
    const bench = new Bench(fake);
    expect(bench.agent.contextUsed).toBeNull();
    await bench.agent.open(never());
    const before = bench.agent.contextUsed ?? 0;
    await bench.turn('Hi');
    // 700 tokens of 8,192, and the few bytes of the reply.
    expect(bench.agent.contextUsed).toBeGreaterThan(700 / 8192);
    expect(bench.agent.contextUsed).toBeLessThan(740 / 8192);
    expect(before).toBeLessThan(bench.agent.contextUsed ?? 0);
  });

  it('tells that deltas were void when a reply is asked for again', async () => {
    const turns = [
      { lines: [text('So'), { error: 'error parsing tool call: raw=x' }] },
      { lines: [text('Done.'), done()] },
    ];
    const bench = new Bench(await server({ turns }));
    expect((await bench.turn('Go')).text).toBe('Done.');
    expect(bench.told('delta', 'void')).toEqual([
      { kind: 'delta', text: 'So' },
      { kind: 'void', because: 'restart', reason: expect.stringContaining('tool call that can not be read') },
      { kind: 'delta', text: 'Done.' },
    ]);
  });

  it('tells that deltas were thinking when only a closing tag comes', async () => {
    const bench = new Bench(await server({ turns: [{ lines: [text('why\n'), text('</think>so'), done()] }] }));
    expect((await bench.turn('Go')).text).toBe('so');
    expect(bench.told('void', 'reply')).toMatchObject([
      { kind: 'void', because: 'thinking', reason: null },
      { kind: 'reply', text: 'so', thinking: 'why\n' },
    ]);
  });

  it('says that a reply was cut off, and by what', async () => {
    const turns = [
      { lines: [text('First'), done({ reason: 'length', prompt: 8000, reply: 190 })] },
      { lines: [text('Second'), done({ reason: 'length' })] },
    ];
    const bench = new Bench(await server({ turns }));
    expect(await bench.turn('x'.repeat(20_000))).toMatchObject({ outcome: 'ok', text: 'First' });
    expect(bench.told('note')).toEqual([
      {
        kind: 'note',
        text: 'The reply was cut off: the window of 8,192 tokens is full. Ask for the rest, or set a larger window.',
      },
    ]);
    await bench.turn('Go on');
    expect(bench.told('note')).toEqual([
      { kind: 'note', text: "The reply was cut off by the server's limit on its length (num_predict)." },
    ]);
  });

  it('runs one turn at a time', async () => {
    const fake = await server({ turns: [{ silent: true }] });
    const bench = new Bench(fake);
    const controller = new AbortController();
    const first = bench.turn('One', controller.signal);
    await expect(bench.turn('Two')).rejects.toThrow(new TypeError('a turn is under way'));
    controller.abort();
    expect((await first).outcome).toBe('interrupted');
  });

  it('waits for whoever takes its events', async () => {
    const bench = new Bench(await server({ turns: [{ lines: [text('a'), text('b'), done()] }] }));
    let busy = 0;
    const onEvent = async () => {
      expect(++busy).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      busy--;
    };
    expect((await bench.agent.turn('Hi', { signal: never(), onEvent })).outcome).toBe('ok');
  });
});
