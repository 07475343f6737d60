import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { calls, done, text } from '../../fake-ollama/shapes.ts';
import type { FakeTurn } from '../../fake-ollama/turn.ts';
import { Engine } from '../../support/engine.ts';

const run = (command: string): FakeTurn => ({
  lines: [calls({ id: 'r', name: 'run_command', arguments: { command } }), done()],
});
const memory = (args: object): FakeTurn => ({ lines: [calls({ id: 'm', name: 'memory', arguments: args }), done()] });
const say = (words: string): FakeTurn => ({ lines: [text(words), done()] });

async function converse(turns: FakeTurn[], answer?: (body: Record<string, unknown>) => FakeTurn) {
  const server = await startFakeOllama({ turns, ...(answer ? { answer } : {}) });
  onTestFinished(() => server.close());
  const wisp = new Engine(['--yes'], { OLLAMA_HOST: server.url });
  await wisp.line('status');
  return { wisp, server };
}

/** The tool results that the model was sent with request `index`. */
function results(body: Record<string, unknown> | undefined): string[] {
  const messages = Array.isArray(body?.messages) ? body.messages : [];
  return messages.flatMap((m: { role?: unknown; content?: unknown }) => (m.role === 'tool' ? [String(m.content)] : []));
}

describe('memory in a conversation', () => {
  test('reads on by the id that the note names, within the same turn', async () => {
    const ids: string[] = [];
    const { wisp, server } = await converse([run('seq 1 90000')], (body) => {
      const [first = '', second] = results(body);
      if (second !== undefined) return say('Read.');
      ids.push(/as output ([0-9a-f]{16})/.exec(first)?.[1] ?? '');
      return memory({ action: 'recall', output: ids[0], matching: '^4567\\d$' });
    });
    wisp.say('Count.');
    await wisp.line('turn', 2);
    const [, page = ''] = results(server.chats().at(-1)?.body);
    expect(page).toContain(`output ${ids[0]}`);
    expect(page).toContain('\n45672: 45670\n');
    expect(page).not.toContain('held back');
  });

  test('has a reference in the place of an output of an earlier turn, by which recall entry gives the whole', async () => {
    const { wisp, server } = await converse([
      run('seq 1 90000'),
      say('Counted.'),
      memory({ action: 'recall', entry: 1, tail: 1 }),
      say('Read.'),
    ]);
    wisp.say('Count.');
    await wisp.line('turn', 2);
    wisp.say('And the last?');
    await wisp.line('turn', 4);
    const [reference = '', page = ''] = results(server.chats().at(-1)?.body);
    expect(reference).toMatch(
      /^\[entry 1: output of run_command call [0-9a-f]{16} not repeated: .*memory: "recall entry 1"\]$/,
    );
    expect(page).toMatch(/entry 1/);
    expect(page).toContain('90002: 90000');
  });

  test('refuses the output of another conversation', async () => {
    const { wisp } = await converse([say('Hello.')]);
    wisp.say('!seq 1 90000');
    const typed = await wisp.event('command.typed');
    const other = await converse([memory({ action: 'recall', output: typed.call ?? '' }), say('No.')]);
    other.wisp.say('Read it.');
    await other.wisp.line('turn', 2);
    expect(results(other.server.chats().at(-1)?.body)[0]).toMatch(/there is no stored output/);
  });

  test('answers a wrong request with one that works', async () => {
    const { wisp, server } = await converse([
      run('seq 1 90000'),
      memory({ action: 'explode', output: 'zz' }),
      say('Ok.'),
    ]);
    wisp.say('Try.');
    await wisp.line('turn', 2);
    expect(results(server.chats().at(-1)?.body)[1]).toMatch(/recall output [0-9a-f]{16}/);
  });

  test('summarises, and condenses with progress, on the conversation’s own model', async () => {
    let id = '';
    let asked = 0;
    const { wisp, server } = await converse([run('seq 1 60000; echo "src/a.c:1:2: error: boom"; exit 1')], (body) => {
      if (!Array.isArray(body.tools) || body.tools.length === 0) {
        asked++;
        return say(JSON.stringify(body).includes('boom') ? 'It went boom.' : 'nothing here');
      }
      const seen = results(body);
      id ||= /as output ([0-9a-f]{16})/.exec(seen[0] ?? '')?.[1] ?? '';
      if (seen.length === 1) return memory({ request: `summarise output ${id}` });
      if (seen.length === 2) return memory({ request: `condense output ${id}: what happened?` });
      return say('Understood.');
    });
    wisp.say('Go.');
    await wisp.line('turn', 2);
    const [, summary = '', condensed = ''] = results(server.chats().at(-1)?.body);
    expect(summary).toContain('L60003');
    expect(condensed).toMatch(/lines [\d,]+–[\d,]+: It went boom\./);
    expect(asked).toBeGreaterThan(1);
    const progress = wisp.lines.flatMap((l) =>
      l.type === 'activity' && l.doing?.startsWith('condensing') ? [l.doing] : [],
    );
    expect(progress[0]).toMatch(/^condensing output [0-9a-f]+…? chunk 1 of \d+$/);
  });

  test('goes on answering while a hostile pattern runs', async () => {
    let id = '';
    const { wisp } = await converse([run(`yes ${'a'.repeat(60)}! | head -c 16000000`)], (body) => {
      const seen = results(body);
      id ||= /as output ([0-9a-f]{16})/.exec(seen[0] ?? '')?.[1] ?? '';
      return seen.length === 1 ? memory({ output: id, matching: '(a+)+$' }) : say('Stopped.');
    });
    wisp.say('Search.');
    await wisp.until((l): l is typeof l => l.type === 'activity' && (l.doing?.startsWith('memory') ?? false));
    const from = wisp.lines.length;
    wisp.send({ type: 'complete', id: 'q', text: '/he', cursor: 3 });
    await wisp.until((l): l is typeof l => l.type === 'completions', from);
    expect(wisp.lines.slice(from).some((l) => l.type === 'turn')).toBe(false);
    await wisp.line('turn', 2);
    expect(
      wisp
        .audit()
        .filter((e) => e.kind === 'tool.result')
        .at(-1)?.details.output,
    ).toMatch(/stopped|too long/);
  });
});
