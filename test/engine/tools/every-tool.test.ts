import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOutput } from '../../../packages/engine/src/store/open-output.ts';
import { TOOLS } from '../../../packages/engine/src/tools/registry.ts';
import { Toolbench } from './support.ts';

type Provoke = (bench: Toolbench) => Promise<Record<string, unknown>> | Record<string, unknown>;

/**
 * A call of each tool that has more to say than fits. A tool that is not here fails the test: whoever adds one says how it
 * is made to overflow.
 */
const PROVOKED: Readonly<Record<string, Provoke | 'never more than a line'>> = {
  run_command: () => ({ command: 'seq 1 20000' }),
  read_file: ({ directory }) => {
    writeFileSync(join(directory, 'long.txt'), 'a line of text\n'.repeat(5_000));
    return { path: 'long.txt' };
  },
  memory: async (bench) => {
    await bench.call('run_command', { command: 'seq 1 20000' });
    return { action: 'recall', entry: 1 };
  },
  inspect: () => ({ what: 'status' }),
  system_info: () => ({ topic: 'processes', limit: 500 }),
  edit_file: 'never more than a line',
  current_date: 'never more than a line',
};

/** How each answer that is a page says where the rest is: the page's own way on. */
const WAY_ON = /\[more: read_file with line \d+|from line [\d,]+/;

describe('every tool', () => {
  it.each(TOOLS.map((tool) => tool.name))('%s never gives less than it has without a way to the rest', async (name) => {
    const provoke = PROVOKED[name];
    if (provoke === undefined) throw new Error(`say in PROVOKED how ${name} is made to have more than fits`);
    if (provoke === 'never more than a line') return;
    const bench = new Toolbench();
    const args = await provoke(bench);
    for (const room of [4_096, 2_048, 1_024]) {
      bench.turn += 1;
      const answer = await bench.call(name, args, room);
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(room);
      if (answer.stored) {
        expect(answer.text).toContain(answer.id);
        const kept = openOutput(bench.store.directory, answer.id);
        expect(kept.record.bytes).toBeGreaterThan(room);
        kept.close();
      } else if (answer.bytes > room) expect(answer.text).toMatch(WAY_ON);
    }
  });

  it('keeps what stands as a reference after its turn, though it fitted', async () => {
    const bench = new Toolbench();
    const answer = await bench.call('run_command', { command: 'seq 1 700' });
    expect(answer).toMatchObject({ stored: true, way: 'memory: "recall entry 1"' });
    expect(answer.text).not.toContain('held back');
    const again = await bench.call('memory', { action: 'recall', entry: 1, from: 500 });
    expect(again.text).toContain('498');
  });

  it.each(['no_such_tool', 'run_command', 'read_file', 'edit_file'])(
    'answers a wrong call of %s within its room',
    async (name) => {
      const bench = new Toolbench();
      const answer = await bench.call(name, { nonsense: 'x'.repeat(100_000) }, 1_024);
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(1_024);
      expect(answer.text).toMatch(/^error: /);
    },
  );
});
