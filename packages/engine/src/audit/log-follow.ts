import { closeSync, fstatSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventFilter, eventOf, wanted } from './event-line.ts';
import type { AuditEvent } from './events.ts';
import { closeLogs, type LogFile, type LogPlace, openLogs } from './log-files.ts';
import { blockAt, LineCutter } from './log-lines.ts';

/** How often the log is looked at, in milliseconds. */
const INTERVAL = 100;

/** Looks at a file that was put aside until it is closed: a process may still write the event that it had begun. */
const LOOKS_ASIDE = 10;

/** A file that is followed: how far it was read, and the line that is open there. */
interface Tail extends LogFile {
  at: number;
  cutter: LineCutter;
  /** Looks left after it was put aside; null while it is the log. */
  looks: number | null;
}

/**
 * The events of a home that come after `end` (null: when there was no log; absent: now) and that the filter asks for, until
 * `signal` is raised. A log that is put aside is read to its end and the new one from its beginning, as is one that was cut
 * short. Throws LogError.
 */
export async function* followEvents(
  home: string,
  filter: EventFilter,
  signal: AbortSignal,
  end?: LogPlace | null,
): AsyncGenerator<AuditEvent> {
  let tails = tailsAfter(home, end);
  try {
    while (!signal.aborted) {
      for (const tail of tails) {
        for (const line of newLines(tail)) {
          const event = eventOf(line);
          if (event && wanted(event, filter)) yield event;
        }
      }
      tails = withNew(home, tails);
      await pause(INTERVAL, undefined, { signal }).catch(ended);
    }
  } finally {
    closeLogs(tails);
  }
}

function tailsAfter(home: string, end: LogPlace | null | undefined): Tail[] {
  if (end === null)
    return openLogs(home)
      .toReversed()
      .map((file) => tailOf(file, 0));
  if (end === undefined) return filesSince(home, null).map((file) => tailOf(file, file.size));
  return filesSince(home, end.inode).map((file) => tailOf(file, file.inode === end.inode ? end.size : 0));
}

function tailOf(file: LogFile, at: number): Tail {
  return { ...file, at, cutter: new LineCutter(), looks: null };
}

function* newLines(tail: Tail): Generator<Buffer | null> {
  if (fstatSync(tail.fd).size < tail.at) {
    tail.at = 0;
    tail.cutter = new LineCutter();
  }
  for (let block = blockAt(tail.fd, tail.at); block.length > 0; block = blockAt(tail.fd, tail.at)) {
    tail.at += block.length;
    yield* tail.cutter.lines(block);
  }
}

/** The files to follow from now on: those that were followed, and what has been begun since, from its first byte. */
function withNew(home: string, tails: readonly Tail[]): Tail[] {
  const newest = tails.at(-1)?.inode ?? null;
  const since = filesSince(home, newest);
  closeLogs(since.filter(({ inode }) => inode === newest));
  return aged([...tails, ...since.filter(({ inode }) => inode !== newest).map((file) => tailOf(file, 0))]);
}

/** A file of the log and those that were begun after it, the oldest first; the current one alone where that file is gone. */
function filesSince(home: string, inode: string | null): LogFile[] {
  const files = openLogs(home, inode);
  if (files.some((file) => file.inode === inode)) return files.toReversed();
  // What was put aside may be from long before the file that is gone.
  closeLogs(files.slice(1));
  return files.slice(0, 1);
}

/** Without those that were put aside some looks ago. */
function aged(tails: readonly Tail[]): Tail[] {
  const newest = tails.at(-1);
  return tails.filter((tail) => {
    if (tail === newest) return true;
    tail.looks = (tail.looks ?? LOOKS_ASIDE) - 1;
    if (tail.looks === 0) closeSync(tail.fd);
    return tail.looks > 0;
  });
}

/** The pause ends early when the signal is raised, which is no failure. */
function ended(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
