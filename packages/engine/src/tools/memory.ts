import { z } from 'zod';
import type { Tool } from './tool.ts';

const count = z.union([z.int(), z.string()]).optional();

const schema = z.object({
  action: z
    .string()
    .optional()
    .describe('recall (read it), summarise (what is notable, exactly), or condense (ask a question of all of it).'),
  output: z.string().optional().describe('The id of the output, as a note names it.'),
  entry: count.describe('Or the number of the entry, as a reference names it.'),
  from: count.describe('recall: the line to begin with.'),
  byte: count.describe('recall: the byte of that line to begin with, only to go on inside a very long line.'),
  matching: z.string().optional().describe('recall: only lines that match this regular expression.'),
  lines: z.string().optional().describe('recall: only lines A-B.'),
  head: count.describe('recall: only the first so many lines.'),
  tail: count.describe('recall: only the last so many lines.'),
  question: z.string().optional().describe('condense: the question.'),
  overview: z.boolean().optional().describe('summarise: what it is and its sections, rather than what is notable.'),
  request: z.string().optional().describe('Or all of it in words: recall output ID from line 40.'),
});

/** Reaches what was held back of an output: reads it on, filters it, summarises it, asks a question of it (features E). */
export const memoryTool: Tool<typeof schema> = {
  name: 'memory',
  description:
    'Read more of an output that was held back: its lines, those that match, a summary, or an answer from all of it. Runs nothing.',
  schema,
  run: async (args, { memory, budget, signal, onProgress }) => {
    // With the readers, half of what a conversation would load at its start.
    const [{ answerMemory }, { summariseStored }] = await Promise.all([
      import('../memory/memory.ts'),
      import('../memory/summarise-stored.ts'),
    ]);
    const text = await answerMemory(args, {
      ...memory,
      room: budget.bytes,
      voice: 'memory',
      summarise: summariseStored,
      signal,
      onProgress,
    });
    // A page of what is kept is not kept again.
    const again = `memory: ${JSON.stringify(args)}`;
    return { text, outcome: 'a page', bytes: Buffer.byteLength(text), stored: null, again };
  },
};
