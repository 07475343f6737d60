import { z } from 'zod';
import type { AuditEvent } from '../audit/events.ts';
import { lastEvents } from '../audit/log-reader.ts';
import { fitText } from './fit-text.ts';
import type { Tool, ToolContext } from './tool.ts';

const MOST = 100;
const DEFAULT = 20;

/** Bytes of one event, and of the arguments of one call, in a line. */
const EVENT_BYTES = 400;
const ARGUMENT_CHARACTERS = 120;

const schema = z.object({
  what: z
    .enum(['audit', 'calls', 'turn', 'context', 'status', 'config'])
    .describe(
      'audit: the last events. calls: the tool calls of a turn, a line each. turn: every event of a turn. context: what the next request carries. status: the model, window and budget. config: the settings.',
    ),
  turn: z.int().min(1).optional().describe('calls, turn: which turn. Default: this one.'),
  last: z.int().min(1).max(MOST).optional().describe(`audit: how many events. Default: ${DEFAULT}.`),
  kind: z.string().max(64).optional().describe('audit, turn: only events of this kind, such as tool.result.'),
});

/** Tells the model of its own conversation: what happened, what fills the window, what is set (features G5). */
export const inspectTool: Tool<typeof schema> = {
  name: 'inspect',
  description:
    'Look at this conversation itself: its log, its calls and how they ended, what fills the window, the settings.',
  schema,
  run: async (args, context) => fitText(await textOf(args, context), 'inspect', context),
};

async function textOf({ what, turn, last, kind }: z.infer<typeof schema>, context: ToolContext): Promise<string> {
  switch (what) {
    case 'status':
      return JSON.stringify(context.inspect.status(), null, 2);
    case 'config':
      return JSON.stringify(context.inspect.config(), null, 2);
    case 'context':
      return JSON.stringify(context.inspect.context() ?? { note: 'no model is open' }, null, 2);
    case 'calls':
      return listed(
        (await events(context, { turn: turn ?? context.turn }, Number.POSITIVE_INFINITY)).flatMap(callLine),
        `no call in turn ${turn ?? context.turn}`,
      );
    case 'turn':
      return listed(
        (await events(context, { turn: turn ?? context.turn, kind }, Number.POSITIVE_INFINITY)).map(eventLine),
        `no such event in turn ${turn ?? context.turn}`,
      );
    case 'audit':
      return listed((await events(context, { kind }, last ?? DEFAULT)).map(eventLine), 'no such event');
  }
}

async function events(
  context: ToolContext,
  { turn, kind }: { turn?: number; kind?: string | undefined },
  count: number,
): Promise<AuditEvent[]> {
  const { home, session } = context.memory;
  const filter = {
    ...(session === null ? {} : { session }),
    ...(turn === undefined ? {} : { turn }),
    ...(kind === undefined ? {} : { kinds: [kind] }),
  };
  return (await lastEvents(home, filter, count)).events;
}

function listed(lines: readonly string[], none: string): string {
  return lines.length === 0 ? `[${none}]` : lines.join('\n');
}

/** `10:04:07 t3 tool.result 3f9a2c1b {…}`. */
function eventLine({ time, turn, kind, call, details }: AuditEvent): string {
  const place = `${turn === null ? '' : ` t${turn}`}${call === null ? '' : ` ${call.slice(0, 8)}`}`;
  return `${time.slice(11, 19)} ${kind}${place} ${clipped(JSON.stringify(details), EVENT_BYTES)}`;
}

const called = z.object({ tool: z.string(), arguments: z.string() });
const ended = z.object({ tool: z.string(), outcome: z.string(), bytes: z.number(), error: z.string().optional() });

/** A line for each call that was made, and one for how it ended, under the same id. */
function callLine({ kind, call, details }: AuditEvent): string[] {
  const id = call?.slice(0, 8) ?? '';
  if (kind === 'tool.call') {
    const { tool, arguments: given } = called.parse(details);
    return [`${id} ${tool} ${clipped(given, ARGUMENT_CHARACTERS)}`];
  }
  if (kind !== 'tool.result') return [];
  const { outcome, bytes, error } = ended.parse(details);
  return [`${id}   → ${error ? clipped(error, ARGUMENT_CHARACTERS) : outcome}, ${bytes} bytes`];
}

function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
