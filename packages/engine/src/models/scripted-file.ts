import { open } from 'node:fs/promises';
import { z } from 'zod';
import { ModelError, type ModelErrorCode } from './backend.ts';
import { parseJson } from './http-body.ts';

const LARGEST_SCRIPT = 16 * 1024 * 1024;

const codes = [
  'overflow',
  'empty-reply',
  'stream-ended',
  'tool-call-unparsed',
  'idle',
  'busy',
  'crashed',
  'refused',
  'unauthorized',
  'no-server',
] as const satisfies readonly ModelErrorCode[];

const count = z.int().min(0);

const scriptLine = z.strictObject({
  thinking: z.string().optional(),
  text: z.string().optional(),
  calls: z
    .array(z.strictObject({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()).default({}) }))
    .default([]),
  delayMs: z.number().min(0).max(3_600_000).default(0),
  reason: z.enum(['stop', 'length']).default('stop'),
  usage: z.strictObject({ inputTokens: count.optional(), outputTokens: count.optional() }).default({}),
  error: z.string().optional(),
  code: z.enum(codes).default('refused'),
});

/** One reply of a script. */
export type ScriptedReply = z.infer<typeof scriptLine>;

/**
 * Reads a script: one JSON object a line, one reply an object, blank lines left out. Throws ModelError `bad-script` that
 * names the line.
 */
export async function readScript(file: string): Promise<ScriptedReply[]> {
  const text = await readBounded(file);
  const replies: ScriptedReply[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const value = parseJson(line);
    const reply = scriptLine.safeParse(value);
    if (!reply.success) {
      const why = value === undefined ? 'it is no JSON' : z.prettifyError(reply.error);
      throw new ModelError('bad-script', `Line ${index + 1} of the script ${file} is no reply: ${why}`, {
        cause: reply.error,
      });
    }
    replies.push(reply.data);
  }
  return replies;
}

async function readBounded(file: string): Promise<string> {
  try {
    await using handle = await open(file, 'r');
    const stat = await handle.stat();
    if (!stat.isFile()) throw new ModelError('bad-script', `The script ${file} is no file.`);
    if (stat.size > LARGEST_SCRIPT) throw new ModelError('bad-script', `The script ${file} is larger than 16 MiB.`);
    return await handle.readFile('utf8');
  } catch (error) {
    if (error instanceof ModelError) throw error;
    throw new ModelError('bad-script', `The script ${file} can not be read: ${String(error)}`, { cause: error });
  }
}
