import { z } from 'zod';
import { savedThread } from '../agent/saved-thread.ts';

/** Names that a person gives: safe as a file's, and as one word of a command line. */
export const NAME_SHAPE = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

/** Names that wisp gives: the day, the beginning of the session's id, and a count when a session has more than one. */
const AUTOMATIC = /^\d{4}-\d\d-\d\d-[0-9a-f]{8}(?:-\d{1,4})?$/;

/** Whether a name is one that wisp gives by itself, and so is swept with the outputs. */
export const isAutomatic = (name: string): boolean => AUTOMATIC.test(name);

const MOST_CALLS = 100_000;
const MOST_SESSIONS = 10_000;

/** Turns whose line stands in the file; older ones are part of the thread alone. */
export const MOST_TURN_LINES = 1_000;

const id = z.string().regex(/^[0-9a-f]{16}$/);
const count = z.int().min(0);
const short = z.string().max(4_096);

/** A call of the conversation: where its output is, and what it ran. */
const callRef = z.object({
  id,
  session: id,
  by: z.enum(['model', 'person']),
  turn: count,
  title: short,
  kept: z.boolean(),
});

/** One turn in a line, for who wants to know what was asked. */
const turnLine = z.object({
  turn: z.int().min(1),
  time: z.iso.datetime(),
  asked: short,
  outcome: z.enum(['ok', 'error', 'interrupted']),
  seconds: z.number().min(0),
  ran: short.nullable(),
});

/** What a list of conversations shows of one. */
export const conversationHead = z.object({
  version: z.literal(1),
  name: z.string().regex(NAME_SHAPE),
  created: z.iso.datetime(),
  saved: z.iso.datetime(),
  directory: short,
  /** As the person would name it; null when it had none. */
  model: short.nullable(),
  /** Number of the last turn. */
  turn: count,
  /** How the first prompt begins. */
  asked: short,
});

/**
 * A conversation between two turns, as `<home>/conversations/NAME.json` holds it. `sessions` are the audit sessions that it
 * was held in, the oldest first: the outputs of its calls are in theirs.
 */
export const savedConversation = conversationHead.extend({
  sessions: z.array(id).min(1).max(MOST_SESSIONS),
  inputTokens: count,
  outputTokens: count,
  turns: z.array(turnLine).max(MOST_TURN_LINES),
  /** The model's calls are its entries: entry N is the Nth of them. */
  calls: z.array(callRef).max(MOST_CALLS),
  /** What the person ran since the last prompt, as the model will hear of it. */
  typed: z.array(short).max(1_000),
  thread: savedThread.nullable(),
});

export type SavedConversation = z.infer<typeof savedConversation>;
export type ConversationHead = z.infer<typeof conversationHead>;
export type CallRef = z.infer<typeof callRef>;
export type TurnLine = z.infer<typeof turnLine>;
