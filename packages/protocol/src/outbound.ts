import { z } from 'zod';
import { approvalDecision } from './inbound.ts';
import { eventOutput, foundLine, keptLine, outputPage, pointsLine, viewError } from './output-lines.ts';

/** Raised when a line is removed or changes its meaning; additions need no new version. */
export const PROTOCOL_VERSION = 1;

const count = z.int().min(0);

/** What the person set for the screen; a front end that has no use for one ignores it. */
const screenSettings = z.object({
  theme: z.enum(['auto', 'light', 'dark', 'none']),
  alternate: z.boolean(),
  mouse: z.boolean(),
  animation: z.boolean(),
  shownOutputLines: count,
  /** Null: the environment's. */
  pager: z.string().nullable(),
});

/** First line of the engine. `session` is the audit session, `home` the directory that holds it. */
const helloLine = z.object({
  type: z.literal('hello'),
  protocol: z.literal(PROTOCOL_VERSION),
  engine: z.string(),
  session: z.string(),
  home: z.string(),
  settings: screenSettings.optional(),
});

const noteLevel = z.enum(['info', 'warn', 'error']);
const noteLine = z.object({ type: z.literal('note'), text: z.string(), level: noteLevel });

/** Sent when input is wanted. `window` in tokens, `budget` in bytes, `contextUsed` 0 to 1; null where not known. */
const statusLine = z.object({
  type: z.literal('status'),
  model: z.string().nullable(),
  window: count.nullable(),
  budget: count,
  contextUsed: z.number().min(0).max(1).nullable(),
  directory: z.string(),
  branch: z.string().nullable(),
  added: count,
  removed: count,
  approval: z.enum(['ask', 'yes', 'refuse']),
  /** Tokens of the conversation so far, where the server counted them. */
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  /** What the conversation is saved as. */
  name: z.string().optional(),
});

/**
 * Sent each time what the engine does changes. `asking`: it waits for an answer of the person. `progress`: how far a long work
 * has come; `total` null where it is not known. `bytes` and `seconds`: what a running command has printed so far, and for how
 * long it has run; such a line comes at most four times a second.
 */
const activityLine = z.object({
  type: z.literal('activity'),
  doing: z.string().nullable(),
  asking: z.boolean(),
  turnSeconds: z.number().min(0),
  thinking: z.boolean().optional(),
  progress: z.object({ done: count, total: count.nullable(), unit: z.string() }).optional(),
  bytes: count.optional(),
  seconds: z.number().min(0).optional(),
});

const turnOutcome = z.enum(['ok', 'error', 'interrupted']);

/** `ran` says what the turn ran, counted from the audit events, never from the reply. */
const turnLine = z.object({
  type: z.literal('turn'),
  phase: z.enum(['start', 'end']),
  turn: z.int().min(1),
  seconds: z.number().min(0).optional(),
  outcome: turnOutcome.optional(),
  inputTokens: count.optional(),
  outputTokens: count.optional(),
  ran: z.string().optional(),
});

/** A fragment of the reply. `restart`: the fragments since the last reply was whole are no part of it; `text` begins it anew. */
const deltaLine = z.object({ type: z.literal('delta'), text: z.string(), restart: z.boolean().optional() });

/**
 * A fragment of the model's thinking, which is no part of the reply; `text` is empty at its start and end. The whole of it
 * follows the end as an `event` of kind `model.reasoning`.
 */
const reasoningLine = z.object({
  type: z.literal('reasoning'),
  phase: z.enum(['start', 'delta', 'end']),
  text: z.string(),
  seconds: z.number().min(0).optional(),
});

/** A whole line that a command of the person prints. */
const outputLine = z.object({ type: z.literal('output'), text: z.string() });

