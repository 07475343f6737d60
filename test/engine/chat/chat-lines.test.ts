import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputPage, ViewError } from '@wisp/protocol';
import { describe, expect, test } from 'vitest';
import { Engine } from '../../support/engine.ts';

const none = ['--model', 'none'];

async function typed(wisp: Engine, command: string, count = 1): Promise<string> {
  wisp.say(`!${command}`);
  await wisp.line('status', count + 1);
  const events = wisp.lines.filter((l) => l.type === 'event' && l.kind === 'command.typed');
  const event = events[count - 1];
  return (event?.type === 'event' && event.call) || '';
}

async function page(wisp: Engine, id: string, number: number): Promise<OutputPage> {
  const from = wisp.lines.length;
  wisp.send({ type: 'output', id, page: number });
  const view = await wisp.until((l): l is OutputPage => l.type === 'view', from);
  return view;
}

describe('wisp chat --json', () => {
  test('greets first, then says its status, and ends with the end of its input', async () => {
    const wisp = new Engine(none);
    await wisp.line('status');
    expect(await wisp.end()).toBe(0);
    expect(wisp.lines[0]).toMatchObject({ type: 'hello', protocol: 1, home: wisp.home });
    expect(wisp.lines.at(-1)).toEqual({ type: 'exit', code: 0 });
    expect(wisp.lines.find((l) => l.type === 'status')).toMatchObject({
      model: null,
      budget: 4_096,
      directory: wisp.directory,
    });
    expect(wisp.stray).toEqual([]);
    expect(wisp.stderr).toBe('');
  });

  test('finishes what it was asked before its input ended', async () => {
    const wisp = new Engine(none);
    wisp.send('!echo one', '!echo two', '/quit');
    expect(await wisp.end()).toBe(0);
    expect(wisp.lines.filter((l) => l.type === 'event' && l.kind === 'command.typed')).toHaveLength(2);
  });

  test('works without a model server and says how to get one', async () => {
    const wisp = new Engine([]);
    const note = await wisp.line('note');
    expect(note).toMatchObject({ level: 'warn', text: expect.stringContaining('ollama serve') });
    expect(await wisp.line('status')).toMatchObject({ model: null });
    wisp.say('Hello?');
    expect(await wisp.line('turn', 2)).toMatchObject({ phase: 'end', outcome: 'error' });
    wisp.say('!echo still here');
    const event = await wisp.event('command.typed');
    expect(event).toMatchObject({
      text: expect.stringMatching(/^exit status 0/),
      output: { text: 'still here\n', shownLines: 1, truncated: false },
    });
  });

  test.each([
    ['{"type":"output","id":5,"page":1}', 'id'],
    ['{"type":"output","id":"abcd","page":0}', 'page'],
    ['{"type":"message"}', 'text'],
    ['{"kind":"message"}', 'type'],
    ['{"type":"answer","id":"x","decision":"perhaps"}', 'decision'],
  ])('answers %s with an error that names the field', async (line, field) => {
    const wisp = new Engine(none);
    await wisp.line('status');
    wisp.send(line);
    expect(await wisp.line('note')).toMatchObject({ level: 'error', text: expect.stringContaining(field) });
    wisp.say('!true');
    await wisp.line('status', 2);
  });

  test('survives a line over 1 MiB, garbage, and types that it does not know', async () => {
    const wisp = new Engine(none);
    await wisp.line('status');
    wisp.send(`{"type":"message","text":"${'x'.repeat(1_100_000)}"}`, '{"type":"from the future"}', '');
    expect(await wisp.line('note')).toMatchObject({ level: 'error', text: expect.stringContaining('1 MiB') });
    wisp.say('!echo fine');
    await wisp.line('status', 2);
    expect(await wisp.end()).toBe(0);
  });

  test('gives every page of an output, and the pages joined are the output', async () => {
    const wisp = new Engine(none);
    await wisp.line('status');
    const id = await typed(wisp, 'seq 1 60000');
    const first = await page(wisp, id.slice(0, 6), 1);
    let text = first.text;
    for (let n = 2; n <= first.pages; n++) {
      const next = await page(wisp, id, n);
      expect(next).toMatchObject({ start: Buffer.byteLength(text), page: n, exact: true, last: n === first.pages });
      expect(next.firstLine).toBe(text.split('\n').length);
      text += next.text;
    }
    expect(text).toBe(`exit status: 0\nstdout:\n${Array.from({ length: 60_000 }, (_, i) => `${i + 1}\n`).join('')}`);
    expect(first).toMatchObject({ id, totalLines: 60_002, totalBytes: text.length, cut: false });
  });

  test('says why there is no page: never kept, no such output, no such page, swept', async () => {
    const wisp = new Engine(none);
    const { session } = await wisp.line('hello');
    await wisp.line('status');
    const small = await typed(wisp, 'echo small', 1);
    const large = await typed(wisp, 'seq 1 9000', 2);
    const reasons: string[] = [];
    const ask = async (id: string, number: number) => {
      const from = wisp.lines.length;
      wisp.send({ type: 'output', id, page: number });
      const view = await wisp.until((l): l is OutputPage | ViewError => l.type === 'view', from);
      reasons.push('error' in view ? (view.error.split(':')[0] ?? '') : 'a page');
    };
    await ask(small, 1);
    await ask('ffffffffffff', 1);
    await ask('../../etc/passwd', 1);
    await ask(large, 99);
    rmSync(join(wisp.home, 'output', session), { recursive: true });
    await ask(large, 1);
    expect(reasons).toEqual(['never kept', 'no such output', 'no such output', 'no such page', 'swept']);
  });

  test('answers views and completions while a command runs, and interrupts it', async () => {
    const wisp = new Engine(none);
    await wisp.line('status');
    wisp.say('!sleep 60');
    await wisp.line('activity');
    wisp.send({ type: 'complete', id: 'q', text: '/he', cursor: 3 });
    expect(await wisp.line('completions')).toEqual({ type: 'completions', id: 'q', from: 0, candidates: ['/help'] });
    wisp.send({ type: 'interrupt' });
    const event = await wisp.event('command.typed');
    expect(event).toMatchObject({ text: expect.stringContaining('SIGTERM') });
  });

  test('does not grow while its front end does not read, and goes on when it does', async () => {
    const wisp = new Engine(none);
    await wisp.line('status');
    wisp.child.stdout.pause();
    for (let i = 0; i < 30; i++) wisp.send({ type: 'message', text: '!seq 1 20000' });
    wisp.child.stdout.resume();
    await wisp.line('status', 31);
    expect(wisp.lines.filter((l) => l.type === 'event' && l.kind === 'command.typed')).toHaveLength(30);
  });
});
