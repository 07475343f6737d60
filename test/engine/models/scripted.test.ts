import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../../packages/engine/src/models/backend.ts';
import { openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { ask, failure, joined, never, reply } from './support.ts';

const directories: string[] = [];

afterEach(async () => {
  await Promise.all(directories.splice(0).map((d) => rm(d, { recursive: true })));
});

async function script(...lines: (object | string)[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'wisp-script-'));
  directories.push(directory);
  const file = join(directory, 'replies.jsonl');
  await writeFile(file, lines.map((l) => `${typeof l === 'string' ? l : JSON.stringify(l)}\n`).join(''));
  return file;
}

describe('a scripted model', () => {
  it('tells the window that it was given', async () => {
    const file = await script({});
    expect(await openBackend(`scripted:${file}`, { window: 5000 }).open(never())).toEqual({
      name: file,
      backend: 'scripted',
      window: 5000,
      windowReason: 'as configured',
      capabilities: ['completion', 'tools', 'thinking'],
    });
  });

  it('gives its replies in order, in small fragments of whole characters', async () => {
    const file = await script(
      {
        thinking: 'Let me see.',
        text: 'Größe ✅ and a longer sentence',
        calls: [{ name: 'read_file', arguments: { path: 'a' } }],
      },
      '',
      { text: 'Two.', reason: 'length', usage: { inputTokens: 9, outputTokens: 2 } },
    );
    const backend = openBackend(`scripted:${file}`);
    const first = await reply(backend);
    expect(joined(first)).toEqual([
      { kind: 'thinking', text: 'Let me see.' },
      { kind: 'text', text: 'Größe ✅ and a longer sentence' },
      { kind: 'call', call: { id: expect.stringMatching(/^call_/), name: 'read_file', arguments: { path: 'a' } } },
      { kind: 'done', reason: 'stop', usage: {} },
    ]);
    expect(first.length).toBeGreaterThan(4);
    expect(await reply(backend)).toEqual([
      { kind: 'text', text: 'Two.' },
      { kind: 'done', reason: 'length', usage: { inputTokens: 9, outputTokens: 2 } },
    ]);
  });

  it('fails as it is told to', async () => {
    const file = await script({ text: 'So', error: 'The runner stopped.', code: 'crashed' }, { error: 'No.' });
    const backend = openBackend(`scripted:${file}`);
    expect(await failure(reply(backend))).toEqual(new ModelError('crashed', 'The runner stopped.'));
    expect(await failure(reply(backend))).toEqual(new ModelError('refused', 'No.'));
  });

  it('says so when it is asked for more than it has', async () => {
    const file = await script({ text: 'a' });
    const backend = openBackend(`scripted:${file}`);
    await reply(backend);
    expect(await failure(reply(backend))).toEqual(
      new ModelError('bad-script', `The script ${file} has 1 reply, and one more was asked for.`),
    );
  });

  it('can be interrupted while it waits', async () => {
    const file = await script({ text: 'a', delayMs: 3_600_000 });
    const controller = new AbortController();
    const reason = new Error('enough');
    const failed = failure(reply(openBackend(`scripted:${file}`), ask(), controller.signal));
    setImmediate(() => controller.abort(reason));
    expect(await failed).toBe(reason);
  });

  it('names the line that is no reply', async () => {
    const file = await script({ text: 'a' }, '{"text": 5}');
    expect(await failure(openBackend(`scripted:${file}`).open(never()))).toMatchObject({
      code: 'bad-script',
      message: `Line 2 of the script ${file} is no reply: ✖ Invalid input: expected string, received number\n  → at text`,
    });
    const garbage = await script('oops');
    expect(await failure(openBackend(`scripted:${garbage}`).open(never()))).toMatchObject({
      code: 'bad-script',
      message: `Line 1 of the script ${garbage} is no reply: it is no JSON`,
    });
  });

  it('says so when there is no such file', async () => {
    const error = await failure(openBackend('scripted:/nowhere/at/all').open(never()));
    expect(error).toMatchObject({ code: 'bad-script', cause: { code: 'ENOENT' } });
  });
});
