import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scratch } from '../../support/wisp.ts';
import { eventOf, eventsIn, linesOf, openAudit, writeLog } from './support.ts';

const logOf = (home: string): string => join(home, 'logs', 'audit.jsonl');
const filesOf = (home: string): string[] => readdirSync(join(home, 'logs')).sort();

describe('the audit log', () => {
  test('has one line an event, for its owner alone, and tells of each after it was written', () => {
    const home = scratch();
    const { log, heard, failures } = openAudit(home);
    log.record('prompt', { text: 'one\ntwo' }, { turn: 1 });
    log.record('session.end', { reason: 'closed' });
    expect(eventsIn(logOf(home))).toEqual(heard);
    expect(heard.map((e) => [e.kind, e.turn])).toEqual([
      ['prompt', 1],
      ['session.end', null],
    ]);
    expect([statSync(join(home, 'logs')).mode & 0o777, statSync(logOf(home)).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(failures).toEqual([]);
  });

  test('turned off, writes nothing and still tells of events', () => {
    const home = scratch();
    const { log, heard } = openAudit(home, { enabled: false });
    log.record('prompt', { text: 'unseen' });
    expect(heard.map((e) => e.details)).toEqual([{ text: 'unseen' }]);
    expect(readdirSync(home)).toEqual([]);
  });

  test('goes on in a new line after one that a crash tore', () => {
    const home = scratch();
    writeLog(home, `${linesOf([eventOf(1)])}{"schema":1,"id":"00`);
    openAudit(home).log.record('prompt', { text: 'after' });
    const lines = readFileSync(logOf(home), 'utf8').split('\n');
    expect(lines[1]).toBe('{"schema":1,"id":"00');
    expect(lines[2]).toContain('"after"');
    expect(lines.length).toBe(4);
  });

  test('follows no link and writes into nothing but a file', () => {
    const home = scratch();
    const outside = join(home, 'outside');
    writeFileSync(outside, 'mine\n');
    mkdirSync(join(home, 'logs'));
    symlinkSync(outside, logOf(home));
    const { log, failures } = openAudit(home, { maxBytes: 1 });
    log.record('prompt', { text: 'one' });
    log.record('prompt', { text: 'two' });
    expect(failures).toEqual([{ what: 'write', code: 'ELOOP' }]);
    expect(readFileSync(outside, 'utf8')).toBe('mine\n');
    expect(lstatSync(logOf(home)).isSymbolicLink()).toBe(true);
  });

  test('bounds every line, whatever an event holds, and counts what it clips', () => {
    const text = fc.constantFrom('x', '你', '🙂', '"', '\n').map((c) => c.repeat(200_000));
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), fc.nat({ max: 5_000 }), (prompt, tools, more) => {
        const home = scratch();
        const { log } = openAudit(home);
        const directory = `${prompt}end`;
        const all = [...tools, ...Array.from({ length: more }, (_, i) => `tool_${i}`)];
        log.record('session.start', { entryPoint: 'chat', directory, model: null, tools: all, autoApprove: false });
        log.record('prompt', { text: 'next' });
        const [first, second] = eventsIn(logOf(home));
        expect(statSync(logOf(home)).size).toBeLessThan(263_000);
        expect(second?.details).toEqual({ text: 'next' });
        const kept = String(first?.details.directory);
        const [, head = '', left] = /^(.*)… \[([\d,]+) more bytes\]$/s.exec(kept) ?? [];
        if (left === undefined) expect(kept).toBe(directory);
        else {
          expect(directory.startsWith(head)).toBe(true);
          expect(Buffer.byteLength(head) + Number(left.replaceAll(',', ''))).toBe(Buffer.byteLength(directory));
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('a full log', () => {
  const grown = (home: string, events: number, limits: { maxBytes: number; files: number }) => {
    const { log, heard, failures } = openAudit(home, limits);
    for (let n = 0; n < events; n++) log.record('prompt', { text: `prompt ${n}` });
    return { heard, failures };
  };

  test('is put aside before it passes its limit, and the oldest goes', () => {
    const home = scratch();
    const { heard, failures } = grown(home, 100, { maxBytes: 2_000, files: 3 });
    expect(filesOf(home)).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.3.jsonl', 'audit.jsonl']);
    const files = ['audit.3.jsonl', 'audit.2.jsonl', 'audit.1.jsonl', 'audit.jsonl'].map((n) => join(home, 'logs', n));
    const kept = files.flatMap(eventsIn);
    expect(kept).toEqual(heard.slice(-kept.length));
    expect(kept.length).toBeGreaterThan(25);
    for (const path of files) {
      expect(statSync(path).size).toBeLessThanOrEqual(2_000);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    expect(failures).toEqual([]);
  });

  test('of one event alone is never put aside empty', () => {
    const home = scratch();
    const { heard } = grown(home, 4, { maxBytes: 10, files: 9 });
    expect(filesOf(home)).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.3.jsonl', 'audit.jsonl']);
    expect(eventsIn(join(home, 'logs', 'audit.3.jsonl'))).toEqual(heard.slice(0, 1));
  });

  test('takes the gap that a crash left, and removes what is past the number to keep', () => {
    const home = scratch();
    for (const number of [0, 1, 3, 7, 12]) writeLog(home, linesOf([eventOf(number)]), number);
    openAudit(home, { maxBytes: 10, files: 6 }).log.record('prompt', { text: 'new' });
    expect(filesOf(home)).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.3.jsonl', 'audit.jsonl']);
    expect(eventsIn(join(home, 'logs', 'audit.1.jsonl'))).toEqual([eventOf(0)]);
    expect(eventsIn(join(home, 'logs', 'audit.2.jsonl'))).toEqual([eventOf(1)]);
    expect(eventsIn(join(home, 'logs', 'audit.3.jsonl'))).toEqual([eventOf(3)]);
  });

  test('is left to the process that puts it aside, unless that one crashed', () => {
    const home = scratch();
    writeLog(home, linesOf([eventOf(0)]));
    const lock = join(home, 'logs', 'audit.lock');
    writeFileSync(lock, '');
    const { log, failures } = openAudit(home, { maxBytes: 10, files: 6 });
    log.record('prompt', { text: 'beside it' });
    expect(filesOf(home)).toEqual(['audit.jsonl', 'audit.lock']);
    const longAgo = Date.now() / 1000 - 60;
    utimesSync(lock, longAgo, longAgo);
    log.record('prompt', { text: 'after it' });
    expect(filesOf(home)).toEqual(['audit.1.jsonl', 'audit.jsonl']);
    expect(failures).toEqual([]);
  });

  test('that can not be put aside grows on, which is told once', () => {
    const home = scratch();
    writeLog(home, linesOf([eventOf(0)]));
    mkdirSync(join(home, 'logs', 'audit.1.jsonl'));
    const { log, failures } = openAudit(home, { maxBytes: 10, files: 1 });
    log.record('prompt', { text: 'one' });
    log.record('prompt', { text: 'two' });
    expect(failures).toEqual([{ what: 'rotate', code: expect.any(String) }]);
    expect(eventsIn(logOf(home)).map((e) => e.details.text)).toEqual(['prompt 0', 'one', 'two']);
  });

  test.each([2, 8])('loses and mixes nothing when %i processes write at once', async (processes) => {
    const home = scratch();
    const events = 800 / processes;
    const writers = Array.from({ length: processes }, (_, n) =>
      spawn(
        process.execPath,
        [join(import.meta.dirname, 'writer.ts'), home, String(n), String(events), '4000', '100'],
        {
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      ),
    );
    const exits = await Promise.all(writers.map((writer) => once(writer, 'exit')));
    expect(exits.map(([code]) => code)).toEqual(writers.map(() => 0));
    const files = filesOf(home);
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((name) => !/^audit(?:\.\d+)?\.jsonl$/.test(name))).toEqual([]);
    const texts = files.flatMap((name) => eventsIn(join(home, 'logs', name)).map((e) => String(e.details.text)));
    const expected = writers.flatMap((_, n) => Array.from({ length: events }, (__, i) => `${n} writes ${i}`));
    expect(texts.sort()).toEqual(expected.sort());
  });
});

test('a log that a person cut short goes on at its new end', () => {
  const home = scratch();
  const { log } = openAudit(home);
  log.record('prompt', { text: 'one' });
  writeFileSync(logOf(home), '');
  log.record('prompt', { text: 'two' });
  log.record('prompt', { text: 'three' });
  expect(eventsIn(logOf(home)).map((e) => e.details.text)).toEqual(['two', 'three']);
});
