import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { fitText } from './fit-text.ts';
import { TOPICS, type Wanted } from './system/topics.ts';
import { refusal, type Tool } from './tool.ts';

/** How long the machine may take to answer, in ms. */
const PATIENCE = 10_000;
const ROWS = 25;
const MOST_ROWS = 500;

const topics = ['ports', 'disk', 'memory', 'processes', 'battery', 'network', 'system'] as const;

const schema = z.object({
  topic: z
    .enum(topics)
    .describe(
      'ports: what listens. disk: free space. memory. processes: the busiest first. battery. network: interfaces and addresses. system: the machine itself.',
    ),
  matching: z
    .string()
    .max(200)
    .optional()
    .describe('ports, disk, processes, network: only rows with this text in them.'),
  port: z.int().min(1).max(65_535).optional().describe('ports: only this one.'),
  limit: z.int().min(1).max(MOST_ROWS).optional().describe(`Rows at most. Default: ${ROWS}.`),
});

/** Facts of the machine, read and never changed (features G5). Needs no approval: it runs nothing of the model's. */
export const systemInfoTool: Tool<typeof schema> = {
  name: 'system_info',
  description: 'Look at the machine: listening ports, disks, memory, processes, battery, network. Changes nothing.',
  schema,
  run: async ({ topic, matching = '', port = null, limit = ROWS }, context) => {
    const text = await inTime(tell(topic, { limit, matching: matching.toLowerCase(), port }), context.signal).catch(
      (error: unknown) => {
        context.signal.throwIfAborted();
        return refusal(
          `the machine did not tell about ${topic}: ${error instanceof Error ? error.message : String(error)}`,
        );
      },
    );
    if (text === null)
      return refusal(
        `the machine took longer than ${PATIENCE / 1_000} s to tell about ${topic}. Ask for another topic.`,
      );
    return typeof text === 'string' ? fitText(text, 'system_info', context) : text;
  },
};

/** The library reads the whole system's tables: it is loaded when it is asked for. */
async function tell(topic: keyof typeof TOPICS, wanted: Wanted): Promise<string> {
  return TOPICS[topic](await import('systeminformation'), wanted);
}

/** What `asked` gives; null when it takes too long. Rejects with what `asked` does, and when the turn is interrupted. */
async function inTime(asked: Promise<string>, signal: AbortSignal): Promise<string | null> {
  const settled = new AbortController();
  const given = AbortSignal.any([settled.signal, signal]);
  try {
    return await Promise.race([asked, setTimeout(PATIENCE, null, { signal: given, ref: false })]);
  } finally {
    settled.abort();
  }
}
