import { join } from 'node:path';
import type { AuditEvent } from '../audit/events.ts';
import { EVENT_DETAILS } from '../audit/events.ts';
import { LogError, logDirectory, logName } from '../audit/log-files.ts';
import { type EventFilter, followEvents, lastEvents } from '../audit/log-reader.ts';
import { COLOURS, logLine, PLAIN } from '../chat/log-line.ts';
import { plural } from '../text/format.ts';
import { print } from './run.ts';
import { onSignals } from './signals.ts';

export interface LogsOptions {
  /** A session's id or its beginning; null for all. */
  session: string | null;
  kinds: readonly string[];
  tool: string | null;
  /** How many of the last events. */
  last: number;
  /** Whether to go on with what is recorded from now on. */
  follow: boolean;
  /** Events as they stand in the log, one JSON object a line. */
  json: boolean;
}

/**
 * `wisp logs`: the last events of the audit log, one a line, and with `follow` those that come. What is not for a program that reads
 * it goes to stderr. Resolves to the exit code: 1 when the log can not be read.
 */
export async function logsCommand(home: string, options: LogsOptions): Promise<number> {
  const { session, kinds, tool, last, follow, json } = options;
  if (session !== null && !/^[0-9a-f]{1,16}$/.test(session))
    return failed(`a session id has 16 characters of 0-9 and a-f, not "${session.slice(0, 40)}"`);
  const filter: EventFilter = { kinds, ...(session === null ? {} : { session }), ...(tool === null ? {} : { tool }) };
  const paint = process.stdout.isTTY && !process.env.NO_COLOR ? COLOURS : PLAIN;
  const show = (event: AuditEvent) => print(`${json ? JSON.stringify(event) : logLine(event, paint)}\n`);
  const signals = onSignals();
  const gone = new AbortController();
  process.stdout.on('error', () => gone.abort());
  const stop = AbortSignal.any([signals.signal, gone.signal]);
  try {
    const { events, unreadable, end } = await lastEvents(home, filter, last);
    for (const event of events) if (!stop.aborted) await show(event);
    say(unreadable === 0 ? null : `${plural(unreadable, 'line')} of the log that are no events were passed over.`);
    if (events.length === 0 && last > 0) say(nothing(home, end === null, kinds));
    if (!follow) return 0;
    for await (const event of followEvents(home, filter, stop, end)) await show(event);
    return 0;
  } catch (error) {
    if (error instanceof LogError) return failed(error.message);
    throw error;
  } finally {
    signals.stop();
  }
}

function nothing(home: string, noLog: boolean, kinds: readonly string[]): string {
  if (noLog) return `The log is empty: nothing is recorded in ${join(logDirectory(home), logName())}.`;
  const unknown = kinds.filter((kind) => !(kind in EVENT_DETAILS));
  if (unknown.length === 0) return 'No event of the log matches.';
  return `No event of the log matches. This version records no ${unknown.join(', ')}, but ${Object.keys(EVENT_DETAILS).join(', ')}.`;
}

function say(text: string | null): void {
  if (text !== null) process.stderr.write(`${text}\n`);
}

function failed(problem: string): number {
  process.stderr.write(`wisp logs: ${problem}.\n`);
  return 1;
}
