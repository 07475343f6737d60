import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outbound } from '@wisp/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { Engine } from '../../support/engine.ts';
import { scratch } from '../../support/wisp.ts';
import { KINDS, type Kind } from './contract-servers.ts';

describe.each(KINDS)('wisp chat over $label', (kind: Kind) => {
  const say = (text: string): FakeTurn => kind.reply({ parts: [{ text }] });
  const run = (...commands: string[]): FakeTurn =>
    kind.reply({
      parts: commands.map((command, at) => ({
        call: { id: `r${at}`, name: 'run_command', arguments: JSON.stringify({ command }) },
      })),
    });

  /** An engine on this server, with a window of 8,192 tokens whatever the machine has. */
  async function converse(...turns: FakeTurn[]) {
    const server = await kind.start(turns);
    onTestFinished(() => server.close());
    const { model, env } = kind.reach(server.url);
    const places = { home: scratch(), directory: scratch() };
    writeFileSync(join(places.home, 'config.json'), JSON.stringify({ ollama: { contextLength: 8192 } }));
    const wisp = new Engine(['--yes', '--model', model], env, places);
    await wisp.line('status');
    return { wisp, server };
  }

  /** Says it, and gives how the turn ended. */
  async function turn(wisp: Engine, text: string): Promise<string | undefined> {
    const from = wisp.lines.length;
    wisp.say(text);
    const end = await wisp.until(
      (line): line is Extract<Outbound, { type: 'turn' }> => line.type === 'turn' && line.phase === 'end',
      from,
    );
    return end.outcome;
  }

  it('gives the model what fits of what a command printed, says what was held back, and keeps the whole', async () => {
    const { wisp, server } = await converse(run('seq 1 60000', 'echo two'), say('Counted.'));
    expect(wisp.lines.find((line) => line.type === 'status')).toMatchObject({ window: 8192, budget: 4096 });
    expect(await turn(wisp, 'Count.')).toBe('ok');
    const results = wisp.audit().filter((event) => event.kind === 'tool.result');
    const outputs = results.map((event) => String(event.details.output));
    expect(outputs.map((output) => Buffer.byteLength(output) <= 4096)).toEqual([true, true]);
    expect(outputs[0]).toContain(`output ${results[0]?.call}`);
    expect(outputs[1]).toBe('exit status: 0\nstdout:\ntwo\n');
    const messages = server.chats()[1]?.body.messages;
    const given = (Array.isArray(messages) ? messages : []).filter((message) => message.role === 'tool');
    expect(given.map((message) => [message.tool_call_id, message.content])).toEqual([
      ['r0', outputs[0]],
      ['r1', outputs[1]],
    ]);
    const { session } = await wisp.line('hello');
    const whole = readFileSync(join(wisp.home, 'output', session, results[0]?.call ?? ''), 'utf8');
    expect(whole.split('\n').slice(2, -1)).toEqual(Array.from({ length: 60_000 }, (_, i) => String(i + 1)));
    expect(await wisp.end()).toBe(0);
  });

  it('makes room when a request is refused for its length, and sends it once more', async () => {
    const long = say('It goes on for a while. '.repeat(120));
    const { wisp, server } = await converse(long, long, long, kind.refuse('overflow'), say('Short.'));
    for (const question of ['One?', 'Two?', 'Three?', 'Four?']) expect(await turn(wisp, question)).toBe('ok');
    const sizes = server.chats().map(({ body }) => JSON.stringify(body.messages).length);
    expect(sizes).toHaveLength(5);
    expect(sizes[4]).toBeLessThan(sizes[3] ?? 0);
    const condensed = wisp.audit().filter((event) => event.kind === 'context.condensation');
    expect(condensed.map((event) => event.details.reason)).toEqual(['overflow']);
  });

  it('goes on after a failure, and after an interruption that closed the connection', async () => {
    const { wisp, server } = await converse(kind.refuse('unauthorized'), { silent: true }, say('Here.'));
    expect(await turn(wisp, 'One?')).toBe('error');
    wisp.say('Two?');
    await server.chatCount(2);
    wisp.send({ type: 'interrupt' });
    await server.chats()[1]?.closed;
    expect(await wisp.line('turn', 4)).toMatchObject({ phase: 'end', outcome: 'interrupted' });
    expect(await turn(wisp, 'Three?')).toBe('ok');
    const responses = wisp.audit().filter((event) => event.kind === 'response');
    expect(responses.map((event) => event.details.outcome)).toEqual(['error', 'interrupted', 'ok']);
  });
});
