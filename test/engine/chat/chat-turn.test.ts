import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { auditEnvelope, EVENT_DETAILS } from '../../../packages/engine/src/audit/events.ts';
import { type FakeOllama, startFakeOllama } from '../../fake-ollama/server.ts';
import { calls, done, fakeModel, text } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { Engine } from '../../support/engine.ts';

const servers: FakeOllama[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function engine(turns: FakeTurn[], ...args: string[]): Promise<{ wisp: Engine; server: FakeOllama }> {
  const server = await startFakeOllama({ models: [fakeModel()], turns });
  servers.push(server);
  return { wisp: new Engine(args, { OLLAMA_HOST: server.url }), server };
}

const runs = (command: string) => calls({ id: 'c1', name: 'run_command', arguments: { command } });
const approving = { type: 'hello' as const, effects: ['approve'] };

describe('a turn over the protocol', () => {
  test('runs a command, bounds its result, keeps the whole, and answers', async () => {
    const { wisp, server } = await engine([
      { lines: [runs('seq 1 300000'), done()] },
      { lines: [text('Counted.'), done()] },
    ]);
    const { session } = await wisp.line('hello');
    await wisp.line('status');
    wisp.say('Count.');
    const end = await wisp.until((l): l is typeof l & { type: 'turn' } => l.type === 'turn' && l.phase === 'end');
    expect(end).toMatchObject({ turn: 1, outcome: 'ok', ran: 'run_command' });
    expect(await wisp.end()).toBe(0);

    const event = wisp.lines.find((l) => l.type === 'event' && l.kind === 'tool.result');
    if (event?.type !== 'event') throw new Error('a tool.result');
    const id = event.call ?? '';
    const result = String(event.details.output);
    const status = wisp.lines.find((l) => l.type === 'status');
    expect(status).toMatchObject({ approval: 'refuse', window: expect.any(Number) });
    if (status?.type === 'status') expect(Buffer.byteLength(result)).toBeLessThanOrEqual(status.budget);
    expect(result).toContain(`output ${id}`);
    expect(result).toContain('do not run the command again');

    const sent = server.chats()[1]?.body.messages;
    expect(JSON.stringify(sent)).toContain(JSON.stringify(result).slice(1, 200));
    const directory = join(wisp.home, 'output', session);
    expect(readdirSync(directory).sort()).toEqual([id, `${id}.json`]);
    const bytes = readFileSync(join(directory, id));
    const numbers = Array.from({ length: 300_000 }, (_, i) => i + 1).join('\n');
    expect(bytes.toString()).toBe(`exit status: 0\nstdout:\n${numbers}\n`);
    expect(JSON.parse(readFileSync(join(directory, `${id}.json`), 'utf8'))).toMatchObject({
      bytes: bytes.length,
      lines: 300_002,
      cut: false,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const modes = [wisp.home, join(wisp.home, 'output'), directory].map((p) => statSync(p).mode & 0o777);
    expect(modes.slice(1)).toEqual([0o700, 0o700]);
    expect([id, `${id}.json`].map((n) => statSync(join(directory, n)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  test('records every step in order, each event in its schema', async () => {
    const { wisp } = await engine([{ lines: [runs('seq 1 9000'), done()] }, { lines: [text('Done.'), done()] }]);
    await wisp.line('status');
    wisp.say('Count.');
    await wisp.line('turn', 2);
    await wisp.end();
    const events = wisp.audit();
    expect(events.map((e) => e.kind)).toEqual([
      'session.start',
      'model.resolved',
      'prompt',
      'tool.call',
      'policy.decision',
      'command.outcome',
      'output.kept',
      'tool.result',
      'response',
      'session.end',
    ]);
    for (const event of events) {
      auditEnvelope.parse(event);
      const schema = Object.entries(EVENT_DETAILS).find(([kind]) => kind === event.kind)?.[1];
      expect(schema?.strict().safeParse(event.details).error, event.kind).toBeUndefined();
    }
    expect(new Set(events.slice(3, 8).map((e) => e.call)).size).toBe(1);
    expect(events.slice(2, 9).map((e) => e.turn)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test('streams the reply as it comes', async () => {
    const { wisp } = await engine([{ lines: [text('One '), text('two '), text('three.'), done()] }]);
    await wisp.line('status');
    wisp.say('Count.');
    await wisp.line('turn', 2);
    const deltas = wisp.lines.flatMap((l) => (l.type === 'delta' ? [l.text] : []));
    expect(deltas).toEqual(['One ', 'two ', 'three.']);
  });

  test('asks before a command that is not known to only read, and runs it once it is approved', async () => {
    const { wisp } = await engine([{ lines: [runs('touch made'), done()] }, { lines: [text('Made.'), done()] }]);
    wisp.send(approving);
    await wisp.line('status');
    wisp.say('Make it.');
    const question = await wisp.line('approval');
    expect(question).toMatchObject({
      command: 'touch made',
      pattern: 'write files here',
      level: 'moderate',
      directory: wisp.directory,
    });
    expect(readdirSync(wisp.directory)).toEqual([]);
    wisp.send({ type: 'answer', id: question.id, decision: 'once' });
    await wisp.line('turn', 2);
    expect(readdirSync(wisp.directory)).toEqual(['made']);
  });

  test('remembers an approval for the session, by program and verb', async () => {
    const { wisp } = await engine([
      { lines: [runs('mkdir one'), done()] },
      { lines: [runs('mkdir one/two'), done()] },
      { lines: [text('Made.'), done()] },
    ]);
    wisp.send(approving);
    await wisp.line('status');
    wisp.say('Make both.');
    const question = await wisp.line('approval');
    wisp.send({ type: 'answer', id: question.id, decision: 'session' });
    await wisp.line('turn', 2);
    expect(wisp.lines.filter((l) => l.type === 'approval')).toHaveLength(1);
    expect(
      wisp
        .audit()
        .filter((e) => e.kind === 'policy.decision')
        .map((e) => e.details.scope),
    ).toEqual(['session', 'session']);
  });

  test('refuses without asking where nobody answers, and says so to the model', async () => {
    const { wisp } = await engine([{ lines: [runs('touch made'), done()] }, { lines: [text('I may not.'), done()] }]);
    await wisp.line('status');
    wisp.say('Make it.');
    await wisp.line('turn', 2);
    expect(readdirSync(wisp.directory)).toEqual([]);
    const result = wisp.audit().find((e) => e.kind === 'tool.result');
    expect(result?.details.output).toContain('command not approved: nobody was there to approve it');
  });

  test('approves with --yes what would be asked, and denies what is denied', async () => {
    const turns = [
      { lines: [runs('touch made'), done()] },
      { lines: [runs('sudo id'), done()] },
      { lines: [text('Ok.'), done()] },
    ];
    const { wisp } = await engine(turns, '--yes');
    await wisp.line('status');
    wisp.say('Go.');
    await wisp.line('turn', 2);
    expect(readdirSync(wisp.directory)).toEqual(['made']);
    const decisions = wisp.audit().filter((e) => e.kind === 'policy.decision');
    expect(decisions.map((e) => e.details.verdict)).toEqual(['allowed', 'denied']);
  });

  test('withdraws the question when the turn is interrupted, and goes on', async () => {
    const { wisp } = await engine([{ lines: [runs('touch made'), done()] }, { lines: [text('Hello.'), done()] }]);
    wisp.send(approving);
    await wisp.line('status');
    wisp.say('Make it.');
    const question = await wisp.line('approval');
    wisp.send({ type: 'interrupt' });
    expect(await wisp.line('withdrawn')).toEqual({ type: 'withdrawn', id: question.id });
    expect(await wisp.line('turn', 2)).toMatchObject({ phase: 'end', outcome: 'interrupted' });
    wisp.say('Hello?');
    expect(await wisp.line('turn', 4)).toMatchObject({ phase: 'end', outcome: 'ok' });
  });

  test('keeps what an interrupted command printed', async () => {
    const { wisp } = await engine([{ lines: [runs('seq 1 100000; touch printed; exec sleep 60'), done()] }], '--yes');
    await wisp.line('status');
    wisp.say('Wait.');
    await wisp.event('policy.decision');
    while (!readdirSync(wisp.directory).includes('printed')) await new Promise((resolve) => setImmediate(resolve));
    wisp.send({ type: 'interrupt' });
    const end = await wisp.line('turn', 2);
    expect(end.outcome).toBe('interrupted');
    const kept = wisp.audit().find((e) => e.kind === 'output.kept');
    expect(kept?.details).toMatchObject({ lines: 100_002, cut: false });
  });

  test('tells the model of what the person ran, by reference', async () => {
    const { wisp, server } = await engine([{ lines: [text('Seen.'), done()] }]);
    await wisp.line('status');
    wisp.say('!seq 1 50000; exit 4');
    await wisp.line('status', 2);
    wisp.say('What was that?');
    await wisp.line('turn', 2);
    const messages = JSON.stringify(server.chats()[0]?.body.messages);
    expect(messages).toMatch(
      /The person ran `seq 1 50000; exit 4`: exit status 4; its output \(283 KiB\) is kept as output [0-9a-f]{16}/,
    );
    expect(messages).not.toContain('49999');
  });

  test('says what to do when a model server fails in the middle of a turn', async () => {
    const { wisp } = await engine([{ lines: [text('Half a ')], dropAfter: 60 }]);
    await wisp.line('status');
    wisp.say('Speak.');
    expect(await wisp.line('turn', 2)).toMatchObject({ outcome: 'error' });
    const error = wisp.lines.find((l) => l.type === 'event' && l.kind === 'error');
    expect(error?.type === 'event' && error.text).toMatch(/\.$/);
  });

  test('reads a file a budget at a time', async () => {
    const read = (args: object) => calls({ id: 'r', name: 'read_file', arguments: args });
    const { wisp, server } = await engine([
      { lines: [read({ path: 'long.txt' }), done()] },
      { lines: [text('Read.'), done()] },
    ]);
    writeFileSync(
      join(wisp.directory, 'long.txt'),
      Array.from({ length: 20_000 }, (_, i) => `line ${i + 1}\n`).join(''),
    );
    await wisp.line('status');
    wisp.say('Read it.');
    await wisp.line('turn', 2);
    const messages = JSON.stringify(server.chats()[1]?.body.messages);
    expect(messages).toMatch(/1\\tline 1\\n2\\tline 2\\n.*\[more: read_file with line \d+; the file has/);
  });
});
