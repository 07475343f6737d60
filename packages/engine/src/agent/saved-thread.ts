import { z } from 'zod';
import type { ChatMessage } from '../models/backend.ts';

/** Bounds on what is read back: no thread that a window held comes near. */
const MOST_TURNS = 100_000;
const MOST_MESSAGES = 20_000;
const LONGEST_TEXT = 16 * 1024 * 1024;
const LONGEST_DIGEST = 4_096;

const text = z.string().max(LONGEST_TEXT);
const short = z.string().max(LONGEST_DIGEST);
const call = z.object({ id: text, name: text, arguments: z.record(z.string(), z.unknown()) });

/** One message of a thread, in the form in which every backend takes it. */
const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'user']), content: text }),
  z.object({
    role: z.literal('assistant'),
    content: text,
    thinking: text.optional(),
    calls: z.array(call).max(1_000).optional(),
  }),
  z.object({ role: z.literal('tool'), content: text, name: text, callId: text }),
]);

type SavedMessage = z.infer<typeof message>;

const turn = z.int().min(1);

/**
 * A thread between two turns, as it is saved with its conversation: what is condensed (`digests`, a line a turn, and the last
 * turn before them that has not even that), the turns that stand whole, and the weight of a token as it was measured. Refused
 * when turns are out of order, or when one is not a question, replies, each call with its result, and an answer.
 */
export const savedThread = z
  .object({
    version: z.literal(1),
    rate: z.number().min(1).max(100).optional(),
    dropped: z.int().min(0),
    digests: z.array(z.object({ turn, text: short })).max(MOST_TURNS),
    turns: z
      .array(
        z.object({
          turn,
          asked: short,
          digest: short,
          messages: z
            .array(message)
            .max(MOST_MESSAGES)
            .refine(isWhole, 'a turn must be a question, replies with each call answered in order, and an answer'),
        }),
      )
      .max(MOST_TURNS),
  })
  .refine(isOrdered, 'the turns must be in order');

export type SavedThread = z.infer<typeof savedThread>;

/** A message as it is saved. */
export function savedMessage(given: ChatMessage): SavedMessage {
  if (given.role !== 'assistant') return given;
  const { calls, ...rest } = given;
  return calls ? { ...rest, calls: [...calls] } : rest;
}

/** A saved message as it is sent; zod's optional fields may hold undefined, which no message of ours does. */
export function revivedMessage(saved: SavedMessage): ChatMessage {
  if (saved.role !== 'assistant') return saved;
  const { role, content, thinking, calls } = saved;
  return { role, content, ...(thinking === undefined ? {} : { thinking }), ...(calls === undefined ? {} : { calls }) };
}

function isWhole(messages: readonly SavedMessage[]): boolean {
  const [first, ...rest] = messages;
  if (first?.role !== 'user' || rest.at(-1)?.role !== 'assistant') return false;
  let open: string[] = [];
  for (const one of rest) {
    if (one.role === 'tool' ? one.callId !== open.shift() : one.role !== 'assistant' || open.length > 0) return false;
    if (one.role === 'assistant') open = (one.calls ?? []).map(({ id }) => id);
  }
  return open.length === 0;
}

function isOrdered({
  dropped,
  digests,
  turns,
}: {
  dropped: number;
  digests: { turn: number }[];
  turns: { turn: number }[];
}) {
  const numbers = [dropped, ...digests.map((one) => one.turn), ...turns.map((one) => one.turn)];
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}
