import type { Outbound } from '@wisp/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { startFakeOpenAI } from '../../fake-openai/server.ts';
import { delta, finish, MODEL, stream, usage } from '../../fake-openai/shapes.ts';
import { Engine } from '../../support/engine.ts';
import { printed, tell } from './support.ts';

const say = (words: string, prompt = 300): FakeTurn =>
  stream(delta({ role: 'assistant', content: words }), finish(), usage(prompt));
const run = (command: string): FakeTurn =>
  stream(
    delta({
      tool_calls: [{ index: 0, id: 'r', function: { name: 'run_command', arguments: JSON.stringify({ command }) } }],
    }),
    finish('tool_calls'),
    usage(),
  );
const tooLong: FakeTurn = {
  status: 400,
  type: 'application/json',
  body: JSON.stringify({
    error: { code: 400, message: 'too long', type: 'exceed_context_size_error', n_prompt_tokens: 9000, n_ctx: 8192 },
  }),
};

async function converse(...turns: FakeTurn[]) {
  const server = await startFakeOpenAI({ turns });
  onTestFinished(() => server.close());
  const wisp = new Engine(['--yes', '--model', `openai:${MODEL}@${server.url}/v1`]);
  await wisp.line('status');
  return { wisp, server };
}

const outcome = (lines: readonly Outbound[]) =>
  lines.flatMap((line) => (line.type === 'turn' && line.phase === 'end' ? [line.outcome] : []));

describe('a conversation over a server with the OpenAI interface', () => {
  it('has the server’s window, runs what the model asks for, bounds its result and keeps the whole', async () => {
    const { wisp, server } = await converse(run('seq 1 300000'), say('Counted.'));
    expect(wisp.lines.find((line) => line.type === 'status')).toMatchObject({ window: 8192, budget: 4096 });
    expect(outcome(await tell(wisp, 'Count.'))).toEqual(['ok']);
    const [, second] = server.chats();
    const messages = Array.isArray(second?.body.messages) ? second.body.messages : [];
    const result: unknown = messages.at(-1);
    expect(result).toMatchObject({ role: 'tool', tool_call_id: 'r', content: expect.stringContaining('300000') });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(5000);
    expect(await printed(wisp, '/outputs')).toContain('seq 1 300000');
    expect(await wisp.end()).toBe(0);
  });

  it('makes room when the server refuses a request for its length, and sends it once more', async () => {
    const long = 'It goes on for a while. '.repeat(120);
    const { wisp, server } = await converse(say(long), say(long), say(long), tooLong, say('Short.'));
    for (const question of ['One?', 'Two?', 'Three?', 'Four?'])
      expect(outcome(await tell(wisp, question))).toEqual(['ok']);
    const sizes = server.chats().map(({ body }) => JSON.stringify(body.messages).length);
    expect(sizes).toHaveLength(5);
    expect(sizes[4]).toBeLessThan(sizes[3] ?? 0);
    expect(wisp.audit().filter((event) => event.kind === 'context.condensation')).toMatchObject([
      { details: { reason: 'overflow' } },
    ]);
  });
});
