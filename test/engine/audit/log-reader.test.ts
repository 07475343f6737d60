import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AuditEvent } from '../../../packages/engine/src/audit/events.ts';
import { linesBackward, linesForward } from '../../../packages/engine/src/audit/log-lines.ts';
import {
  allEvents,
  type EventFilter,
  followEvents,
  lastEvents,
} from '../../../packages/engine/src/audit/log-reader.ts';
import { scratch } from '../../support/wisp.ts';
import { eventOf, linesOf, openAudit, writeLog } from './support.ts';

const events = (from: number, to: number): AuditEvent[] =>
  Array.from({ length: to - from + 1 }, (_, i) => eventOf(from + i));
async function collected<T>(from: AsyncGenerator<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of from) found.push(one);
  return found;
}
const all = (home: string, filter: EventFilter = {}): Promise<AuditEvent[]> => collected(allEvents(home, filter));

describe('lines of a log', () => {
  const part = fc.oneof(fc.nat({ max: 80 }), fc.constantFrom(65_535, 65_536, 65_537, 140_000, 1_048_576, 1_048_577));

  test('are the same read from either end, those that are too long as null', async () => {
    const path = join(scratch(), 'file');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.boolean(), async (lengths, ended) => {
        const lines = lengths.map((n, i) => String(i % 10).repeat(n));
        const text = lines.join('\n') + (ended ? '\n' : '');
        writeFileSync(path, text);
        const fd = openSync(path, 'r');
        const expected = text.split('\n').map((line) => (line.length > 1_048_576 ? null : line));
        const read = (line: Buffer | null) => line?.toString() ?? null;
        expect((await collected(linesForward(fd))).map(read)).toEqual(expected);
        const backward = await collected(linesBackward(fd, Buffer.byteLength(text)));
        expect(backward.reverse().map(read)).toEqual(expected);
        closeSync(fd);
      }),
      { numRuns: 40 },
    );
  });
});

describe('reading the log', () => {
  test('goes from the oldest file that was put aside to the current one', async () => {
    const home = scratch();
    writeLog(home, linesOf(events(1, 3)), 12);
    writeLog(home, linesOf(events(4, 6)), 2);
    writeLog(home, linesOf(events(7, 8)), 1);
    writeLog(home, linesOf(events(9, 10)));
    expect(await all(home)).toEqual(events(1, 10));
    expect(await lastEvents(home, {}, 5)).toMatchObject({ events: events(6, 10), unreadable: 0 });
    expect((await lastEvents(home, {}, 99)).events).toEqual(events(1, 10));
  });

  test('has nothing where there is no log, or nothing in it', async () => {
    const home = scratch();
    expect(await lastEvents(home, {}, 5)).toEqual({ events: [], unreadable: 0, end: null });
    writeLog(home, '');
    expect((await lastEvents(home, {}, 5)).events).toEqual([]);
    expect(await all(home)).toEqual([]);
  });

  test('passes over torn lines, and those that are no events or too long, and counts them', async () => {
    const home = scratch();
    const odd = ['{"schema":1,"id":"0', '[]', 'null', '{"schema":1}', 'x'.repeat(1_100_000), '\u0000\u0000', ''];
    const [first, second] = events(1, 2);
    writeLog(home, `${linesOf([first ?? eventOf(1)])}${odd.join('\n')}\n${JSON.stringify(second)}\n{"sch`);
    expect(await lastEvents(home, {}, 9)).toMatchObject({ events: [first, second], unreadable: 7 });
    expect(await all(home)).toEqual([first, second]);
  });

  test('carries kinds and fields of a later version on as they stand', async () => {
    const home = scratch();
    const later = { ...eventOf(1, { schema: 2, kind: 'moon.risen', details: { phase: { name: 'full' } } }), colour: 3 };
    writeLog(home, linesOf([later]));
    expect(await all(home, { kinds: ['moon.risen'] })).toEqual([later]);
  });

  test('gives what the filter asks for', async () => {
    const home = scratch();
    const session = '00000000000000bb';
    const tool = eventOf(2, { kind: 'tool.call', turn: 2, details: { tool: 'read_file', arguments: '{}' } });
    const other = eventOf(3, { session });
    writeLog(home, linesOf([eventOf(1), tool, other]));
    expect(await all(home, { session: '00000000000000b' })).toEqual([other]);
    expect(await all(home, { kinds: ['tool.call', 'error'] })).toEqual([tool]);
    expect(await all(home, { kinds: [] })).toHaveLength(3);
    expect(await all(home, { tool: 'read_file' })).toEqual([tool]);
    expect((await lastEvents(home, { turn: 2, session: '00' }, 3)).events).toEqual([tool]);
    expect((await lastEvents(home, { session, turn: 2 }, 3)).events).toEqual([]);
  });

  test('of a rotation meanwhile misses nothing and repeats nothing', async () => {
    const home = scratch();
    const { log, heard } = openAudit(home, { maxBytes: 1_500, files: 60 });
    for (let n = 0; n < 40; n++) log.record('prompt', { text: `early ${n}` });
    const before = heard.length;
    const read: AuditEvent[] = [];
    for await (const event of allEvents(home, {})) {
      read.push(event);
      if (read.length < 30) log.record('prompt', { text: `late ${read.length}` });
    }
    expect(read.slice(0, before)).toEqual(heard.slice(0, before));
    expect(new Set(read.map((e) => e.id)).size).toBe(read.length);
  });

  test('of a few events at the end of a large log reads a few blocks', async () => {
    const home = scratch();
    const long = Array.from({ length: 3_000 }, (_, i) => eventOf(i, { details: { text: 'x'.repeat(3_000) } }));
    // What stands before is no log at all: reading it would be seen in the count.
    writeLog(home, `${'{\n'.repeat(1_000)}${linesOf(long)}`);
    expect(await lastEvents(home, {}, 20)).toMatchObject({ events: long.slice(-20), unreadable: 0 });
  });

  const spoilt: [string, (path: string) => void, string][] = [
    ['a directory', (path) => mkdirSync(path, { recursive: true }), 'it is a directory'],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), 'it is no file'],
    ['a link', (path) => symlinkSync('/etc/hostname', path), 'it is a link, and none is followed (ELOOP)'],
  ];
  test.each(spoilt)('refuses %s in its place with a reason', async (_, spoil, why) => {
    const home = scratch();
    mkdirSync(join(home, 'logs'));
    const path = join(home, 'logs', 'audit.jsonl');
    spoil(path);
    const expected = { name: 'LogError', message: `the audit log ${path} can not be read: ${why}` };
    await expect(lastEvents(home, {}, 1)).rejects.toMatchObject(expected);
    await expect(all(home)).rejects.toMatchObject(expected);
    await expect(followEvents(home, {}, AbortSignal.timeout(1_000)).next()).rejects.toMatchObject(expected);
  });
});

