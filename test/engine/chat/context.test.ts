import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeOllama, startFakeOllama } from '../../fake-ollama/server.ts';
import { calls, done, fakeModel, MODEL, text } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { Engine } from '../../support/engine.ts';

const WINDOW = 8_192;

/** Bytes of a token as this server counts, and what its template adds to each message. */
const RATE = 3.1;
const AROUND = 9;

interface WireMessage {
  role: string;
  content: string;
  tool_calls?: unknown;
}

/** The prompt's tokens by the server's own count: not wisp's four bytes a token. */
function tokensOf(body: Record<string, unknown>): number {
  const messages = messagesOf(body);
  const bytes = messages.reduce(
    (sum, { content, tool_calls }) => sum + Buffer.byteLength(content + (tool_calls ? JSON.stringify(tool_calls) : '')),
    Buffer.byteLength(JSON.stringify(body.tools ?? '')),
  );
  return Math.ceil(bytes / RATE) + AROUND * messages.length;
}

function messagesOf(body: Record<string, unknown>): WireMessage[] {
  return Array.isArray(body.messages) ? body.messages.map((message): WireMessage => Object(message)) : [];
}

/** A model with a small trained window, so that this one is what a conversation gets. */
function model() {
  const small = fakeModel();
  return { ...small, info: { ...small.info, 'tide.context_length': WINDOW } };
}

const TOO_LONG = (tokens: number): FakeTurn => ({
  status: 400,
  type: 'application/json',
  body: JSON.stringify({
    error: JSON.stringify({ error: { type: 'exceed_context_size_error', n_prompt_tokens: tokens, n_ctx: WINDOW } }),
  }),
});

/** A server that refuses what is too long for its window and else answers as `reply` says; it remembers every count. */
async function counting(reply: (body: Record<string, unknown>, tokens: number) => object[]) {
  const counts: number[] = [];
  const fake = await startFakeOllama({
    models: [model()],
    answer: (body) => {
      const tokens = tokensOf(body);
      counts.push(tokens);
      if (tokens > WINDOW) return TOO_LONG(tokens);
      const lines = reply(body, tokens);
      return { lines: [...lines, done({ prompt: tokens, reply: 20 })] };
    },
  });
  onTestFinished(() => fake.close());
  return { fake, counts };
}

function engine(fake: FakeOllama): Engine {
  return new Engine(['--model', MODEL, '--yes'], { OLLAMA_HOST: fake.url });
}

const isAfterResult = (body: Record<string, unknown>) => messagesOf(body).at(-1)?.role === 'tool';

describe('a long conversation at a small window', () => {
  it('of 300 turns never exceeds it by the server’s count, and every request begins with the same bytes', async () => {
    let turn = 0;
    const { fake, counts } = await counting((body) => {
      if (isAfterResult(body)) return [text(`That was turn ${turn}, and what it printed is clear to me now.`)];
      turn++;
      if (turn % 3 === 0)
        return [calls({ name: 'run_command', arguments: { command: `seq ${turn} ${turn + 4_000}` } })];
      if (turn % 7 === 0) return [calls({ name: 'current_date' })];
      return [text(`Answer ${turn}. ${'It goes on a little. '.repeat(turn % 11)}`)];
    });
    const wisp = engine(fake);
    for (let n = 1; n <= 300; n++) wisp.say(`Question ${n}: ${'and more words about it '.repeat(n % 13)}`);
    const last = await wisp.until(
      (line): line is Extract<typeof line, { type: 'turn' }> =>
        line.type === 'turn' && line.phase === 'end' && line.turn === 300,
    );
    expect(last.outcome).toBe('ok');
    expect(await wisp.end()).toBe(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(WINDOW);
    expect(Math.max(...counts)).toBeGreaterThan(WINDOW / 2);
    const first = new Set(fake.chats().map(({ body }) => JSON.stringify([messagesOf(body)[0], body.tools])));
    expect(first.size).toBe(1);
    const ends = wisp.lines.filter((line) => line.type === 'turn' && line.phase === 'end');
    expect(new Set(ends.map((line) => line.type === 'turn' && line.outcome))).toEqual(new Set(['ok']));
    const condensed = wisp.audit().filter((event) => event.kind === 'context.condensation');
    expect(condensed.length).toBeGreaterThan(3);
    expect(condensed.length).toBeLessThan(60);
    const prompt = messagesOf(fake.chats().at(-1)?.body ?? {});
    expect(prompt[1]?.content).toMatch(/^\[This conversation up to turn \d+, condensed by wisp\./);
  }, 60_000);

  it('has room for the reply to eight parallel calls of 1 MiB each, all of them kept whole', async () => {
    const { fake, counts } = await counting((body) => {
      if (isAfterResult(body)) return [text('All eight are read.')];
      const one = (n: number) => ({
        name: 'run_command',
        arguments: { command: `yes line-of-${n} | head -c 1048576` },
      });
      return [calls(...Array.from({ length: 8 }, (_, n) => one(n)))];
    });
    const wisp = engine(fake);
    wisp.say('Run all eight.');
    const end = await wisp.line('turn', 2);
    expect(end).toMatchObject({ phase: 'end', outcome: 'ok' });
    const results = messagesOf(fake.chats()[1]?.body ?? {}).filter(({ role }) => role === 'tool');
    expect(results).toHaveLength(8);
    for (const { content } of results) {
      expect(content).toContain('held back');
      expect(content).toContain('exit status: 0');
    }
    expect(counts[1]).toBeLessThan(WINDOW * 0.85);
    expect(
      wisp.audit().filter(({ kind, details }) => kind === 'output.kept' && Number(details.bytes) > 1_048_576),
    ).toHaveLength(8);
  });

  it('is condensed and sent once more when the server says that it is too long', async () => {
    const { fake } = await counting(() => [text('Fine. '.repeat(40))]);
    const wisp = engine(fake);
    for (let n = 1; n <= 6; n++) wisp.say(`Tell me about ${n}. ${'More of it. '.repeat(60)}`);
    await wisp.line('turn', 12);
    // From here on the server takes less than it did: a setting of its own, another model beside it.
    fake.push(TOO_LONG(9_999));
    const before = fake.chats().length;
    wisp.say('And now?');
    expect(await wisp.line('turn', 14)).toMatchObject({ phase: 'end', outcome: 'ok' });
    expect(fake.chats().length - before).toBe(2);
    expect(wisp.audit().find((event) => event.kind === 'context.condensation')?.details).toMatchObject({
      reason: 'overflow',
    });
    expect(await wisp.end()).toBe(0);
  });
});
