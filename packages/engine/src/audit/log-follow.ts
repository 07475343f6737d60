import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EventFilter, eventOf, wanted } from './event-line.ts';
import type { AuditEvent } from './events.ts';
import { type LogFile, type LogPlace, logDirectory, logFiles, logName, openLog } from './log-files.ts';
import { blockAt, LineCutter } from './log-lines.ts';

/** How often the log is looked at, in milliseconds. */
const INTERVAL = 100;

const BLOCK = 65_536;

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
 * The events of a home that come after `end` (null: when there was no log; absent: now) and that the filter asks for, until `signal` is raised. A log that is put aside is
 * read to its end and the new one from its beginning, as is one that was cut short. Throws LogError.
 */
export async function* followEvents(
  home: string,
  filter: EventFilter,
  signal: AbortSignal,
  end?: LogPlace | null,
): AsyncGenerator<AuditEvent> {
  const path = join(logDirectory(home), logName());
  const first = await openLog(path);
  let tails: Tail[] = first ? await tailsAfter(home, first, end) : [];
  try {
    while (!signal.aborted) {
      for (const tail of tails) {
        for await (const line of newLines(tail)) {
          const event = eventOf(line);
          if (event && wanted(event, filter)) yield event;
        }
      }
      tails = await withNew(home, path, tails);
      await pause(INTERVAL, undefined, { signal }).catch(ended);
    }
  } finally {
    for (const { handle } of tails) await handle.close();
  }
}

async function tailsAfter(home: string, current: LogFile, end: LogPlace | null | undefined): Promise<Tail[]> {
  if (end === undefined) return [tailOf(current, current.size)];
  if (end === null || end.inode === current.inode) return [tailOf(current, end?.size ?? 0)];
  const between = await filesBetween(home, current.inode, end.inode);
  return [...between.map((file) => tailOf(file, file.inode === end.inode ? end.size : 0)), tailOf(current, 0)];
}

function tailOf(file: LogFile, at: number): Tail {
  return { ...file, at, cutter: new LineCutter(), looks: null };
}

async function* newLines(tail: Tail): AsyncGenerator<Buffer | null> {
  const { size } = await tail.handle.stat();
  if (size < tail.at) {
    tail.at = 0;
    tail.cutter = new LineCutter();
  }
  for (;;) {
    const block = await blockAt(tail.handle, tail.at, BLOCK);
    if (block.length === 0) return;
    tail.at += block.length;
    yield* tail.cutter.lines(block);
  }
}

/** The files to follow from now on: those that were followed, and what has been begun since, from its first byte. */
async function withNew(home: string, path: string, tails: readonly Tail[]): Promise<Tail[]> {
  const current = await openLog(path);
  if (!current) return [...tails];
  const newest = tails.at(-1);
  if (newest?.inode === current.inode) {
    await current.handle.close();
    return aged(tails);
  }
  const between = newest ? await filesBetween(home, current.inode, newest.inode) : [];
  const begun = between.filter((file) => file.inode !== newest?.inode);
  for (const file of between) if (!begun.includes(file)) await file.handle.close();
  return aged([...tails, ...begun.map((file) => tailOf(file, 0)), tailOf(current, 0)]);
}

/** The files from one that was put aside, itself too, to before a newer one, the oldest first. */
async function filesBetween(home: string, newer: string, oldest: string): Promise<LogFile[]> {
  const between: LogFile[] = [];
  for await (const file of logFiles(home)) {
    if (file.inode === newer) await file.handle.close();
    else between.unshift(file);
    if (file.inode === oldest) return between;
  }
  // The oldest is gone: what else is there may be from long before it.
  for (const { handle } of between) await handle.close();
  return [];
}

/** Without those that were put aside some looks ago. */
async function aged(tails: readonly Tail[]): Promise<Tail[]> {
  const left: Tail[] = [];
  for (const [i, tail] of tails.entries()) {
    if (i < tails.length - 1) tail.looks = (tail.looks ?? LOOKS_ASIDE) - 1;
    if (tail.looks === 0) await tail.handle.close();
    else left.push(tail);
  }
  return left;
}

/** The pause ends early when the signal is raised, which is no failure. */
function ended(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
