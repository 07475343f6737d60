import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Completion } from '../../../packages/engine/src/models/openai/completion.ts';
import { completionChunk } from '../../../packages/engine/src/models/openai/wire.ts';

const lastPiece = z.object({
  message: z.object({
    tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })),
  }),
});

/** The calls that these fragments, each in an event of its own, become: name and arguments. */
function calls(fragments: readonly object[]): [string, unknown][] {
  const completion = new Completion();
  for (const fragment of fragments) {
    const chunk = completionChunk.parse({ choices: [{ delta: { tool_calls: [fragment] }, finish_reason: null }] });
    for (const piece of completion.read(chunk)) expect(piece).toBeUndefined();
  }
  const { message } = lastPiece.parse(completion.end());
  return message.tool_calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)]);
}

/** How a server marks the fragments of a call. */
interface Habit {
  index: 'own' | 'zero' | 'none';
  id: 'first' | 'every' | 'second' | 'none';
  name: 'first' | 'every';
}

const habits = fc
  .record<Habit>({
    index: fc.constantFrom('own', 'zero', 'none'),
    id: fc.constantFrom('first', 'every', 'second', 'none'),
    name: fc.constantFrom('first', 'every'),
  })
  // Then nothing tells a fragment that goes on from one that begins.
  .filter(({ index, id, name }) => !(index === 'none' && name === 'every' && id !== 'every'));

const asked = fc.array(
  fc.record({
    name: fc.constantFrom('read_file', 'run_command'),
    given: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant('}'), fc.object({ maxDepth: 1 })), {
      minKeys: 1,
    }),
    cuts: fc.array(fc.nat(200), { maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('Completion', () => {
  it('puts calls together however a server cuts and marks their fragments', () => {
    fc.assert(
      fc.property(asked, habits, (list, habit) => {
        const fragments = list.flatMap(({ name, given, cuts }, at) => {
          const text = JSON.stringify(given);
          const edges = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
          return edges
            .slice(1)
            .map((end, part) => fragment(habit, { at, part, name, text: text.slice(edges[part], end) }));
        });
        expect(calls(fragments)).toEqual(list.map(({ name, given }) => [name, JSON.parse(JSON.stringify(given))]));
      }),
    );
  });

  it('takes a name that comes after the id', () => {
    expect(
      calls([
        { index: 0, id: 'c' },
        { index: 0, function: { name: 'read_file' } },
        { index: 0, function: { arguments: '{}' } },
      ]),
    ).toEqual([['read_file', {}]]);
  });

  it('takes a long call in small fragments in linear time', () => {
    const text = JSON.stringify({ text: '{"a":{}}'.repeat(40_000) });
    const parts = text.match(/.{1,6}/gs) ?? [];
    const start = process.cpuUsage();
    const named = { index: 0, function: { name: 'read_file' } };
    expect(calls([named, ...parts.map((part) => ({ index: 0, function: { arguments: part } }))])).toHaveLength(1);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });
});

function fragment({ index, id, name }: Habit, part: { at: number; part: number; name: string; text: string }): object {
  const hasId = id === 'every' || (id === 'first' && part.part === 0) || (id === 'second' && part.part === 1);
  return {
    ...(index === 'none' ? {} : { index: index === 'zero' ? 0 : part.at }),
    ...(hasId ? { id: `c${part.at}` } : {}),
    function: { ...(name === 'every' || part.part === 0 ? { name: part.name } : {}), arguments: part.text },
  };
}
