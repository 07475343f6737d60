import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOutput } from '../../../packages/engine/src/store/open-output.ts';
import { TOOL_NAMES } from '../../../packages/engine/src/tools/names.ts';
import { TOOLS, toolsNamed } from '../../../packages/engine/src/tools/registry.ts';
import type { ToolAnswer } from '../../../packages/engine/src/tools/toolbox.ts';
import { Toolbench } from './support.ts';

/**
 * How a tool is made to have more than fits. `stored`: what does not fit is kept under the call's id, and `holds` is in the
 * whole. `pages`: each answer says how to have the next, and the last holds `holds`. `short`: whatever it is asked, it has
 * few words.
 */
type Provoked =
  | { as: 'stored'; make?: (bench: Toolbench) => void | Promise<void>; args: Record<string, unknown>; holds: RegExp }
  | {
      as: 'pages';
      make: (bench: Toolbench) => void | Promise<void>;
      args: Record<string, unknown>;
      next: (page: string) => Record<string, unknown> | null;
      holds: RegExp;
    }
  | { as: 'short'; make?: (bench: Toolbench) => void; args: Record<string, unknown>[] };

const LONG = 'n'.repeat(4_000);

/** A call of each tool. A tool that is not here fails the test: whoever adds one says how it is made to overflow. */
const PROVOKED: Readonly<Record<string, Provoked>> = {
  run_command: {
    as: 'stored',
    args: { command: 'seq 1 20000' },
    holds: /^exit status: 0\nstdout:\n1\n[\d\n]*\n20000\n$/,
  },
  read_file: {
    as: 'pages',
    make: ({ directory }) => writeFileSync(join(directory, 'long.txt'), `${'a line of text\n'.repeat(2_000)}the end\n`),
    args: { path: 'long.txt' },
    next: (page) => {
      const line = /\[more: read_file with line (\d+)/.exec(page)?.[1];
      return line === undefined ? null : { path: 'long.txt', line: Number(line) };
    },
    holds: /\tthe end\n\[end of file\]$/,
  },
  memory: {
    as: 'pages',
    make: async (bench) => void (await bench.call('run_command', { command: 'seq 1 4000' })),
    args: { action: 'recall', entry: 1 },
    next: (page) => {
      const request = /memory "?(recall [^"\]]*)/.exec(page.slice(-300))?.[1];
      return request === undefined ? null : { request };
    },
    holds: /4000/,
  },
  inspect: { as: 'stored', args: { what: 'status' }, holds: /^\{\n {2}"model": "m",\n {2}"notes": "n{20000}"\n\}$/ },
  system_info: { as: 'stored', args: { topic: 'processes', limit: 500 }, holds: /^\d+ processes\n[\s\S]*node/ },
  edit_file: {
    as: 'short',
    make: ({ directory }) => {
      mkdirSync(join(directory, 'd'));
      writeFileSync(join(directory, 'many'), `${LONG} x\n`.repeat(1_000));
    },
    args: [
      { path: LONG, mode: 'write', content: '' },
      { path: `d/${'long '.repeat(40)}`, mode: 'write', content: LONG },
      { path: 'many', mode: 'replace', find: LONG, content: LONG },
      { path: 'many', mode: 'replace', find: LONG.replace('n', 'm'), content: '' },
      { path: 'many', mode: 'replace', line: 7, content: `${LONG}\n`.repeat(200) },
    ],
  },
  current_date: { as: 'short', args: [{}, { nonsense: LONG }] },
};

const ROOMS = [4_096, 2_048, 1_024];

describe('every tool', () => {
  it.each(TOOLS.map((tool) => tool.name))('%s never gives less than it has without a way to the rest', async (name) => {
    const provoked = PROVOKED[name];
    if (!provoked) throw new Error(`say in PROVOKED how ${name} is made to have more than fits`);
    for (const room of ROOMS) {
      const bench = new Toolbench();
      await provoked.make?.(bench);
      const ask = async (args: Record<string, unknown>) => within(room, await bench.call(name, args, room));
      if (provoked.as === 'short') {
        for (const args of provoked.args) expect((await ask(args)).text).not.toMatch(/held back|\[more/);
      } else if (provoked.as === 'stored') {
        const answer = await ask(provoked.args);
        expect(answer.text).toMatch(new RegExp(`\\[held back: .*\\n.*kept as output ${answer.id}`));
        expect(whole(bench, answer)).toMatch(provoked.holds);
      } else {
        let page = await ask(provoked.args);
        let pages = 1;
        for (let next = provoked.next(page.text); next; next = provoked.next(page.text)) {
          expect(page.stored).toBe(false);
          page = await ask(next);
          pages++;
        }
        expect(pages).toBeGreaterThan(3);
        expect(page.text).toMatch(provoked.holds);
      }
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

  it('says why nothing is kept where the audit is off, and shows what fits', async () => {
    const bench = new Toolbench({ audit: false });
    for (const [name, args] of [
      ['run_command', { command: 'seq 1 20000' }],
      ['inspect', { what: 'status' }],
    ] as const) {
      const answer = within(1_024, await bench.call(name, args, 1_024));
      expect(answer).toMatchObject({ stored: false, way: null });
      expect(answer.text).toContain('the rest was not kept: the audit is off');
    }
    expect(bench.told('tool.result').map((one) => one.notKept)).toEqual(['the audit is off', 'the audit is off']);
  });

  it.each(['no_such_tool', 'x'.repeat(100_000), ...TOOL_NAMES.filter((name) => name !== 'current_date')])(
    'answers a call of %.20s that does not fit within its room, whatever its arguments',
    async (name) => {
      const bench = new Toolbench();
      const keys = Object.keys(TOOLS.find((tool) => tool.name === name)?.schema.shape ?? { nonsense: null });
      const args = Object.fromEntries(keys.map((key) => [key, { deep: ['x'.repeat(100_000)] }]));
      const answer = within(1_024, await bench.call(name, args, 1_024));
      expect(answer.text).toMatch(/^error: (?:there is no tool|the arguments of)/);
      if (answer.stored) expect(whole(bench, answer)).toMatch(/^error: the arguments of/);
      else expect(answer.text).not.toMatch(/…$/);
    },
  );
});

describe('the registry', () => {
  it('gives the tools that are named, in its own order, and refuses a name that none has', () => {
    expect(TOOLS.map((t) => t.name)).toEqual(TOOL_NAMES);
    expect(toolsNamed(['current_date', 'run_command']).map((t) => t.name)).toEqual(['run_command', 'current_date']);
    expect(() => toolsNamed(['nothing'])).toThrow(/there is no tool "nothing"/);
  });
});

/** The answer, which must be within its room to the byte. */
function within(room: number, answer: ToolAnswer): ToolAnswer {
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(room);
  return answer;
}

/** What the store holds of a call's output. */
function whole({ store }: Toolbench, { id }: ToolAnswer): string {
  const output = openOutput(store.directory, id);
  try {
    return output.read(0, output.record.bytes).toString('utf8');
  } finally {
    output.close();
  }
}