/** An audit event as it happens. `text` is the one-line wording that every face shows, or null for one that none shows. */
const eventLine = z.object({
  type: z.literal('event'),
  kind: z.string(),
  call: z.string().nullable(),
  turn: count.nullable(),
  details: z.record(z.string(), z.unknown()),
  text: z.string().nullable(),
  output: eventOutput.optional(),
});

/**
 * Answers `context`: what the next request carries, part by part in its order, `tokens` as estimated. `room` is kept free for
 * the reply; `window` is null where it is not known. `calibrated`: the server has counted a request of this conversation.
 */
const contextLine = z.object({
  type: z.literal('context'),
  id: z.string(),
  window: count.nullable(),
  room: count,
  calibrated: z.boolean(),
  parts: z.array(z.object({ name: z.string(), detail: z.string().optional(), bytes: count, tokens: count })),
});

const approvalLevel = z.enum(['moderate', 'dangerous']);

/** A question to the person; answered with `answer`. `line` is the whole command line, `pattern` what a scope remembers. */
const approvalLine = z.object({
  type: z.literal('approval'),
  id: z.string(),
  command: z.string(),
  line: z.string(),
  pattern: z.string(),
  directory: z.string(),
  level: approvalLevel,
  reasons: z.array(z.string()),
  /** The answers that are on offer; every one when absent. `no` always is. */
  scopes: z.array(approvalDecision).optional(),
});

/** That approval, or that choice, no longer waits. */
const withdrawnLine = z.object({ type: z.literal('withdrawn'), id: z.string() });

/**
 * A question with answers to choose from, answered with `choose`. `acceptsText`: any other text is an answer too. Whatever is
 * sent as a message in the meantime withdraws it.
 */
const choiceLine = z.object({
  type: z.literal('choice'),
  id: z.string(),
  title: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string(), detail: z.string().optional() })),
  current: z.string().optional(),
  acceptsText: z.boolean(),
});

/** `from` is the character at which a candidate replaces the input up to the cursor. */
const completionsLine = z.object({
  type: z.literal('completions'),
  id: z.string(),
  from: count,
  candidates: z.array(z.string()),
});

/** Last line of the engine. `saved`: the name that the conversation is resumed by, when something of it was saved. */
const exitLine = z.object({ type: z.literal('exit'), code: z.int(), saved: z.string().optional() });

/** Every line that the engine sends to a front end. */
export const outbound = z.union([
  helloLine,
  noteLine,
  statusLine,
  activityLine,
  turnLine,
  deltaLine,
  reasoningLine,
  outputLine,
  eventLine,
  outputPage,
  viewError,
  foundLine,
  pointsLine,
  keptLine,
  contextLine,
  approvalLine,
  withdrawnLine,
  choiceLine,
  completionsLine,
  exitLine,
]);

export type Outbound = z.infer<typeof outbound>;
export type EventLine = z.infer<typeof eventLine>;
export type StatusLine = z.infer<typeof statusLine>;
export type ContextLine = z.infer<typeof contextLine>;
export type ActivityLine = z.infer<typeof activityLine>;
export type ChoiceLine = z.infer<typeof choiceLine>;
export type ScreenSettings = z.infer<typeof screenSettings>;
export type ApprovalLine = z.infer<typeof approvalLine>;
export type NoteLevel = z.infer<typeof noteLevel>;
export type TurnOutcome = z.infer<typeof turnOutcome>;

/** The schemas of each type: a line is held against those of its own type alone. */
const byType = new Map<unknown, z.ZodType<Outbound>[]>();
for (const schema of outbound.options) {
  const type = schema.shape.type.value;
  byType.set(type, [...(byType.get(type) ?? []), schema]);
}

/**
 * Reads one line from the engine. Null for a line that fits no schema: a type from a newer engine, or garbage that a
 * library printed; the front end counts it and goes on. Never throws.
 */
export function readOutbound(line: string): Outbound | null {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  for (const schema of byType.get(value.type) ?? []) {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
  }
  return null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A library's own words on stdout: no line of the protocol.
    return null;
  }
}
