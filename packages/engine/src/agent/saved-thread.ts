import { z } from 'zod';

const text = z.string();
const call = z.object({ id: text, name: text, arguments: z.record(text, z.unknown()) });

/** One message of a thread, in the form in which every backend takes it. */
const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'user']), content: text }),
  z.object({ role: z.literal('assistant'), content: text, thinking: text.optional(), calls: z.array(call).optional() }),
  z.object({ role: z.literal('tool'), content: text, name: text, callId: text }),
]);

const turn = z.int().min(1);

/**
 * A thread between two turns, as it is saved with its conversation: what is condensed (`digests`, a line a turn, and how
 * many turns before them are not even that), and the turns that stand whole.
 */
export const savedThread = z.object({
  version: z.literal(1),
  dropped: z.int().min(0),
  digests: z.array(z.object({ turn, text })).max(100_000),
  turns: z.array(z.object({ turn, asked: text, digest: text, messages: z.array(message).min(1) })).max(100_000),
});

export type SavedThread = z.infer<typeof savedThread>;
