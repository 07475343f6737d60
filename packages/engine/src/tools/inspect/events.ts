import type { AuditEvent } from '../../audit/events.ts';
import { allEvents, lastEvents } from '../../audit/log-reader.ts';
import { clip } from '../../text/format.ts';
import type { ToolContext } from '../tool.ts';

/** Bytes of one event in a line. */
const EVENT_BYTES = 400;

/** The last events of this conversation's session, the oldest first. */
export async function lastOfConversation(
  { memory: { home, session } }: ToolContext,
  kind: string | undefined,
  count: number,
): Promise<AuditEvent[]> {
  return (await lastEvents(home, { ...only(session), ...(kind === undefined ? {} : { kinds: [kind] }) }, count)).events;
}

/** Events of a turn in order: of this session or, for a turn before the conversation was resumed, of the one that it was in. */
export async function* turnEvents(
  { memory: { home, session, earlier }, signal }: ToolContext,
  turn: number,
  kind?: string,
): AsyncGenerator<AuditEvent> {
  const kinds = kind === undefined ? {} : { kinds: [kind] };
  let found = false;
  for (const one of [session, ...(earlier ?? []).toReversed()]) {
    for await (const event of allEvents(home, { ...only(one), ...kinds, turn })) {
      signal.throwIfAborted();
      found = true;
      yield event;
    }
    if (found) return;
  }
}

const only = (session: string | null) => (session === null ? {} : { session });

/** `10:04:07 t3 tool.result 3f9a2c1b {…}`. */
export function eventLine({ time, turn, kind, call, details }: AuditEvent): string {
  const place = `${turn === null ? '' : ` t${turn}`}${call === null ? '' : ` ${call.slice(0, 8)}`}`;
  return `${time.slice(11, 19)} ${kind}${place} ${clip(JSON.stringify(details), EVENT_BYTES)}`;
}
