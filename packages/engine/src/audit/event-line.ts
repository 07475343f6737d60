import { z } from 'zod';
import { type AuditEvent, auditEnvelope } from './events.ts';

/** Which events are wanted; what is absent asks for nothing. */
export interface EventFilter {
  /** A session's id, or the beginning of it. */
  session?: string;
  kinds?: readonly string[];
  /** Events that name this tool in their details. */
  tool?: string;
  turn?: number;
}

/** What a later version added to an event is carried on. */
const anyEvent = z.looseObject(auditEnvelope.shape);

/**
 * The event of a line of the log, as it stands there: kinds and fields that this version does not know too. `undefined` for a
 * line without anything, null for one that is no event.
 */
export function eventOf(line: Buffer | null): AuditEvent | null | undefined {
  if (line === null) return null;
  const text = line.toString('utf8').trim();
  if (text === '') return undefined;
  try {
    return anyEvent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // A line that a crash tore is no JSON; whoever reads counts it.
    return null;
  }
}

/** True for an event that the filter asks for. */
export function wanted(event: AuditEvent, { session, kinds, tool, turn }: EventFilter): boolean {
  if (session !== undefined && !event.session.startsWith(session)) return false;
  if (kinds !== undefined && kinds.length > 0 && !kinds.includes(event.kind)) return false;
  if (tool !== undefined && event.details.tool !== tool) return false;
  return turn === undefined || event.turn === turn;
}
