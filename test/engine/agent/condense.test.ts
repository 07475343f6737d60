import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condense } from '../../../packages/engine/src/agent/condense.ts';
import { savedThread } from '../../../packages/engine/src/agent/saved-thread.ts';
import { ThreadRecord } from '../../../packages/engine/src/agent/thread.ts';
import type { ChatMessage } from '../../../packages/engine/src/models/backend.ts';
import { requestWeight } from '../../../packages/engine/src/models/prompt-size.ts';
import { answer } from './support.ts';

let made = 0;
const call = () => ({ id: `c${++made}`, name: 'run_command', arguments: { command: `make part-${made}` } });

interface TurnShape {
  prompt: number;
  rounds: number[][];
}

/** A turn with results of these sizes, round by round; the last one stays under way. */
function addTurn(thread: ThreadRecord, { prompt, rounds }: TurnShape, ends: boolean): void {
  thread.begin('p'.repeat(prompt + 1));
  for (const sizes of rounds) {
    const calls = sizes.map(call);
    thread.reply({ text: 'I look.', thinking: 'hm', calls });
    for (const [index, size] of sizes.entries()) {
      const made = calls[index];
      if (made) thread.result(made, answer('o'.repeat(size), { stored: size > 2_048, entry: index + 1 }));
    }
  }
  if (!ends) return;
  thread.reply({ text: 'Done. That is all.', thinking: '', calls: [] });
  thread.finish('', '');
}

/** Fails when a call has no result right after it, or when roles do not alternate. */
function expectWhole(messages: readonly ChatMessage[]): void {
  let open: string[] = [];
  let last = 'system';
  for (const message of messages.slice(1)) {
    if (message.role === 'tool') expect(message.callId).toBe(open.shift());
    else {
      expect(open).toEqual([]);
      if (message.role === 'user') expect(['system', 'assistant']).toContain(last);
      open = message.role === 'assistant' ? (message.calls ?? []).map((one) => one.id) : [];
    }
    last = message.role;
  }
  expect(open).toEqual([]);
}

const turns = fc.array(
  fc.record({
    prompt: fc.integer({ min: 0, max: 2_000 }),
    rounds: fc.array(fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
);

describe('condensing a thread', () => {
  it('makes it fit whenever the prompt does, keeps every call with its result and the first message as it was', () => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 12_000, max: 60_000 }), (shapes, limit) => {
        const thread = new ThreadRecord('Be brief.');
        shapes.forEach((shape, index) => {
          addTurn(thread, shape, index < shapes.length - 1);
        });
        const [first] = thread.compose();
        const before = thread.weight;
        const done = condense(thread, limit);
        if (before <= limit) expect(done).toEqual({ turns: 0, rounds: 0, references: 0 });
        expect(thread.weight).toBeLessThanOrEqual(Math.max(limit, 0));
        expect(thread.weight).toBe(requestWeight({ messages: thread.compose(), tools: [] }));
        expectWhole(thread.compose());
        expect(thread.compose()[0]).toEqual(first);
        const prompt = shapes.at(-1)?.prompt ?? 0;
        expect(
          thread.compose().some(({ role, content }) => role === 'user' && content.startsWith('p'.repeat(prompt + 1))),
        ).toBe(true);
      }),
    );
  });

  it('is seldom: afterwards the thread has room for turns to come, which keep their bytes', () => {
    const thread = new ThreadRecord('Be brief.');
    let changed = 0;
    let before: ChatMessage[] = [];
    for (let turn = 0; turn < 200; turn++) {
      addTurn(thread, { prompt: 200, rounds: [[1_500]] }, false);
      condense(thread, 20_000);
      const now = thread.compose();
      if (JSON.stringify(now.slice(0, before.length)) !== JSON.stringify(before)) changed += 1;
      thread.reply({ text: 'Done.', thinking: '', calls: [] });
      thread.finish('', '');
      before = thread.compose();
    }
    expect(changed).toBeLessThan(40);
  });

  it('leaves a line of each turn: what was asked, what ran and how it ended, what was answered', () => {
    const thread = new ThreadRecord('Be brief.');
    made = 0;
    addTurn(thread, { prompt: 3, rounds: [[3_000], [10]] }, true);
    addTurn(thread, { prompt: 6_000, rounds: [] }, true);
    thread.begin('And now?');
    condense(thread, 6_300);
    expect(thread.compose().slice(1, 3)).toEqual([
      {
        role: 'user',
        content: [
          '[This conversation up to turn 2, condensed by wisp. An output with an entry number is kept.]',
          'Turn 1. Asked: pppp | Ran: run_command make part-1 (exit status 0, entry 1); run_command make part-2 (exit status 0) | Answered: Done. That is all.',
          `Turn 2. Asked: ${'p'.repeat(97)}… | Answered: Done. That is all.`,
        ].join('\n'),
      },
      { role: 'assistant', content: '[Noted.]' },
    ]);
  });

  it('tells of rounds of the turn under way that it took away', () => {
    const thread = new ThreadRecord('Be brief.');
    made = 0;
    addTurn(thread, { prompt: 3, rounds: Array.from({ length: 30 }, () => [400]) }, false);
    expect(condense(thread, 6_000)).toMatchObject({ turns: 0, rounds: expect.any(Number), references: 0 });
    const prompt = thread.compose()[1]?.content ?? '';
    expect(prompt).toMatch(
      /^pppp\n\n\[Done in this turn already and not repeated here, the latest first: run_command make part-\d+ \(exit status 0\);/,
    );
    expect(thread.weight).toBeLessThanOrEqual(6_000);
  });
});

describe('a saved thread', () => {
  it('goes on with the same bytes, whatever was said', () => {
    fc.assert(
      fc.property(turns, (shapes) => {
        const thread = new ThreadRecord('Be brief.');
        for (const shape of shapes) addTurn(thread, shape, true);
        condense(thread, 12_000);
        const saved = savedThread.parse(JSON.parse(JSON.stringify(thread.save())));
        const again = new ThreadRecord('Be brief.', saved);
        expect(again.compose()).toEqual(thread.compose());
        expect(again.weight).toBe(thread.weight);
        expect(again.lastTurn).toBe(shapes.length);
      }),
      { numRuns: 50 },
    );
  });
});
