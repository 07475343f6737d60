import { z } from 'zod';
import { fitText } from './fit-text.ts';
import { TOPICS } from './system/topics.ts';
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
    // The library reads the whole system's tables: it is loaded when it is asked for.
    const facts = await import('systeminformation');
    const asked = TOPICS[topic](facts, { limit, matching: matching.toLowerCase(), port });
    const text = await Promise.race([asked, late(context.signal)]).catch((error: unknown) => {
      context.signal.throwIfAborted();
      return refusal(
        `the machine did not tell about ${topic}: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    if (typeof text !== 'string')
      return (
        text ??
        refusal(`the machine took longer than ${PATIENCE / 1_000} s to tell about ${topic}. Ask for another topic.`)
      );
    return fitText(text, 'system_info', context);
  },
};

async function late(signal: AbortSignal): Promise<null> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, PATIENCE);
    timer.unref();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return null;
}
