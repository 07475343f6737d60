import { z } from 'zod';

/** Largest page number, id and free text that a front end may send; a longer one is an error that names the field. */
const shortText = z.string().max(4_096);

/** First line, optional: what this front end can do. */
const helloRequest = z.object({
  type: z.literal('hello'),
  /** `approve`: answers `approval` lines. Without it every approval is refused without asking. */
  effects: z.array(shortText).max(64).optional(),
  client: shortText.optional(),
  version: shortText.optional(),
});

/** A chat line: `/name …` is a command, `!command` runs as the person, anything else goes to the model. */
const messageRequest = z.object({ type: z.literal('message'), text: z.string() });

/** Stops the turn or typed command that runs now; nothing running: no effect. */
const interruptRequest = z.object({ type: z.literal('interrupt') });

export const approvalDecision = z.enum(['once', 'session', 'project', 'always', 'no']);

/** Answers an `approval`. */
const answerRequest = z.object({ type: z.literal('answer'), id: shortText, decision: approvalDecision });

/** Answers a `choice`; null or absent changes nothing. */
const chooseRequest = z.object({ type: z.literal('choose'), id: shortText, value: shortText.nullish() });

/** Asks for completions of `text` at character `cursor`; answered even while a turn runs. */
const completeRequest = z.object({
  type: z.literal('complete'),
  id: shortText,
  text: z.string(),
  cursor: z.int().min(0),
});

/** Asks for page `page` (from 1) of the stored output `id`; answered at once by a `view` of kind `output`. */
const outputRequest = z.object({ type: z.literal('output'), id: shortText, page: z.int().min(1) });

/**
 * Looks in the whole of a stored output for the next line after `line` (or, backward, the one before it) that matches, as
 * `recall … matching` reads patterns; answered at once by `found`. Line 0 searches from the beginning.
 */
const searchRequest = z.object({
  type: z.literal('search'),
  id: shortText,
  output: shortText,
  pattern: shortText,
  line: z.int().min(0),
  direction: z.enum(['forward', 'backward']),
});

/** Asks what the exact readers find notable in a stored output; answered by `points`. */
const pointsRequest = z.object({ type: z.literal('points'), id: shortText, output: shortText });

/** Asks for a stored output to be written whole to a new file; answered by `kept`. A file that exists stays as it is. */
const keepRequest = z.object({ type: z.literal('keep'), id: shortText, output: shortText, path: shortText });

/** Asks what the next request to the model would carry; answered at once by `context`, also while a turn runs. */
const contextRequest = z.object({ type: z.literal('context'), id: shortText });

/** Every line that a front end sends to the engine. */
export const inbound = z.discriminatedUnion('type', [
  helloRequest,
  messageRequest,
  interruptRequest,
  answerRequest,
  chooseRequest,
  completeRequest,
  outputRequest,
  searchRequest,
  pointsRequest,
  keepRequest,
  contextRequest,
]);

export type Inbound = z.infer<typeof inbound>;
export type ApprovalDecision = z.infer<typeof approvalDecision>;

const knownTypes: ReadonlySet<string> = new Set(inbound.options.map((option) => option.shape.type.value));

/** What one inbound line says: a request, a type from a newer front end (ignored), or what is wrong with it. */
export type InboundReading =
  | { kind: 'request'; request: Inbound }
  | { kind: 'unknown'; type: string }
  | { kind: 'invalid'; problem: string };

/**
 * Reads one line from a front end (text without its line end). A line that is not a JSON object is a `message` with that
 * text, so that the engine can be driven by hand. Never throws.
 */
export function readInbound(line: string): InboundReading {
  const value = parseObject(line);
  if (!value) return { kind: 'request', request: { type: 'message', text: line } };
  const { type } = value;
  if (typeof type !== 'string') return { kind: 'invalid', problem: 'type: a line needs a "type" that is a string' };
  if (!knownTypes.has(type)) return { kind: 'unknown', type };
  const result = inbound.safeParse(value);
  if (result.success) return { kind: 'request', request: result.data };
  const issue = result.error.issues[0];
  return {
    kind: 'invalid',
    problem: `${issue?.path.join('.') || type}: ${issue?.message ?? 'does not fit the schema'}`,
  };
}

function parseObject(line: string): Record<string, unknown> | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
