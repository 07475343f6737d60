import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../../../packages/engine/src/models/backend.ts';
import { agentOf, CountingBackend, callsOf, RoomyTools } from './counting.ts';

/** Outputs as tools print them, from light to as dense as text becomes. */
const KINDS: readonly ((n: number) => string)[] = [
  (n) => `Line ${n} of the log says that nothing of note happened in this hour.\n`,
  (n) => `-rw-r--r-- 1 root root ${n * 137} Mar ${n % 28} 20:14 part-${n}.o\n`,
  (n) => `${n * 7919}\n`,
  (n) => `const at${n} = read(lines[${n}], { from: ${n}, to: null });\n`,
  (n) => `${(n * 2_654_435_761).toString(16).padStart(16, '0').repeat(4)}\n`,
];

function filled(bytes: number, kind: number): string {
  const line = KINDS[kind % KINDS.length] ?? String;
  let text = '';
  for (let n = 1; text.length < bytes; n++) text += line(n);
  return text.slice(0, bytes);
}

const turn = fc.record({
  prompt: fc.integer({ min: 1, max: 1_500 }),
  /** Calls a round. */
  rounds: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 5 }),
  /** What a call prints: of which kind, and how much of its room. */
  kind: fc.nat(KINDS.length - 1),
  share: fc.constantFrom(0.02, 0.3, 1),
  reply: fc.integer({ min: 1, max: 1_200 }),
});

function expectAlternating(messages: readonly ChatMessage[]): void {
  let open: string[] = [];
  let last = 'system';
  for (const message of messages.slice(1)) {
    if (message.role === 'tool') expect(message.callId).toBe(open.shift());
    else {
      expect(open).toEqual([]);
      if (message.role === 'user') expect(['system', 'assistant']).toContain(last);
      open = message.role === 'assistant' ? (message.calls ?? []).map(({ id }) => id) : [];
    }
    last = message.role;
  }
}

it('whatever is asked and printed, no turn fails for the window, and the requests keep their form and beginning', async () => {
  let requests = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(turn, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 6_000, max: 20_000 }),
      async (turns, window) => {
        let now = turns[0];
        let round = 0;
        const backend = new CountingBackend(window, () => {
          const count = now?.rounds[round++];
          return count === undefined ? 'w'.repeat(now?.reply ?? 1) : callsOf(count);
        });
        const tools = new RoomyTools((bytes) => filled(Math.ceil(bytes * (now?.share ?? 1)), now?.kind ?? 0));
        const { say } = agentOf(backend, tools);
        for (const one of turns) {
          now = one;
          round = 0;
          expect(await say('please '.repeat(one.prompt / 7 + 1))).toMatchObject({ outcome: 'ok', error: null });
        }
        const [first] = backend.requests[0]?.messages ?? [];
        for (const { messages } of backend.requests) {
          expect(messages[0]).toBe(first);
          expectAlternating(messages);
        }
        requests += backend.requests.length;
        refused += backend.requests.filter((one) => one.refused).length;
      },
    ),
    { numRuns: 60 },
  );
  // A refusal is met by condensing; it should still be an exception.
  expect(refused / requests).toBeLessThan(0.01);
}, 60_000);
