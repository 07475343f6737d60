import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { calls, done } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { Engine } from '../../support/engine.ts';
import { wisp as run } from '../../support/wisp.ts';
import { notes, printed, runs, say, tell, typed } from './support.ts';

/** A home and a directory in which engines follow one another. */
function places() {
  const made = {
    home: mkdtempSync(join(tmpdir(), 'wisp-home-')),
    directory: mkdtempSync(join(tmpdir(), 'wisp-work-')),
  };
  onTestFinished(() => {
    for (const path of Object.values(made)) rmSync(path, { recursive: true, force: true });
  });
  return made;
}

async function begin(turns: FakeTurn[], args: string[], at: ReturnType<typeof places>) {
  const server = await startFakeOllama({ turns });
  onTestFinished(() => server.close());
  const wisp = new Engine(['--yes', ...args], { OLLAMA_HOST: server.url }, at);
  await wisp.line('status');
  return { wisp, server };
}

const saved = (at: { home: string }) => readdirSync(join(at.home, 'conversations'));

const recall = (entry: number): FakeTurn => ({
  lines: [calls({ id: 'm', name: 'memory', arguments: { action: 'recall', entry, head: 5 } }), done()],
});

describe('a conversation that is saved', () => {
  test('goes on in a new session, with its thread, its entries and its outputs', async () => {
    const at = places();
    const first = await begin([runs('seq 1 20000'), say('It counted to 20,000.')], [], at);
    await tell(first.wisp, 'Count.');
    await tell(first.wisp, '/save tides');
    const mine = await typed(first.wisp, 'seq 1 9000');
    expect(await first.wisp.end()).toBe(0);
    expect(first.wisp.lines.at(-1)).toEqual({ type: 'exit', code: 0, saved: 'tides' });
    const [greeting] = first.wisp.lines;
    const session = greeting?.type === 'hello' ? greeting.session : '';

    const second = await begin([runs('echo two'), recall(1), say('Recalled.')], ['--resume', 'tides'], at);
    const { wisp, server } = second;
    expect(await wisp.line('note')).toMatchObject({
      level: 'info',
      text: expect.stringMatching(/^Going on with tides, saved .*, after turn 1\. Last asked: Count\.$/),
    });
    expect(await wisp.line('status')).toMatchObject({ name: 'tides', inputTokens: 600 });
    await tell(wisp, 'And what was that?');
    const asked = JSON.stringify(server.chats()[0]?.body.messages);
    expect(asked).toContain('Count.');
    expect(asked).toContain('It counted to 20,000.');
    expect(asked).toContain('The person ran `seq 1 9000`');
    const last = JSON.stringify(server.chats()[2]?.body.messages);
    expect(last).toMatch(/entry 1, from the store: output [0-9a-f]{16} of run_command; lines 1–5 of 20,002/);
    const start = wisp.audit().findLast((event) => event.kind === 'session.start');
    expect(start?.details.resume).toEqual({ name: 'tides', sessions: [session], turns: 1 });
    expect(wisp.audit().findLast((event) => event.kind === 'prompt')?.turn).toBe(2);
    const shown = await tell(wisp, `/show ${mine.slice(0, 8)}`);
    expect(shown[0]).toMatchObject({ text: `output ${mine} of seq 1 9000: 9,002 lines, 43 KiB, whole` });
    expect(await printed(wisp, '/recall entry 1 head 1')).toContain('of 20,002');
    expect((await printed(wisp, '/history')).split('\n')).toHaveLength(2);
    const from = wisp.lines.length;
    wisp.send({ type: 'output', id: mine, page: 1 });
    expect(await wisp.until((line): line is typeof line => line.type === 'view', from)).toMatchObject({ pages: 1 });
  });

  test('without a name is kept under one of its own after each turn, so that a kill loses none', async () => {
    const at = places();
    const { wisp } = await begin([say('One.'), say('Two.')], [], at);
    expect(existsSync(join(at.home, 'conversations'))).toBe(false);
    await tell(wisp, 'First question.');
    await tell(wisp, 'Second question.');
    wisp.child.kill('SIGKILL');
    const [file = ''] = saved(at);
    expect(file).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{8}\.json$/);
    expect(statSync(join(at.home, 'conversations', file)).mode & 0o777).toBe(0o600);
    expect(statSync(join(at.home, 'conversations')).mode & 0o777).toBe(0o700);
    const next = await begin([say('Three.')], ['--continue'], at);
    await tell(next.wisp, 'Third question.');
    const messages = JSON.stringify(next.server.chats()[0]?.body.messages);
    for (const words of ['First question.', 'One.', 'Second question.', 'Two.', 'Third question.'])
      expect(messages).toContain(words);
    expect(saved(at)).toEqual([file]);
  });

  test('goes on after a turn that was interrupted, one that failed, and one that called what there is not', async () => {
    const at = places();
    const first = await begin(
      [
        runs('touch begun; exec sleep 60'),
        { status: 500, body: 'no' },
        { lines: [calls({ id: 'x', name: 'no_such_tool', arguments: { a: [1, { b: null }] } }), done()] },
        say('That was none.'),
      ],
      [],
      at,
    );
    first.wisp.say('Wait.');
    while (!existsSync(join(at.directory, 'begun'))) await new Promise((resolve) => setImmediate(resolve));
    first.wisp.send({ type: 'interrupt' });
    expect(await first.wisp.line('turn', 2)).toMatchObject({ outcome: 'interrupted' });
    await first.wisp.line('status', 2);
    await tell(first.wisp, 'Fail.');
    await tell(first.wisp, 'Call it.');
    await first.wisp.end();
    const { wisp, server } = await begin([say('Yes.')], ['--continue'], at);
    expect(
      (await printed(wisp, '/history')).split('\n').map((line) => line.replace(/^(\d).*?(\w+\.) .*$/, '$1 $2')),
    ).toEqual(['1 Wait.', '2 Fail.', '3 it.']);
    await tell(wisp, 'Still there?');
    expect(wisp.lines.findLast((line) => line.type === 'turn')).toMatchObject({ turn: 4, outcome: 'ok' });
    expect(JSON.stringify(server.chats()[0]?.body.messages)).toContain('no_such_tool');
  });

  test('says of an output that is there no more that it was swept, and shows what the tool returned', async () => {
    const at = places();
    const first = await begin([runs('seq 1 20000'), say('Done.')], [], at);
    await tell(first.wisp, 'Count.');
    const event = first.wisp.lines.find((line) => line.type === 'event' && line.kind === 'tool.result');
    const id = event?.type === 'event' ? (event.call ?? '') : '';
    await first.wisp.end();
    rmSync(join(at.home, 'output'), { recursive: true });
    const { wisp, server } = await begin([recall(1), say('Gone.')], ['--continue'], at);
    const [note, ...returned] = await tell(wisp, `/show ${id}`);
    expect(note).toMatchObject({
      text: `swept: output ${id} was kept and is there no more: it was swept or removed. This is what it returned:`,
    });
    expect(returned[0]).toEqual({ type: 'output', text: 'exit status: 0' });
    expect(returned.some((line) => line.type === 'output' && line.text.includes('held back'))).toBe(true);
    await tell(wisp, 'What was it?');
    expect(JSON.stringify(server.chats()[1]?.body.messages)).toContain('is there no more');
  });

  test('is refused when its file is damaged, not there, or no conversation', async () => {
    const at = places();
    const { wisp } = await begin([say('One.')], [], at);
    await tell(wisp, 'Hello.');
    await tell(wisp, '/save tides');
    await wisp.end();
    const path = join(at.home, 'conversations', 'tides.json');
    const resume = (name: string) => run(at.home, ['chat', '--json', '--resume', name]);
    const refused = async (name: string, reason: string) =>
      expect(await resume(name)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(reason) });
    await refused('ebb', 'there is no conversation ebb');
    await refused('../tides', '"../tides" is no name of a conversation');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.slice(0, -40));
    await refused('tides', `${path} is damaged`);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(whole), turn: -1 }));
    await refused('tides', `${path} is damaged at turn`);
    const thread = { ...JSON.parse(whole).thread, turns: [{ turn: 1, asked: '', digest: '', messages: [] }] };
    writeFileSync(path, JSON.stringify({ ...JSON.parse(whole), thread }));
    await refused('tides', `${path} is damaged at thread.turns.0.messages`);
    writeFileSync(path, whole);
    expect(await run(at.home, ['chat', '--json', '--resume', 'tides', '--model', 'none'])).toMatchObject({ status: 0 });
  });

  test('is listed with what it is, the newest first; one that is damaged is named', async () => {
    const at = places();
    for (const [index, name] of ['neap', 'spring'].entries()) {
      const { wisp } = await begin([say('Yes.')], [], at);
      await tell(wisp, `Is it ${name}?\n\x1b[31mtide`);
      await tell(wisp, `/save ${name}`);
      await wisp.end();
      utimesSync(join(at.home, 'conversations', `${name}.json`), 0, 1_000 + index);
    }
    writeFileSync(join(at.home, 'conversations', 'torn.json'), '{');
    const { stdout, stderr, status } = await run(at.home, ['chat', '--list']);
    expect(status).toBe(0);
    expect(stdout.split('\n').map((line) => line.split('  ')[0])).toEqual(['spring', 'neap', '']);
    expect(stdout).toMatch(/^spring {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}1 turn {2}\S+ {2}\/.* {2}Is it spring\? tide$/m);
    expect(stderr).toContain('torn.json is damaged');
    const json = JSON.parse((await run(at.home, ['chat', '--list', '--json'])).stdout);
    expect(json.map((one: { name: string }) => one.name)).toEqual(['torn', 'spring', 'neap']);
    expect(json[1]).toMatchObject({ turn: 1, asked: expect.stringContaining('Is it spring?'), version: 1 });
  });

  test('is not saved under a name that is taken, that is none, or that wisp gives itself', async () => {
    const at = places();
    const first = await begin([say('One.')], [], at);
    await tell(first.wisp, 'Hello.');
    await tell(first.wisp, '/save tides');
    await first.wisp.end();
    const { wisp } = await begin([say('Two.')], [], at);
    expect(await notes(wisp, '/save')).toEqual(['Nothing is saved yet. /save NAME keeps it under one name.']);
    await tell(wisp, 'Hello again.');
    expect(await notes(wisp, '/save tides')).toEqual([
      'There is a conversation tides already. /save --replace tides writes over it.',
    ]);
    expect((await notes(wisp, '/save a/b'))[0]).toMatch(/^A name has 1 to 64 of/);
    expect((await notes(wisp, '/save 2026-01-01-0123abcd'))[0]).toMatch(/^Names of that form/);
    expect((await notes(wisp, '/save --replace tides'))[0]).toMatch(/^Saved as tides/);
    // What was saved under a name of its own is the same conversation.
    expect(saved(at)).toEqual(['tides.json']);
    expect(JSON.parse(readFileSync(join(at.home, 'conversations', 'tides.json'), 'utf8')).asked).toBe('Hello again.');
  });

  test('goes on beside another that resumed it too, each in its own file', async () => {
    const at = places();
    const first = await begin([say('One.')], [], at);
    await tell(first.wisp, 'Hello.');
    await tell(first.wisp, '/save tides');
    await first.wisp.end();
    const one = await begin([say('From one.')], ['--resume', 'tides'], at);
    const two = await begin([say('From two.')], ['--resume', 'tides'], at);
    await tell(one.wisp, 'I am one.');
    const lines = await tell(two.wisp, 'I am two.');
    expect(lines.find((line) => line.type === 'note')).toMatchObject({
      level: 'warn',
      text: expect.stringMatching(
        /^Another wisp has saved tides in the meantime; this conversation is saved as \d{4}-/,
      ),
    });
    expect(readFileSync(join(at.home, 'conversations', 'tides.json'), 'utf8')).toContain('From one.');
    expect(saved(at)).toHaveLength(2);
  });

  test('that nobody named goes when it is as old as the outputs may be; a named one stays', async () => {
    const at = places();
    const { wisp } = await begin([say('One.'), say('Two.')], [], at);
    await tell(wisp, 'Hello.');
    const [file = ''] = saved(at);
    await tell(wisp, '/new');
    await tell(wisp, 'Hello.');
    await tell(wisp, '/save tides');
    await wisp.end();
    for (const name of [file, 'tides.json']) utimesSync(join(at.home, 'conversations', name), 0, 1_000);
    await run(at.home, ['chat', '--json', '--model', 'none']);
    expect(saved(at)).toEqual(['tides.json']);
  });

  test('keeps the outputs of its sessions when it goes on, however old they are', async () => {
    const at = places();
    const first = await begin([runs('seq 1 20000'), say('Done.')], [], at);
    await tell(first.wisp, 'Count.');
    await tell(first.wisp, '/save tides');
    await first.wisp.end();
    const outputs = join(at.home, 'output');
    const [session = ''] = readdirSync(outputs);
    for (const name of ['', ...readdirSync(join(outputs, session))]) utimesSync(join(outputs, session, name), 0, 1_000);
    const { wisp } = await begin([], ['--resume', 'tides'], at);
    expect(await printed(wisp, '/recall entry 1 tail 1')).toContain('20002: 20000');
    await wisp.end();
    // Another session sweeps, and finds that they were used.
    await run(at.home, ['chat', '--json', '--model', 'none']);
    expect(readdirSync(outputs)).toEqual([session]);
  });

  test('is saved only under a name where the audit is off', async () => {
    const at = places();
    writeFileSync(join(at.home, 'config.json'), '{ "audit": { "enabled": false } }');
    const { wisp } = await begin([say('One.'), say('Two.')], [], at);
    await tell(wisp, 'Hello.');
    expect(existsSync(join(at.home, 'conversations'))).toBe(false);
    await tell(wisp, '/save tides');
    await tell(wisp, 'Hello again.');
    expect(readFileSync(join(at.home, 'conversations', 'tides.json'), 'utf8')).toContain('Two.');
  });
});
