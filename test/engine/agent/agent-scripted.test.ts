import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Agent } from '../../../packages/engine/src/agent/agent.ts';
import { ToolBudget } from '../../../packages/engine/src/budget/tool-budget.ts';
import { openBackend } from '../../../packages/engine/src/models/open-backend.ts';
import { never } from '../models/support.ts';
import { Tools, timeless } from './support.ts';

let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wisp-agent-'));
});

afterEach(() => rm(directory, { recursive: true }));

async function scripted(...replies: object[]): Promise<{ agent: Agent; tools: Tools; budget: ToolBudget }> {
  const file = join(directory, 'replies.jsonl');
  await writeFile(file, replies.map((r) => `${JSON.stringify(r)}\n`).join(''));
  const tools = new Tools();
  const budget = new ToolBudget();
  return { tools, budget, agent: new Agent({ backend: openBackend(`scripted:${file}`), tools, budget, directory }) };
}

const run = (agent: Agent, text = 'Go', signal = never()) => agent.turn(text, { signal, onEvent: () => {} });

describe('an agent with a scripted model', () => {
  it('runs calls and answers', async () => {
    const { agent, tools } = await scripted(
      { text: 'I look.', calls: [{ name: 'read_file', arguments: { path: 'a' } }] },
      { text: 'Read.', usage: { inputTokens: 40, outputTokens: 2 } },
    );
    expect(timeless(await run(agent))).toEqual({
      text: 'Read.',
      outcome: 'ok',
      usage: { inputTokens: 40, outputTokens: 2 },
      error: null,
    });
    expect(tools.calls.map((c) => c.arguments)).toEqual([{ path: 'a' }]);
  });

  it('knows no window until the first overflow, and then that the prompt did not fit', async () => {
    const { agent, budget } = await scripted({ error: 'It does not fit.', code: 'overflow' });
    expect([budget.window, agent.contextUsed]).toEqual([null, null]);
    expect(await run(agent, 'x'.repeat(40_000))).toMatchObject({ outcome: 'error', error: { code: 'overflow' } });
    expect(budget.window).toBeGreaterThan(10_000);
  });

  it('says when the script has run out', async () => {
    const { agent } = await scripted({ text: 'One.' });
    await run(agent);
    expect(await run(agent)).toMatchObject({ outcome: 'error', error: { code: 'bad-script' } });
  });

  it('can be interrupted while a reply comes', async () => {
    const { agent } = await scripted({ text: 'a long reply', delayMs: 3_600_000 });
    const controller = new AbortController();
    const turn = run(agent, 'Go', controller.signal);
    setImmediate(() => controller.abort());
    expect((await turn).outcome).toBe('interrupted');
  });
});
