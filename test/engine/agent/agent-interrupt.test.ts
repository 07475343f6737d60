import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FakeOllama } from '../../fake-ollama/server.ts';
import { calls, done, fakeModel, text, thinking } from '../../fake-ollama/shapes.ts';
import { server } from '../models/support.ts';
import { answer, Bench, Tools, timeless } from './support.ts';

const read = (id: string, path: string) => ({ id, name: 'read_file', arguments: { path } });
const FINE = { lines: [text('Fine.'), done()] };

interface WireMessage {
  role: string;
  content: string;
  tool_calls?: { id: string }[];
  tool_call_id?: string;
}

/** The messages of the last request, as a turn that follows sends them. */
async function nextRequest(fake: FakeOllama, bench: Bench): Promise<WireMessage[]> {
  fake.push(FINE);
  const { outcome } = await bench.turn('Next');
  expect(outcome).toBe('ok');
  return bench.sent(fake.chats().length - 1).map((m): WireMessage => Object(m));
}

/** Fails when a call has no result right after it, or when turns do not alternate. */
function expectConsistent(messages: readonly WireMessage[]): void {
  let open: string[] = [];
  let last = '';
  for (const message of messages) {
    if (message.role === 'tool') expect(message.tool_call_id).toBe(open.shift());
    else {
      expect(open).toEqual([]);
      if (message.role === 'user') expect(['', 'assistant']).toContain(last);
      open = (message.tool_calls ?? []).map((c) => c.id);
    }
    last = message.role;
  }
  expect(open).toEqual([]);
}

describe('interrupting a turn', () => {
  it('before the first byte leaves the prompt, marked as unanswered', async () => {
    const fake = await server({ turns: [{ silent: true }] });
    const bench = new Bench(fake);
    const controller = new AbortController();
    const turn = bench.turn('Build', controller.signal);
    await fake.chatCount(1);
    controller.abort();
    expect(timeless(await turn)).toEqual({ text: '', outcome: 'interrupted', usage: {}, error: null });
    await fake.chats()[0]?.closed;
    expect(await nextRequest(fake, bench)).toEqual([
      { role: 'user', content: 'Build' },
      { role: 'assistant', content: '[The turn was interrupted before an answer.]' },
      { role: 'user', content: 'Next' },
    ]);
  });

  it('in the middle of a reply keeps what had come, marked', async () => {
    const fake = await server({ turns: [{ lines: [text('One '), text('two')], holdOpen: true }] });
    const bench = new Bench(fake);
    const controller = new AbortController();
    const turn = bench.turn('Count', controller.signal, (event) => {
      if (event.kind === 'delta' && event.text === 'two') controller.abort();
    });
    expect(timeless(await turn)).toEqual({ text: 'One two', outcome: 'interrupted', usage: {}, error: null });
    await fake.chats()[0]?.closed;
    expect(await nextRequest(fake, bench)).toEqual([
      { role: 'user', content: 'Count' },
      { role: 'assistant', content: 'One two\n[interrupted here]' },
      { role: 'user', content: 'Next' },
    ]);
  });

  it('while a tool runs gives every call a result', async () => {
    const controller = new AbortController();
    const tools = new Tools(async (call, signal) => {
      if (call.arguments.path === 'a') return answer('A');
      controller.abort(new Error('enough'));
      throw signal.reason;
    });
    const fake = await server({
      turns: [{ lines: [calls(read('c1', 'a'), read('c2', 'b'), read('c3', 'c')), done()] }],
    });
    const bench = new Bench(fake, tools);
    expect(timeless(await bench.turn('Go', controller.signal))).toEqual({
      text: '',
      outcome: 'interrupted',
      usage: { inputTokens: 300, outputTokens: 12 },
      error: null,
    });
    expect(tools.calls.map((c) => c.id)).toEqual(['c1', 'c2']);
    const messages = await nextRequest(fake, bench);
    expectConsistent(messages);
    expect(messages.map((m) => m.content)).toEqual([
      'Go',
      '',
      'A',
      '[interrupted while it ran]',
      '[not run: the turn was interrupted]',
      '[The turn was interrupted before an answer.]',
      'Next',
    ]);
  });

  it('while the model is resolved ends the turn', async () => {
    const fake = await server({ replace: { '/api/tags': { silent: true } } });
    const controller = new AbortController();
    const turn = new Bench(fake).turn('Go', controller.signal);
    controller.abort();
    expect((await turn).outcome).toBe('interrupted');
  });

  it('at any event leaves a thread in which every call has its result and turns alternate', async () => {
    const lines = [
      [thinking('Hm.'), text('I look.'), calls(read('c1', 'a'), read('c2', 'b')), done()],
      [text('More.'), done({ calls: [read('c3', 'c')] })],
      [text('All'), text(' read.'), done()],
    ];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 24 }), fc.boolean(), async (at, late) => {
        const models = [fakeModel({ capabilities: ['completion', 'tools', 'thinking'] })];
        const fake = await server({ models, turns: lines.map((l) => ({ lines: l })) });
        const bench = new Bench(fake);
        const controller = new AbortController();
        let count = 0;
        const abort = () => controller.abort();
        const result = await bench.turn('Go', controller.signal, () => {
          if (++count === at) late ? setImmediate(abort) : abort();
        });
        expect(['ok', 'interrupted']).toContain(result.outcome);
        fake.push(...Array.from({ length: 3 }, () => FINE));
        await bench.turn('Next');
        expectConsistent(bench.sent(fake.chats().length - 1).map((m): WireMessage => Object(m)));
        await fake.close();
      }),
      { numRuns: 40 },
    );
  });
});
