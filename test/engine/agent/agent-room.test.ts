import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { savedThread } from '../../../packages/engine/src/agent/saved-thread.ts';
import { agentOf, CountingBackend, callsOf, isAfterResult, RoomyTools } from './counting.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const isNotRun = ({ content }: { content: string }) =>
  content === '[not run: so many results do not fit; make it again]';

/** A model that makes so many calls in a reply, in so many rounds, and then answers. */
function calling(calls: number, rounds = 1) {
  let round = 0;
  return () => (round++ % (rounds + 1) < rounds ? callsOf(calls) : 'Done.');
}

describe('the results of one turn', () => {
  it('share half of the window and leave the reply its room, however many calls are made at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 8_192, max: 131_072 }),
        async (calls, window) => {
          const tools = new RoomyTools();
          const backend = new CountingBackend(window, calling(calls), Number.POSITIVE_INFINITY);
          const { agent, say } = agentOf(backend, tools);
          expect(await say('Go')).toMatchObject({ outcome: 'ok' });
          const results = backend.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
          expect(results).toHaveLength(calls);
          const bytes = results.map(({ content }) => content.length);
          expect(sum(bytes)).toBeLessThanOrEqual(window * 2);
          expect(Math.max(...bytes)).toBeLessThanOrEqual(tools.budget.bytes);
          expect(backend.requests[1]?.tokens).toBeLessThan(window * 0.85);
          expect(agent.context().used).toBeLessThan(0.85);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('have what earlier ones of the reply left', async () => {
    const tools = new RoomyTools((bytes, { arguments: { path } }) => (path === 'small' ? 'ok' : 'x'.repeat(bytes)));
    const [first, ...rest] = callsOf(8);
    const small = rest.map((call) => ({ ...call, arguments: { path: 'small' } }));
    let asked = 0;
    const backend = new CountingBackend(8_192, () => (asked++ === 0 && first ? [...small, first] : 'Done.'));
    await agentOf(backend, tools).say('Go');
    const [least = 0] = tools.rooms;
    expect(tools.rooms).toHaveLength(8);
    expect(least).toBeLessThan(2_100);
    expect(tools.rooms.at(-1)).toBeGreaterThan(12_000);
  });

  it('have a share where the window is not known, too', async () => {
    const tools = new RoomyTools();
    const backend = new CountingBackend(null, calling(40), Number.POSITIVE_INFINITY);
    await agentOf(backend, tools).say('Go');
    const results = backend.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results).toHaveLength(40);
    const whole = results.filter(({ content }) => content.startsWith('x'));
    expect(sum(whole.map(({ content }) => content.length))).toBeLessThanOrEqual(16 * 1024);
    const references = results.filter(({ content }) => content.includes('not repeated'));
    expect(whole.length + references.length + results.filter(isNotRun).length).toBe(40);
  });

  it('make way for newer ones, round after round, and the window is never passed', async () => {
    const tools = new RoomyTools();
    const backend = new CountingBackend(8_192, calling(3, 20));
    const { say, events } = agentOf(backend, tools);
    expect(await say('Go')).toMatchObject({ outcome: 'ok' });
    expect(backend.requests).toHaveLength(21);
    expect(backend.requests.filter(({ refused }) => refused)).toEqual([]);
    expect(Math.min(...tools.rooms)).toBeGreaterThan(1_024);
    expect(backend.requests[20]?.messages[1]?.content).toMatch(/^Go\n\n\[Done in this turn already/);
    expect(events.some((event) => event.kind === 'condensed' && event.rounds > 0)).toBe(true);
  });

  it('are shown by their beginning when they are too dense to be shown whole', async () => {
    const digits = Array.from({ length: 5_000 }, (_, n) => `${n * 7_919}\n`).join('');
    const tools = new RoomyTools((bytes) => digits.slice(0, bytes));
    const backend = new CountingBackend(5_000, calling(1));
    expect(await agentOf(backend, tools).say('Go')).toMatchObject({ outcome: 'ok' });
    const [shown = ''] = backend.requests[1]?.messages.slice(-1).map(({ content }) => content) ?? [];
    expect(shown).toMatch(
      /^\[entry 1: output of read_file call 00000000000000a1 only its beginning fits: 4 KiB, .{1,60}\]\n0\n7919\n/,
    );
    expect(shown.length).toBeGreaterThan(1_500);
    expect(backend.requests.map(({ refused }) => refused)).toEqual([false, false]);
  });

  it('are not made when there is no room for so many: the model and the person are told', async () => {
    const tools = new RoomyTools();
    const backend = new CountingBackend(8_192, calling(60), Number.POSITIVE_INFINITY);
    const { say, events } = agentOf(backend, tools);
    await say('Go');
    const run = tools.rooms.length;
    expect(run).toBeLessThan(60);
    const results = backend.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.filter(isNotRun)).toHaveLength(60 - run);
    expect(events).toContainEqual({
      kind: 'note',
      text: `${60 - run} calls not run: the window has no room for so many results at once; the model is told.`,
    });
  });
});

describe('a prompt that is too long', () => {
  it('is refused before anything of the conversation is condensed for it', async () => {
    const backend = new CountingBackend(8_192, () => 'Fine. '.repeat(60));
    const { agent, say, events } = agentOf(backend, new RoomyTools());
    for (const n of [1, 2, 3]) await say(`Question ${n}`);
    const before = agent.save();
    const { error } = await say('x'.repeat(1024 * 1024));
    expect(error?.message).toMatch(
      /^This prompt is too long for the model: 1 MiB, about \d{3},\d{3} tokens, and a window of 8,192 has room for about \d,\d{3}\./,
    );
    expect(agent.save()).toEqual(before);
    expect(events.filter(({ kind }) => kind === 'condensed')).toEqual([]);
    expect(backend.requests).toHaveLength(3);
  });

  it('may fill what is left of the window, when the reply keeps its room', async () => {
    const backend = new CountingBackend(8_192, () => 'Fine.', Number.POSITIVE_INFINITY);
    const { say } = agentOf(backend, new RoomyTools());
    expect(await say('steady '.repeat(2_600))).toMatchObject({ outcome: 'ok' });
    expect(await say('steady '.repeat(2_600))).toMatchObject({ outcome: 'ok' });
    expect(backend.requests[1]?.messages[1]?.content).toMatch(/^\[This conversation up to turn 1, condensed by wisp\./);
  });
});

describe('a window that turns out to be smaller', () => {
  it('is adopted from the refusal, and what is sent again fits it', async () => {
    const backend = new CountingBackend(16_384, () => 'Fine. '.repeat(200), 6_000);
    const { say, events } = agentOf(backend, new RoomyTools());
    for (let n = 1; n <= 20; n++) expect(await say(`Question ${n}`)).toMatchObject({ outcome: 'ok' });
    expect(backend.requests.filter(({ refused }) => refused)).toHaveLength(1);
    expect(backend.requests).toHaveLength(21);
    expect(events.filter(({ kind }) => kind === 'window')).toEqual([{ kind: 'window', window: 6_000 }]);
    expect(events.find(({ kind }) => kind === 'condensed')).toMatchObject({ reason: 'overflow' });
  });

  it('is found where none was known', async () => {
    const backend = new CountingBackend(null, () => 'Fine. '.repeat(200), 6_000);
    const { agent, say } = agentOf(backend, new RoomyTools());
    for (let n = 1; n <= 20; n++) expect(await say(`Question ${n}`)).toMatchObject({ outcome: 'ok' });
    expect(backend.requests.filter(({ refused }) => refused)).toHaveLength(1);
    expect(agent.context().window).toBe(6_000);
  });
});

describe('condensing', () => {
  it('may be interrupted: the turn ends and the thread goes on', async () => {
    const backend = new CountingBackend(8_192, () => 'Fine. '.repeat(400));
    const tools = new RoomyTools();
    const { agent, say } = agentOf(backend, tools);
    let interrupted = 0;
    for (let n = 1; n <= 20; n++) {
      const controller = new AbortController();
      const { outcome } = await agent.turn(`Question ${n}`, {
        signal: controller.signal,
        onEvent: (event) => {
          if (event.kind === 'condensed') controller.abort();
        },
      });
      if (outcome === 'interrupted') interrupted++;
    }
    expect(interrupted).toBeGreaterThan(0);
    expect(await say('And now?')).toMatchObject({ outcome: 'ok' });
    savedThread.parse(agent.save());
  });
});

describe('an agent with a saved thread', () => {
  it('goes on with the same messages, turn numbers and rate', async () => {
    const says = () => 'Fine. '.repeat(300);
    const first = new CountingBackend(8_192, says);
    const one = agentOf(first, new RoomyTools());
    for (let n = 1; n <= 25; n++) await one.say(`Question ${n}`);
    const saved = savedThread.parse(JSON.parse(JSON.stringify(one.agent.save())));
    const second = new CountingBackend(8_192, says);
    const two = agentOf(second, new RoomyTools(), { thread: saved });
    expect(two.agent.context().parts).toEqual(one.agent.context().parts);
    await one.say('Question 26');
    await two.say('Question 26');
    expect(second.requests[0]?.messages).toEqual(first.requests.at(-1)?.messages);
    expect(two.agent.save()).toEqual({ ...one.agent.save(), rate: expect.any(Number) });
  });

  it('refuses one whose turns are not whole or not in order', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: '', calls: [{ id: 'c', name: 'n', arguments: {} }] },
      { role: 'tool', content: 'r', name: 'n', callId: 'c' },
      { role: 'assistant', content: 'b' },
    ];
    const turn = { turn: 3, asked: 'a', digest: 'd', messages };
    const thread = { version: 1, dropped: 1, digests: [{ turn: 2, text: 'd' }], turns: [turn] };
    expect(savedThread.safeParse(thread).success).toBe(true);
    for (const without of [0, 2, 3]) {
      const broken = messages.filter((_, index) => index !== without);
      expect(savedThread.safeParse({ ...thread, turns: [{ ...turn, messages: broken }] }).success).toBe(false);
    }
    expect(savedThread.safeParse({ ...thread, dropped: 2 }).success).toBe(false);
    expect(savedThread.safeParse({ ...thread, version: 2 }).success).toBe(false);
  });
});

describe('the report on the context', () => {
  it('names each part of the next request with its bytes and tokens', async () => {
    const backend = new CountingBackend(8_192, (request) => (isAfterResult(request) ? 'Read.' : callsOf(1)));
    const { agent } = agentOf(backend, new RoomyTools(() => 'content'));
    await agent.turn('What is in f?', { turn: 7, signal: new AbortController().signal, onEvent: () => {} });
    const report = agent.context();
    expect(report).toMatchObject({
      window: 8_192,
      room: 1_229,
      calibrated: true,
      parts: [
        { name: 'system prompt' },
        { name: 'tools', detail: 'read_file' },
        { name: 'turn 7', detail: 'What is in f?' },
      ],
    });
    const bytes = sum(report.parts.map((part) => part.bytes));
    const tokens = sum(report.parts.map((part) => part.tokens));
    expect(report.bytesPerToken).toBeCloseTo(bytes / tokens, 1);
    expect(report.used).toBeCloseTo(tokens / 8_192, 3);
    expect(agent.contextUsed).toBe(report.used);
  });
});
