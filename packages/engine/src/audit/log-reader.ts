import { type EventFilter, eventOf, wanted } from './event-line.ts';
import type { AuditEvent } from './events.ts';
import { closeLogs, type LogFile, type LogPlace, openLogs } from './log-files.ts';
import { linesBackward, linesForward } from './log-lines.ts';

export type { EventFilter } from './event-line.ts';
export { followEvents } from './log-follow.ts';

/** Events, the oldest first, and how many lines that are none stood between them. */
export interface Events {
  events: AuditEvent[];
  unreadable: number;
  /** Where the log ended: what comes after it can be followed. Null when there is no log. */
  end: LogPlace | null;
}

/**
 * The last `count` events of a home that the filter asks for, the oldest first. Reads backwards from the end, so that a few
 * events of a large log cost a few blocks. Throws LogError when the log is there and can not be read.
 */
export async function lastEvents(home: string, filter: EventFilter, count: number): Promise<Events> {
  const found: Events = { events: [], unreadable: 0, end: null };
  const files = openLogs(home);
  try {
    const [newest] = files;
    if (newest) found.end = { inode: newest.inode, size: newest.size };
    for (const file of files) await collectBackwards(file, filter, count, found);
  } finally {
    closeLogs(files);
  }
  found.events.reverse();
  return found;
}

async function collectBackwards(file: LogFile, filter: EventFilter, count: number, found: Events): Promise<void> {
  if (found.events.length >= count) return;
  for await (const line of linesBackward(file.fd, file.size)) {
    const event = eventOf(line);
    if (event === null) found.unreadable++;
    else if (event && wanted(event, filter) && found.events.push(event) >= count) return;
  }
}

/** Every event of a home that the filter asks for, in order, from the oldest file on. Throws LogError. */
export async function* allEvents(home: string, filter: EventFilter): AsyncGenerator<AuditEvent> {
  const files = openLogs(home);
  try {
    for (const { fd } of files.toReversed()) {
      for await (const line of linesForward(fd)) {
        const event = eventOf(line);
        if (event && wanted(event, filter)) yield event;
      }
    }
  } finally {
    closeLogs(files);
  }
}
