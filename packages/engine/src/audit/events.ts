import { z } from 'zod';

const count = z.int().min(0);
const seconds = z.number().min(0);
/** Why what a result holds back was not kept; absent when it was, and when nothing is held back. */
const notKept = z.string().optional();
const usage = z.object({ inputTokens: count.optional(), outputTokens: count.optional() });

/**
 * What each kind of event carries: the one table from which types and documentation come. Content of outputs is never
 * here: an output is referred to by its size and SHA-256.
 */
export const EVENT_DETAILS = {
  /** A conversation or a command begins. */
  'session.start': z.object({
    entryPoint: z.enum(['chat', 'respond', 'run']),
    directory: z.string(),
    model: z.string().nullable(),
    tools: z.array(z.string()),
    autoApprove: z.boolean(),
    /** When the store was swept at this start: sessions removed, their bytes, and those left for a later start. */
    outputSweep: z.object({ removed: count, sessions: z.array(z.string()), bytes: count, deferred: count }).optional(),
    /** The saved conversation that goes on here: its sessions so far, the oldest first, and its turns. */
    resume: z.object({ name: z.string(), sessions: z.array(z.string()), turns: count }).optional(),
  }),
  /** A new thread begins in the session: the person asked for one, or for another model. */
  'thread.start': z.object({ reason: z.enum(['new', 'model']) }),
  /** The person gave the conversation a name. */
  'conversation.saved': z.object({ name: z.string() }),
  'session.end': z.object({ reason: z.enum(['closed', 'failed']) }),
  /** What the person asked. */
  prompt: z.object({ text: z.string() }),
  'model.resolved': z.object({
    model: z.string(),
    backend: z.string(),
    contextSize: count.nullable(),
    contextNote: z.string(),
    capabilities: z.array(z.string()),
  }),
  'tool.call': z.object({ tool: z.string(), arguments: z.string() }),
  /** `output` is what the model saw, `outcome` how the call ended, `bytes` what the tool printed in all. */
  'tool.result': z.object({
    tool: z.string(),
    output: z.string(),
    outcome: z.string(),
    bytes: count,
    seconds,
    notKept,
    error: z.string().optional(),
    /**
     * The call was made before in its turn: how often with this one; the entry that did so last and its call id, `of`; whether
     * that gave the same, null when it can not be told.
     */
    repeat: z.object({ count, entry: count, of: z.string(), same: z.boolean().nullable() }).optional(),
  }),
  'output.kept': z.object({
    tool: z.string(),
    bytes: count,
    lines: count,
    sha256: z.string(),
    cut: z.boolean(),
    totalBytes: count,
  }),
  'policy.decision': z.object({
    command: z.string(),
    workingDirectory: z.string(),
    verdict: z.enum(['allowed', 'denied', 'disapproved']),
    level: z.enum(['safe', 'moderate', 'dangerous', 'denied']),
    reason: z.string(),
    scope: z.enum(['once', 'session', 'project', 'always']).nullable(),
  }),
  'command.outcome': z.object({
    command: z.string(),
    exitStatus: z.int().nullable(),
    signal: z.string().nullable(),
    reason: z.enum(['exited', 'timed out', 'interrupted', 'not started']),
    stdoutBytes: count,
    stderrBytes: count,
    seconds,
  }),
  /** A file that the model wrote; `path` with links followed. */
  'file.write': z.object({
    path: z.string(),
    mode: z.string(),
    created: z.boolean(),
    bytesBefore: count,
    bytesAfter: count,
  }),
  /** A command that the person typed. `output` is its bounded result; `stored` the id of the whole, when it was kept. */
  'command.typed': z.object({
    command: z.string(),
    workingDirectory: z.string(),
    output: z.string(),
    bytes: count,
    seconds,
    exitStatus: z.int().nullable(),
    signal: z.string().nullable(),
    stored: z.string().nullable(),
    notKept,
  }),
  /** Older parts of the thread were condensed so that a request fits; tokens as estimated. */
  'context.condensation': z.object({
    reason: z.enum(['filling', 'overflow', 'reply']),
    turns: count,
    rounds: count,
    references: count,
    tokensBefore: count,
    tokensAfter: count,
    window: count.nullable(),
  }),
  /** What the model thought before it replied or called. */
  'model.reasoning': z.object({ text: z.string(), seconds }),
  response: z.object({
    text: z.string(),
    seconds,
    outcome: z.enum(['ok', 'error', 'interrupted']),
    usage: usage.optional(),
  }),
  error: z.object({ message: z.string(), code: z.string().nullable(), context: z.string() }),
} as const;

export type EventKind = keyof typeof EVENT_DETAILS;
export type EventDetails<K extends EventKind> = z.infer<(typeof EVENT_DETAILS)[K]>;

const AUDIT_SCHEMA = 1;

/** The envelope of every event. `turn` counts from 1, from the first prompt; `call` joins a call to its result. */
export const auditEnvelope = z.object({
  schema: z.int().min(AUDIT_SCHEMA),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  time: z.iso.datetime({ precision: 3 }),
  version: z.string(),
  pid: count,
  session: z.string().regex(/^[0-9a-f]{16}$/),
  turn: count.nullable(),
  call: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable(),
  kind: z.string(),
  details: z.record(z.string(), z.unknown()),
});

export type AuditEvent = z.infer<typeof auditEnvelope>;