describe('following the log', () => {
  /** Follows what comes after this moment. */
  const follow = async (home: string, filter: EventFilter = {}) => {
    const stop = new AbortController();
    const { end } = await lastEvents(home, {}, 1);
    const following = followEvents(home, filter, stop.signal, end);
    onTestFinished(async () => {
      stop.abort();
      await following.return(undefined);
    });
    return { following, stop };
  };
  const take = async (from: AsyncGenerator<AuditEvent>, count: number): Promise<string[]> => {
    const texts: string[] = [];
    while (texts.length < count) texts.push(String((await from.next()).value?.details.text));
    return texts;
  };

  test('gives what comes, across rotations, and ends with its signal', async () => {
    const home = scratch();
    const { log } = openAudit(home, { maxBytes: 900, files: 50 });
    log.record('prompt', { text: 'before' });
    const { following, stop } = await follow(home);
    for (let n = 0; n < 25; n++) log.record('prompt', { text: `one ${n}` });
    expect(await take(following, 25)).toEqual(Array.from({ length: 25 }, (_, n) => `one ${n}`));
    for (let n = 0; n < 25; n++) log.record('prompt', { text: `two ${n}` });
    expect(await take(following, 25)).toEqual(Array.from({ length: 25 }, (_, n) => `two ${n}`));
    stop.abort();
    expect(await following.next()).toEqual({ done: true, value: undefined });
  });

  test('waits for a log that is not there, and for the end of a line', async () => {
    const home = scratch();
    const { following } = await follow(home, { kinds: ['prompt'] });
    const first = take(following, 1);
    const [line = ''] = linesOf([eventOf(7)]).split('\n');
    const path = writeLog(home, line.slice(0, 20));
    appendFileSync(path, `${line.slice(20)}\n`);
    expect(await first).toEqual(['prompt 7']);
  });

  test('begins again with a log that was cut short or replaced, and repeats no older one', async () => {
    const home = scratch();
    writeLog(home, linesOf(events(1, 2)), 1);
    const path = writeLog(home, linesOf(events(3, 5)));
    const { following } = await follow(home);
    appendFileSync(path, linesOf([eventOf(6)]));
    expect(await take(following, 1)).toEqual(['prompt 6']);
    truncateSync(path, 0);
    appendFileSync(path, linesOf([eventOf(7)]));
    expect(await take(following, 1)).toEqual(['prompt 7']);
    rmSync(path);
    writeLog(home, linesOf([eventOf(8)]));
    expect(await take(following, 1)).toEqual(['prompt 8']);
  });

  test('gives an event that was written to a file just put aside', async () => {
    const home = scratch();
    const path = writeLog(home, linesOf([eventOf(1)]));
    const { following } = await follow(home);
    appendFileSync(path, linesOf([eventOf(2)]));
    expect(await take(following, 1)).toEqual(['prompt 2']);
    const aside = path.replace('audit.jsonl', 'audit.1.jsonl');
    renameSync(path, aside);
    writeLog(home, linesOf([eventOf(3)]));
    expect(await take(following, 1)).toEqual(['prompt 3']);
    appendFileSync(aside, linesOf([eventOf(4)]));
    expect(await take(following, 1)).toEqual(['prompt 4']);
  });
});
