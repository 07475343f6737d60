import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOutput, outputIds } from '../../../packages/engine/src/store/find.ts';
import { openOutput } from '../../../packages/engine/src/store/open-output.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import { LONGEST_PAGE, PAGE_BYTES, pageLength } from '../../../packages/engine/src/store/pages.ts';
import type { OutputRecord } from '../../../packages/engine/src/store/record.ts';

const home = mkdtempSync(join(tmpdir(), 'wisp-store-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const SESSION = '00000000000000aa';
let next = 0;
const newId = (): string => (next++).toString(16).padStart(16, '0');

function keep(bytes: Buffer, session = SESSION, id = newId()): OutputRecord {
  const store = new OutputStore(home, session);
  const half = Math.floor(bytes.length / 3);
  const parts = [bytes.subarray(0, half), [bytes.subarray(half, half * 2), bytes.subarray(half * 2)]];
  const kept = store.keep(parts, {
    id,
    tool: 'run_command',
    time: '2026-01-01T00:00:00.000Z',
    cut: false,
    totalBytes: null,
  });
  if ('why' in kept) throw new Error(kept.why);
  return kept.record;
}

const directory = join(home, 'output', SESSION);

/** Line lengths around every boundary that pages know. */
const length = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.constantFrom(
    0,
    PAGE_BYTES - 2,
    PAGE_BYTES - 1,
    PAGE_BYTES,
    PAGE_BYTES + 1,
    LONGEST_PAGE,
    LONGEST_PAGE + 5,
    200_000,
  ),
);
const output = fc
  .record({
    lengths: fc.array(length, { maxLength: 12 }),
    letter: fc.constantFrom('x', '你', '🙂'),
    ended: fc.boolean(),
  })
  .map(({ lengths, letter, ended }) => {
    const size = Buffer.byteLength(letter);
    const text = lengths.map((n) => letter.repeat(Math.floor(n / size)) + 'y'.repeat(n % size)).join('\n');
    return Buffer.from(ended ? `${text}\n` : text);
  });

describe('pages of a stored output', () => {
  test('joined are the output, none over 128 KiB, whole characters, line numbers exact', () => {
    fc.assert(
      fc.property(output, (bytes) => {
        const record = keep(bytes);
        const stored = openOutput(directory, record.id);
        const pages = Array.from({ length: stored.pages }, (_, i) => stored.page(i + 1));
        expect(Buffer.concat(pages.map((p) => p?.bytes ?? Buffer.alloc(0))).equals(bytes)).toBe(true);
        let at = 0;
        for (const page of pages) {
          if (!page) throw new Error('a page');
          expect(page.start).toBe(at);
          expect(page.bytes.length).toBeGreaterThan(0);
          expect(page.bytes.length).toBeLessThanOrEqual(LONGEST_PAGE);
          expect(page.bytes.toString('utf8')).not.toContain('\ufffd');
          expect(page.firstLine).toBe(bytes.subarray(0, at).toString('latin1').split('\n').length);
          at += page.bytes.length;
        }
        stored.close();
        expect(stored.page(pages.length + 1)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  test('end at the end of the line that crosses a multiple of 64 KiB', () => {
    const bytes = Buffer.from('0123456789012345678\n'.repeat(10_000));
    const record = keep(bytes);
    expect(record.pages.slice(0, 4).map((p) => p.start)).toEqual([0, 65_540, 131_080, 196_620]);
    expect(record.pages.every((p) => p.start % 20 === 0)).toBe(true);
  });

  test('of one line of 16 MiB end at whole characters', () => {
    const bytes = Buffer.from('你'.repeat(5_592_405));
    const record = keep(bytes);
    // The last line ends within a page after the last multiple, so that the last page is a long one.
    expect(record.pages.length).toBe(255);
    expect(record).toMatchObject({ bytes: bytes.length, lines: 1 });
    expect(record.pages.every((p) => p.start % 3 === 0 && p.firstLine === 1)).toBe(true);
  });

  test('are a function of the bytes alone', () => {
    const bytes = Buffer.from(`${'a'.repeat(PAGE_BYTES - 1)}\n${'b'.repeat(300_000)}\nc\n`);
    expect(pageLength(bytes, 0)).toBe(PAGE_BYTES);
    expect(keep(bytes).pages).toEqual(keep(bytes).pages);
  });
});

describe('the output store', () => {
  test('keeps what it was given, with its hash, for its owner alone', () => {
    const bytes = Buffer.from('one\ntwo\nthree');
    const record = keep(bytes);
    expect(record).toMatchObject({
      lines: 3,
      bytes: 13,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      cut: false,
      totalBytes: 13,
    });
    expect(readFileSync(join(directory, record.id))).toEqual(bytes);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, record.id)).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, `${record.id}.json`)).mode & 0o777).toBe(0o600);
  });

  test('finds the byte at which a line begins, and the line of a byte', () => {
    fc.assert(
      fc.property(output, fc.nat({ max: 14 }), (bytes, line) => {
        const stored = openOutput(directory, keep(bytes).id);
        const lines = bytes.toString('latin1').split('\n');
        const before = lines.slice(0, line).reduce((n, l) => n + l.length + 1, 0);
        expect(stored.lineOffset(line + 1)).toBe(Math.min(before, bytes.length));
        if (line < lines.length) expect(stored.lineAt(before)).toBe(line + 1);
        stored.close();
      }),
      { numRuns: 60 },
    );
  });

  test('leaves nothing when it can not be written, and says why', () => {
    const file = join(home, 'in-the-way');
    mkdirSync(file);
    writeFileSync(join(file, 'output'), '');
    const kept = new OutputStore(file, SESSION).keep([Buffer.from('x')], {
      id: newId(),
      tool: 't',
      time: '',
      cut: false,
      totalBytes: null,
    });
    expect(kept).toEqual({ why: 'a file is in the place of the store (EEXIST)' });
  });

  test('takes back what a disk that fills up half-way left', () => {
    const id = newId();
    const failing = (function* () {
      yield Buffer.alloc(300_000);
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    })();
    const kept = new OutputStore(home, SESSION).keep([failing], {
      id,
      tool: 't',
      time: '',
      cut: false,
      totalBytes: null,
    });
    expect(kept).toEqual({ why: 'the disk is full (ENOSPC)' });
    expect(readdirSync(directory).filter((name) => name.startsWith(id))).toEqual([]);
  });

  test('refuses a session id that is none', () => {
    expect(() => new OutputStore(home, '../other')).toThrow(TypeError);
  });
});

describe('opening a stored output', () => {
  const problems: [string, (path: string, record: OutputRecord) => void, string][] = [
    ['a file shorter than its record says', (path) => truncateSync(path, 1), 'damaged'],
    ['a record that is no record', (path) => writeFileSync(`${path}.json`, '{"schema":1}'), 'damaged'],
    ['a record that is torn', (path) => truncateSync(`${path}.json`, 20), 'damaged'],
    [
      'the record of another output',
      (path, r) => writeFileSync(`${path}.json`, JSON.stringify({ ...r, id: 'ffffffffffffffff' })),
      'damaged',
    ],
    ['a missing record', (path) => rmSync(`${path}.json`), 'no such output'],
    ['a missing file', (path) => rmSync(path), 'no such output'],
    [
      'a link',
      (path) => {
        rmSync(path);
        symlinkSync('/etc/passwd', path);
      },
      'damaged',
    ],
    [
      'a directory',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
      'damaged',
    ],
    [
      'a pipe',
      (path) => {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
      'damaged',
    ],
  ];

  test.each(problems)('refuses %s', (_, spoil, reason) => {
    const record = keep(Buffer.from('some bytes\n'));
    spoil(join(directory, record.id), record);
    expect(() => openOutput(directory, record.id)).toThrow(expect.objectContaining({ name: 'StoreError', reason }));
  });
});

describe('finding a stored output', () => {
  const other = '00000000000000bb';
  beforeAll(() => {
    for (const id of ['abcd000000000001', 'abcd000000000002', 'beef000000000001']) keep(Buffer.from('x'), other, id);
    writeFileSync(join(home, 'output', other, 'dead000000000001.part'), 'x');
    writeFileSync(join(home, 'output', other, 'dead000000000001.stdout.spill'), 'x');
    writeFileSync(join(home, 'output', other, 'dead000000000002'), 'a file without a record');
  });

  test('takes a prefix of four or more characters that names one', () => {
    expect(findOutput(home, 'beef')).toMatchObject({ id: 'beef000000000001', session: other });
    expect(findOutput(home, 'abcd000000000001')).toMatchObject({ id: 'abcd000000000001' });
  });

  test.each([
    ['abcd', /names more than one output: abcd000000000001, abcd000000000002/],
    ['bee', /is no output id/],
    ['../../etc', /is no output id/],
    ['abcd/../x', /is no output id/],
    ['BEEF', /is no output id/],
    ['9999', /there is no stored output 9999/],
    ['dead', /there is no stored output dead/],
  ])('answers %s with a sentence', (prefix, problem) => {
    expect(findOutput(home, prefix)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test('takes nothing for an output that has no record', () => {
    expect(outputIds(join(home, 'output', other))).toEqual([
      'abcd000000000001',
      'abcd000000000002',
      'beef000000000001',
    ]);
  });
});
