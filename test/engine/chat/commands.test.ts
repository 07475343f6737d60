import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outbound } from '@wisp/protocol';
import { describe, expect, test } from 'vitest';
import { ApprovalStore } from '../../../packages/engine/src/gate/approval-store.ts';
import { done, fakeModel, MODEL, text, thinking } from '../../fake-ollama/shapes.ts';
import { Engine } from '../../support/engine.ts';
import { converse, notes, printed, runs, say, tell, typed } from './support.ts';

const none = ['--model', 'none'];

async function alone(): Promise<Engine> {
  const wisp = new Engine(none);
  await wisp.line('status');
  return wisp;
}

const OTHER = 'saltmarsh:3b';

describe('the commands of the chat', () => {
  test('/help lists every one with what it takes and does', async () => {
    const help = await printed(await alone(), '/help');
    for (const name of ['show', 'last', 'model', 'models', 'recall', 'save', 'new', 'inspect', 'approvals', 'quit'])
      expect(help).toMatch(new RegExp(`^/${name}\\b.*\\s{2,}\\S`, 'm'));
    expect(help).toMatch(/^!COMMAND /m);
  });

  test('an unknown one is answered with those that it may have been meant for', async () => {
    const wisp = await alone();
    expect(await notes(wisp, '/modle')).toEqual(['There is no command /modle; did you mean /model?']);
    expect(await notes(wisp, '/st')).toEqual(['There is no command /st; did you mean /status, /stats?']);
    expect(await notes(wisp, '/zzzzzz')).toEqual(['There is no command /zzzzzz; /help lists those there are']);
  });

  test('/tools lists what the model can use', async () => {
    expect(await printed(await alone(), '/tools')).toMatch(/^run_command {2}\S/m);
  });

  test('/models and /model say what there is and what answers', async () => {
    const { wisp } = await converse([], [], { models: [fakeModel(), fakeModel({ name: OTHER })] });
    const models = await printed(wisp, '/models');
    expect(models).toMatch(new RegExp(`^\\* ${MODEL} `, 'm'));
    expect(models).toMatch(new RegExp(`^ {2}${OTHER} `, 'm'));
    expect(await printed(wisp, '/model')).toMatch(new RegExp(`^${MODEL} · window of [0-9,]+ tokens .* a tool result$`));
  });

  test('/model NAME begins a new thread with a new budget, and the old one stays saved', async () => {
    const { wisp, server } = await converse([say('One.'), say('Two.')], ['--model', MODEL], {
      models: [fakeModel(), fakeModel({ name: OTHER, info: { ...fakeModel().info, 'tide.context_length': 131_072 } })],
    });
    const before = await wisp.line('status');
    await tell(wisp, 'First.');
    const lines = await tell(wisp, `/model ${OTHER}`);
    expect(lines.filter((line) => line.type === 'note').map((line) => line.type === 'note' && line.level)).toEqual([
      'info',
    ]);
    const after = lines.at(-1);
    expect(after).toMatchObject({ type: 'status', model: OTHER });
    expect(after?.type === 'status' && after.budget).not.toBe(before.budget);
    await tell(wisp, 'Second.');
    const messages = JSON.stringify(server.chats()[1]?.body);
    expect(messages).toContain('Second.');
    expect(messages).not.toContain('First.');
    expect(
      wisp
        .audit()
        .filter(({ kind }) => kind === 'thread.start')
        .map(({ details }) => details),
    ).toEqual([{ reason: 'model' }]);
    const exit = await wisp.end().then(() => wisp.lines.at(-1));
    expect(exit).toMatchObject({ type: 'exit', saved: expect.stringMatching(/-2$/) });
  });

  test('/model keeps the model that answers when the other can not be opened', async () => {
    const { wisp, server } = await converse([say('Still here.')]);
    const said = await notes(wisp, '/model no-such-model');
    expect(said.join()).toContain(`${MODEL} goes on answering.`);
    await tell(wisp, 'Hello?');
    expect(JSON.stringify(server.chats()[0]?.body.model)).toContain(MODEL);
  });

  test('/model offers a choice to a front end that answers, and takes what is chosen', async () => {
    const { wisp } = await converse([], [], { models: [fakeModel(), fakeModel({ name: OTHER })] });
    wisp.send({ type: 'hello', effects: ['approve'] });
    wisp.say('/model');
    const choice = await wisp.line('choice');
    expect(choice).toMatchObject({ current: MODEL, acceptsText: true });
    expect(choice.options.map(({ value }) => value)).toEqual([MODEL, OTHER]);
    wisp.send({ type: 'choose', id: choice.id, value: OTHER });
    await wisp.until(
      (line): line is Extract<Outbound, { type: 'status' }> => line.type === 'status' && line.model === OTHER,
    );
  });

  test('a choice is withdrawn when something else is said, and changes nothing', async () => {
    const { wisp } = await converse([say('Yes.')], [], { models: [fakeModel(), fakeModel({ name: OTHER })] });
    wisp.send({ type: 'hello', effects: ['approve'] });
    wisp.say('/model');
    const { id } = await wisp.line('choice');
    wisp.say('Are you there?');
    expect(await wisp.line('withdrawn')).toEqual({ type: 'withdrawn', id });
    expect(await wisp.line('turn', 2)).toMatchObject({ outcome: 'ok' });
    wisp.send({ type: 'choose', id, value: OTHER });
    await wisp.until(
      (line): line is Extract<Outbound, { type: 'note' }> =>
        line.type === 'note' && line.text.includes('No such choice'),
    );
  });

  test('/outputs, /summarise and /recall reach what was held back, in the words of the chat', async () => {
    const wisp = await alone();
    expect(await printed(wisp, '/outputs')).toBe('Nothing has been held back yet.');
    const id = await typed(wisp, 'seq 1 9000; echo "error: the tide is out" >&2; exit 3');
    expect(await printed(wisp, '/outputs')).toBe(
      `${id}  9,004 lines, 43 KiB  seq 1 9000; echo "error: the tide is out" >&2; exit 3`,
    );
    const summary = await printed(wisp, '/summarise');
    expect(summary).toContain('error: the tide is out');
    expect(await printed(wisp, `/summarise ${id.slice(0, 6)} overview`)).toContain('exit status 3');
    const page = await printed(wisp, `/recall output ${id} head 2000`);
    expect(page).toContain(`[output ${id} of run_command;`);
    expect(page.split('\n').at(-1)).toBe(`[end of what was asked for; after it: /recall output ${id} from line 2001]`);
    expect(await printed(wisp, `/recall ${id} matching tide`)).toMatch(/\b9004\b.*error: the tide is out/);
    expect(await printed(wisp, '/recall output ffffffff')).toContain('there is no stored output ffffffff');
    expect(await printed(wisp, `/recall condense output ${id}: why?`)).toContain('there is no model to ask');
  });

  test('/recall condense asks the model of the conversation, and says how far it has come', async () => {
    const { wisp } = await converse([], [], { answer: () => say('The tide turns at line 9 of it.') });
    const id = await typed(wisp, 'seq 1 90000');
    const lines = await tell(wisp, `/recall condense output ${id}: when does it turn?`);
    const progress = lines.flatMap((line) => (line.type === 'activity' && line.progress ? [line.progress] : []));
    expect(progress[0]).toEqual({ done: 0, total: expect.any(Number), unit: 'chunks' });
    expect(progress.length).toBe(progress[0]?.total);
    expect(lines.some((line) => line.type === 'output' && line.text.includes('The tide turns'))).toBe(true);
  });

  test('/show sends what is shown and its first page; /last the newest output, given whole or not', async () => {
    const wisp = await alone();
    expect(await notes(wisp, '/show')).toEqual(['Nothing has printed anything yet.']);
    const large = await typed(wisp, 'seq 1 9000');
    const small = await typed(wisp, 'echo small');
    const shown = await tell(wisp, '/show');
    expect(shown.slice(0, 2)).toEqual([
      { type: 'note', level: 'info', text: `output ${large} of seq 1 9000: 9,002 lines, 43 KiB, whole` },
      expect.objectContaining({ type: 'view', id: large, page: 1, totalLines: 9_002 }),
    ]);
    const last = await tell(wisp, '/last');
    expect(last.slice(0, -1)).toEqual([
      {
        type: 'note',
        level: 'info',
        text: `never kept: nothing of ${small} was held back, so nothing was kept: its result is the whole. This is what it returned:`,
      },
      { type: 'output', text: 'exit status: 0' },
      { type: 'output', text: 'stdout:' },
      { type: 'output', text: 'small' },
    ]);
    expect(await notes(wisp, '/show ffffffff')).toEqual(['no such output: there is no stored output ffffffff.']);
  });

  test('/show refuses an output whose bytes are no longer those that were kept', async () => {
    const wisp = await alone();
    const { session } = await wisp.line('hello');
    const id = await typed(wisp, 'seq 1 9000');
    const path = join(wisp.home, 'output', session, id);
    writeFileSync(path, readFileSync(path, 'utf8').replace('8000', '8001'));
    const lines = await tell(wisp, `/show ${id}`);
    expect(lines.map((line) => line.type)).toEqual(['note', 'status']);
    expect(lines[0]).toMatchObject({ level: 'error', text: expect.stringMatching(/^damaged: /) });
  });

  test('/context, /tokens, /stats, /history and /status tell of the conversation', async () => {
    const { wisp } = await converse([runs('seq 1 20000'), say('Counted.')]);
    expect(await printed(wisp, '/history')).toBe('No turn yet.');
    await tell(wisp, 'Count to\n20000.');
    expect(await printed(wisp, '/history')).toMatch(
      /^1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}Count to 20000\. {2}\(.* s · run_command\)$/,
    );
    const context = await printed(wisp, '/context');
    expect(context).toMatch(/ tokens .* system prompt$/m);
    expect(context).toMatch(/ turn 1: Count to/m);
    expect(context.split('\n').at(-1)).toMatch(/^[0-9,]+ tokens, \d+% of the window of [0-9,]+; [0-9,]+ are kept free/);
    expect(await printed(wisp, '/tokens')).toMatch(/^read 600, written 24, as the server counted them\nwindow /);
    expect(await printed(wisp, '/stats')).toMatch(
      /^1 turn, .*\n1 call of the model, 0 commands of yours\n1 output kept whole\n600 tokens read, 24 written$/,
    );
    const status = await printed(wisp, '/status');
    expect(status).toMatch(new RegExp(`^model: ${MODEL}$`, 'm'));
    expect(status).toMatch(/^turn: 1$/m);
    expect(wisp.lines.findLast((line) => line.type === 'status')).toMatchObject({ inputTokens: 600, outputTokens: 24 });
  });

  test('/audit and /inspect show the events of the session', async () => {
    const { wisp } = await converse([runs('echo low water'), say('Done.')]);
    await tell(wisp, 'Look.');
    expect((await printed(wisp, '/audit 3')).split('\n')).toHaveLength(3);
    expect(await printed(wisp, '/audit')).toContain('session.start');
    expect(await notes(wisp, '/audit many')).toEqual(['/audit takes a whole number from 1 to 1000.']);
    const calls = await printed(wisp, '/inspect calls');
    expect(calls.split('\n')).toHaveLength(2);
    expect(calls).toContain('echo low water');
    expect(await printed(wisp, '/inspect turn 1')).toContain('Look.');
    expect(await printed(wisp, '/inspect turn 9')).toBe('Nothing of turn 9 in this session.');
    expect(await printed(wisp, '/inspect status')).toContain(`model: ${MODEL}`);
    expect(await printed(wisp, '/inspect config')).toContain('approval.level: moderate');
    expect(await notes(wisp, '/inspect')).toEqual([
      '/inspect takes one of audit, calls, turn, context, status, config.',
    ]);
  });

  test('/config says a setting and changes the file', async () => {
    const wisp = await alone();
    expect(await printed(wisp, '/config shownOutputLines')).toMatch(/^shownOutputLines: 12\nLines of an output/);
    expect(await notes(wisp, '/config shownOutputLines 20')).toEqual([
      'shownOutputLines is 20 now.',
      'It holds from the next start on.',
    ]);
    expect(JSON.parse(readFileSync(join(wisp.home, 'config.json'), 'utf8'))).toEqual({ shownOutputLines: 20 });
    expect(await printed(wisp, '/config')).toContain('shownOutputLines: 20 (file)');
    expect((await notes(wisp, '/config shownOutputLines many'))[0]).toMatch(/takes a whole number/);
    expect((await notes(wisp, '/config nonesuch'))[0]).toMatch(/there is no setting/);
  });

  test('/approvals lists what lasts, and takes it back', async () => {
    const wisp = await alone();
    const store = new ApprovalStore(wisp.home);
    await store.add({ patterns: ['npm test'], scope: 'always', directory: '/', days: 1 });
    const line = await printed(wisp, '/approvals');
    expect(line).toMatch(/^[0-9a-f]{16} {2}npm test {2}everywhere, until /);
    expect(await notes(wisp, `/approvals revoke ${line.slice(0, 8)}`)).toEqual(['1 approval revoked.']);
    expect(await printed(wisp, '/approvals')).toBe('Nothing is approved beyond its session.');
  });

  test('/new begins a thread that knows nothing of the one before', async () => {
    const { wisp, server } = await converse([say('One.'), say('Two.')]);
    await tell(wisp, 'A question of tides.');
    expect((await notes(wisp, '/new'))[0]).toMatch(
      /^A new thread\. The one so far is saved as \d{4}-\d\d-\d\d-[0-9a-f]{8}\.$/,
    );
    await tell(wisp, 'Another.');
    expect(JSON.stringify(server.chats()[1]?.body.messages)).not.toContain('tides');
    expect(await printed(wisp, '/history')).toMatch(/^2 {2}.*Another\./);
  });

  test('what a model thinks is sent as it comes, apart from the reply, and recorded whole', async () => {
    const { wisp } = await converse([{ lines: [thinking('First '), thinking('I look.'), text('Low tide.'), done()] }]);
    const lines = await tell(wisp, 'When?');
    const parts = lines.flatMap((line) => (line.type === 'reasoning' ? [{ phase: line.phase, text: line.text }] : []));
    expect(parts).toEqual([
      { phase: 'start', text: '' },
      { phase: 'delta', text: 'First ' },
      { phase: 'delta', text: 'I look.' },
      { phase: 'end', text: '' },
    ]);
    const event = lines.find((line) => line.type === 'event' && line.kind === 'model.reasoning');
    expect(event).toMatchObject({ details: { text: 'First I look.' }, text: expect.stringMatching(/^thought for /) });
  });

  test('a running command is counted as it prints, a few times a second', async () => {
    const wisp = await alone();
    const from = wisp.lines.length;
    wisp.say('!head -c 100000 /dev/zero; exec sleep 60');
    const counted = await wisp.until(
      (line): line is Extract<Outbound, { type: 'activity' }> => line.type === 'activity' && line.bytes === 100_000,
      from,
    );
    expect(counted).toMatchObject({ asking: false, seconds: expect.any(Number) });
    wisp.send({ type: 'interrupt' });
    await wisp.event('command.typed');
  });
});
