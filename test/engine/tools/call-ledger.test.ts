import { describe, expect, it } from 'vitest';
import { Toolbench } from './support.ts';

describe('a repeated call', () => {
  it('is answered, with a line that names the entry and says whether the result is the same', async () => {
    const bench = new Toolbench();
    const first = await bench.call('run_command', { command: 'echo same' });
    expect(first.text).toBe('exit status: 0\nstdout:\nsame\n');
    const second = await bench.call('run_command', { command: 'echo same' });
    expect(second.text).toBe(
      `[This call was made 2 times in this turn; entry 1 was the last before. Its result is the same as then.]\n${first.text}`,
    );
    const third = await bench.call('run_command', { command: 'echo same' });
    expect(third.text).toContain(
      'made 3 times in this turn; entry 2 was the last before. Its result is the same as then. Making it again',
    );
    expect(bench.told('tool.result').map((one) => one.repeat)).toEqual([
      undefined,
      { count: 2, entry: 1, same: true },
      { count: 3, entry: 2, same: true },
    ]);
  });

  it('says when its result differs: that is progress', async () => {
    const bench = new Toolbench();
    const command = 'echo x >> log; cat log';
    await bench.call('run_command', { command });
    expect((await bench.call('run_command', { command })).text).toContain(
      'Its result differs from then.]\nexit status: 0',
    );
  });

  it('is told by its arguments, whatever their order', async () => {
    const bench = new Toolbench();
    await bench.call('run_command', { command: 'true', directory: '.' });
    expect((await bench.call('run_command', { directory: '.', command: 'true' })).text).toContain('2 times');
    expect((await bench.call('run_command', { command: 'true' })).text).not.toContain('times');
  });

  it('is a new one in the next turn, after an edit, and after a command of the person’s', async () => {
    const bench = new Toolbench();
    const run = async () => (await bench.call('run_command', { command: 'true' })).text;
    await run();
    expect(await run()).toContain('2 times');
    bench.turn += 1;
    expect(await run()).not.toContain('times');
    await bench.call('edit_file', { path: 'a', mode: 'write', content: 'x' });
    expect(await run()).not.toContain('times');
    bench.box.changed();
    expect(await run()).not.toContain('times');
  });

  it('compares all that was printed, and keeps its line within the room, to the byte', async () => {
    const bench = new Toolbench();
    const command = 'seq 1 20000';
    await bench.call('run_command', { command }, 1_024);
    const again = await bench.call('run_command', { command }, 1_024);
    expect(again.text).toContain('Its result is the same as then.');
    expect(again.text).toContain('held back');
    expect(Buffer.byteLength(again.text)).toBeLessThanOrEqual(1_024);
  });
});
