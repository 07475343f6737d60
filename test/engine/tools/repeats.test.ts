import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Agent } from '../../../packages/engine/src/agent/agent.ts';
import { openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { never } from '../models/support.ts';
import { Toolbench } from './support.ts';

const same = (count: number, entry: number) =>
  `[This call was made ${count} times in this turn; entry ${entry} was the last before. Its result is the same as then.]`;

describe('a repeated call', () => {
  it('runs, and is answered with a line above its result', async () => {
    const bench = new Toolbench();
    const command = 'echo x >> log; wc -l < log; echo same';
    const first = await bench.call('run_command', { command });
    expect(first.text).toBe('exit status: 0\nstdout:\n1\nsame\n');
    const second = await bench.call('run_command', { command });
    expect(second.text).toBe(
      '[This call was made 2 times in this turn; entry 1 was the last before. Its result differs from then.]\nexit status: 0\nstdout:\n2\nsame\n',
    );
    expect(bench.told('tool.result').map((one) => one.repeat)).toEqual([
      undefined,
      { count: 2, entry: 1, of: first.id, same: false },
    ]);
    expect(readFileSync(join(bench.directory, 'log'), 'utf8')).toBe('x\nx\n');
  });

  it('gets firmer words from the third equal result on, and softer ones after another', async () => {
    const bench = new Toolbench();
    const run = async () => (await bench.call('run_command', { command: 'cat state 2>&1' })).text.split('\n')[0];
    await run();
    expect(await run()).toBe(same(2, 1));
    expect(await run()).toMatch(/^\[This call was made 3 times .* the same, 3 times in a row\. Unless something else/);
    writeFileSync(join(bench.directory, 'state'), 'ready');
    expect(await run()).toContain('made 4 times in this turn; entry 3 was the last before. Its result differs');
    expect(await run()).toBe(same(5, 4));
  });

  it('is a new one in the next turn, after an edit, and after a command of the person’s', async () => {
    const bench = new Toolbench();
    const isNew = async () => !(await bench.call('run_command', { command: 'true' })).text.startsWith('[');
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    bench.turn += 1;
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await bench.call('edit_file', { path: 'a', mode: 'write', content: 'x' });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    bench.box.changed();
    expect(await isNew()).toBe(true);
  });

  it('is a repeated one after an edit that was refused', async () => {
    const bench = new Toolbench();
    await bench.call('run_command', { command: 'true' });
    await bench.call('edit_file', { path: 'no/such/a', mode: 'write', content: 'x' });
    expect((await bench.call('run_command', { command: 'true' })).text).toContain(same(2, 1));
  });

  it('that edits a file says so too: what is added twice stands there twice', async () => {
    const bench = new Toolbench();
    const args = { path: 'a', mode: 'append', content: 'x\n' };
    await bench.call('edit_file', args);
    expect((await bench.call('edit_file', args)).text).toBe(
      '[This call was made 2 times in this turn; entry 1 was the last before. Its result differs from then.]\na: 1 line added (4 bytes, 2 before).',
    );
  });

  it('compares all that was printed, whatever of it was shown or kept', async () => {
    const bench = new Toolbench();
    const seen = async (command: string, ...rooms: number[]) => {
      bench.turn += 1;
      const lines: (string | undefined)[] = [];
      for (const room of rooms) {
        const { text } = await bench.call('run_command', { command }, room);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
        lines.push(/ Its result ([^.]*)/.exec(text)?.[1]);
      }
      return lines;
    };
    const alike = [undefined, 'is the same as then', 'is the same, 3 times in a row'];
    // Too long for any room; fitting only the first, which is not kept by then; and with a line that looks like a note.
    expect(await seen('seq 1 20000', 4_096, 2_048, 1_024)).toEqual(alike);
    expect(await seen('seq 1 300', 4_096, 1_024, 4_096)).toEqual(alike);
    expect(await seen("seq 1 300; echo '[held back: none]'", 4_096, 1_024, 4_096)).toEqual(alike);
    // The middle alone differs, which neither result shows.
    const middle = 'seq 1 10000; date +%N; seq 1 10000';
    expect(await seen(middle, 1_024, 1_024)).toEqual([undefined, 'differs from then']);
    expect((await bench.call('run_command', { command: middle }, 1_024)).text).toMatch(
      /differs from then\. To see that one, memory: "recall entry \d+"\.\]\n/,
    );
  });

  it('that reads a file compares the file, not how much of it there was room for', async () => {
    const bench = new Toolbench();
    const path = join(bench.directory, 'f');
    writeFileSync(path, 'a line of text\n'.repeat(1_000));
    const read = async () => (await bench.call('read_file', { path: 'f' })).text.split('\n')[0];
    await read();
    expect(await read()).toBe(same(2, 1));
    appendFileSync(path, 'more\n');
    // The page is as it was, and the file is not: the page counts.
    expect(await read()).toContain('is the same');
    writeFileSync(path, 'another\n'.repeat(1_000));
    expect(await read()).toContain('differs from then.');
  });

  it('keeps its line within the room, to the byte, for every tool', async () => {
    const bench = new Toolbench();
    writeFileSync(join(bench.directory, 'f'), 'a line of text\n'.repeat(5_000));
    const calls = [
      ['run_command', { command: 'seq 1 20000' }],
      ['read_file', { path: 'f' }],
      ['inspect', { what: 'status' }],
      ['memory', { action: 'recall', entry: 1 }],
      ['nothing_such', {}],
    ] as const;
    for (const [name, args] of calls) {
      for (let count = 1; count <= 4; count++) {
        const { text } = await bench.call(name, args, 1_024);
        expect(text.startsWith('[This call was made')).toBe(count > 1);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
      }
    }
  });
});

describe('an agent whose model repeats itself', () => {
  it('sends the line to the model, and the calls run', async () => {
    const bench = new Toolbench();
    const file = join(bench.home, 'replies.jsonl');
    const call = (args: Record<string, unknown>) => ({ calls: [{ name: 'run_command', arguments: args }] });
    const replies = [
      call({ command: 'echo x >> log', directory: '.' }),
      call({ directory: '.', command: 'echo x >> log' }),
      { calls: [{ name: 'edit_file', arguments: { path: 'log', mode: 'append', content: 'y' } }] },
      call({ command: 'echo x >> log', directory: '.' }),
      { text: 'Done.' },
    ];
    writeFileSync(file, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''));
    const { budget, directory, box: tools } = bench;
    const agent = new Agent({ backend: openBackend(`scripted:${file}`), tools, budget, directory });
    const results: string[] = [];
    const { text } = await agent.turn('Go', {
      turn: 1,
      signal: never(),
      onEvent: (event) => {
        if (event.kind === 'result') results.push(event.answer.text);
      },
    });
    const nothing = 'exit status: 0\n(no output)\n';
    expect(results).toEqual([nothing, `${same(2, 1)}\n${nothing}`, 'log: 1 line added (5 bytes, 4 before).', nothing]);
    expect(text).toBe('Done.');
    expect(readFileSync(join(bench.directory, 'log'), 'utf8')).toBe('x\nx\nyx\n');
  });
});
