import { z } from 'zod';
import type { AuditEvent } from '../../audit/events.ts';
import { clip, size } from '../../text/format.ts';
import { named } from '../named.ts';
import type { ToolContext } from '../tool.ts';
import { turnEvents } from './events.ts';

/** Bytes of a call's arguments in its line. */
const ARGUMENT_BYTES = 120;

const called = z.object({ tool: z.string(), arguments: z.string() });
const ended = z.object({ outcome: z.string(), bytes: z.number(), error: z.string().optional() });

/**
 * The tool calls of a turn, a line each, in the order in which they were made: `t2 entry 5 run_command {"command":"make"} →
 * exit status 2, 12 KiB`.
 */
export async function callLines(context: ToolContext, turn: number): Promise<string[]> {
  const calls = new Map<string, { begun: string; ended: string }>();
  for await (const event of turnEvents(context, turn)) {
    if (event.call === null) continue;
    if (event.kind === 'tool.call')
      calls.set(event.call, { begun: beginningOf(event, event.call, context), ended: 'not ended' });
    const known = calls.get(event.call);
    if (event.kind === 'tool.result' && known) known.ended = endOf(event);
  }
  return [...calls].map(([call, { begun, ended }]) => `${begun} → ${call === context.call ? 'this call' : ended}`);
}

function beginningOf({ turn, details }: AuditEvent, call: string, { entryOf }: ToolContext): string {
  const { data } = called.safeParse(details);
  const entry = entryOf(call);
  const place = `t${turn} ${entry === null ? `call ${call.slice(0, 8)}` : `entry ${entry}`}`;
  return data ? `${place} ${named(data.tool)} ${clip(data.arguments, ARGUMENT_BYTES)}` : `${place} ?`;
}

function endOf({ details }: AuditEvent): string {
  const { data } = ended.safeParse(details);
  if (!data) return '?';
  return data.error === undefined ? `${data.outcome}, ${size(data.bytes)}` : `${data.outcome}: ${named(data.error)}`;
}
