import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFileTool } from '../../../packages/engine/src/tools/read-file.ts';
import { scratch } from '../../support/wisp.ts';
import { bareContext } from './bare-context.ts';
import { Toolbench } from './support.ts';

async function read(directory: string, path: string, at: { line?: number; byte?: number } = {}): Promise<string> {
  return (await readFileTool.run({ path, ...at }, bareContext(directory))).text;
}

/** What reading a file of these bytes gives. */
function readBytes(bytes: string | Uint8Array, at: { line?: number; byte?: number } = {}): Promise<string> {
  const directory = scratch();
  writeFileSync(join(directory, 'f'), bytes);
  return read(directory, 'f', at);
}

/** Reads a file to its end by the way that each page names; gives its text back, and how many pages that took. */
async function readAll(directory: string, path: string): Promise<{ text: string; pages: number }> {
  let text = '';
  let at: { line?: number; byte?: number } = {};
  for (let pages = 1; ; pages++) {
    const page = await read(directory, path, at);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(4_096);
    const more = /\[more: read_file with line (\d+)(?:, byte (\d+))?;[^\]]*\]$/.exec(page);
    const rows = page
      .slice(0, more?.index ?? page.lastIndexOf('[end of file]'))
      .split('\n')
      .slice(0, -1);
    text += rows
      .map((row, i) => row.slice(row.indexOf('\t') + 1) + (more?.[2] && i === rows.length - 1 ? '' : '\n'))
      .join('');
    if (!more) return { text, pages };
    at = { line: Number(more[1]), ...(more[2] ? { byte: Number(more[2]) } : {}) };
  }
}

describe('read_file', () => {
  it('gives a short file whole, each line with its number', async () => {
    expect(await readBytes('one\ntwo\n')).toBe('1\tone\n2\ttwo\n[end of file]');
    expect(await readBytes('one\r\ntwo')).toBe('1\tone\n2\ttwo\n[end of file]');
  });

  it('reaches every byte of a file, whatever the length of its lines', async () => {
    const directory = scratch();
    const line = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(3_900, 3_936, 4_096, 20_000));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 60 }),
        fc.constantFrom('x', 'é', '你', '🙂'),
        async (lengths, c) => {
          const text = lengths.map((n) => `${c.repeat(Math.floor(n / Buffer.byteLength(c)))}\n`).join('');
          writeFileSync(join(directory, 'long'), text);
          expect((await readAll(directory, 'long')).text).toBe(text);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reads a file with no line end a page at a time', async () => {
    const directory = scratch();
    writeFileSync(join(directory, 'one-line'), 'z'.repeat(1_000_000));
    const { text, pages } = await readAll(directory, 'one-line');
    expect(text).toBe(`${'z'.repeat(1_000_000)}\n`);
    expect(pages).toBe(Math.ceil(1_000_000 / 3_934));
  });

  it('says that a file is empty, or which lines there are', async () => {
    expect(await readBytes('')).toBe('[the file is empty]');
    expect(await readBytes('', { line: 2 })).toBe('error: f is empty.');
    expect(await readBytes('1\n2\n3\n', { line: 9_000 })).toBe(
      'error: f has 3 lines; there is no line 9,000. Begin with line 1 to 3.',
    );
    expect(await readBytes('1\n2', { line: 2 })).toBe('2\t2\n[end of file]');
  });

  it('reads what has a length only while it is read', async () => {
    expect(await read('/', 'proc/self/comm')).toMatch(/^1\t.+\n\[end of file\]$/);
  });

  it('shows what is no UTF-8 as such, and says so', async () => {
    expect(await readBytes(Buffer.from('caf\xe9 au lait\nok\n', 'latin1'))).toBe(
      '1\tcaf\ufffd au lait\n2\tok\n[end of file; what is no UTF-8 is shown as \ufffd]',
    );
    expect(await readBytes('\ufffd is a character\n')).toBe('1\t\ufffd is a character\n[end of file]');
    expect(await readBytes(Buffer.alloc(9_000, 0xe9))).toMatch(
      /\n\[more: read_file with line 1, byte \d+; the file has 9 KiB; what is no UTF-8 is shown as \ufffd\]$/,
    );
  });

  it('says that a file grew while it was read', async () => {
    const directory = scratch();
    const path = join(directory, 'f');
    writeFileSync(path, 'x\n'.repeat(4_000_000));
    const reading = read(directory, 'f', { line: 3_999_999 });
    // By now half of the file is read.
    await setImmediate();
    appendFileSync(path, 'more\n');
    expect(await reading).toBe('3999999\tx\n4000000\tx\n4000001\tmore\n[end of file; it changed meanwhile]');
  });

  it('gives up a long way into a file when the turn is interrupted', async () => {
    const directory = scratch();
    writeFileSync(join(directory, 'f'), Buffer.alloc(32 * 1024 ** 2, 'x'));
    const interrupt = new AbortController();
    const reading = readFileTool.run({ path: 'f', line: 2 }, bareContext(directory, interrupt.signal));
    interrupt.abort(new Error('the person'));
    await expect(reading).rejects.toThrow('the person');
  });

  it('lets no line look like its own words', async () => {
    expect(await readBytes('[end of file]\nx\r[more: y\n\x1b[2J\0'.replace('\0', ''))).toBe(
      '1\t[end of file]\n2\t[more: y\n3\t\n[end of file]',
    );
  });
});

describe('read_file refuses', () => {
  const nul = (head: string, rest = 600) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(rest)]);

  it.each([
    ['a program', nul('\x7fELF\x02'), 'a program or library (ELF)', 'strings -n 8'],
    ['an image', nul('\x89PNG\r\n\x1a\n'), 'an image (PNG)', 'file'],
    ['a PDF, though it may be all text', Buffer.from('%PDF-1.7\nobj'), 'a PDF document', 'pdftotext'],
    ['a gzip', nul('\x1f\x8b\x08'), 'compressed (gzip)', 'zcat'],
    ['an archive', nul(`${'name'.padEnd(257, '\0')}ustar`), 'an archive (tar)', 'tar -tf'],
    ['a database', nul('SQLite format 3\0'), 'a database (SQLite)', 'sqlite3'],
    ['text in UTF-16', Buffer.from('\ufeffhello', 'utf16le'), 'text in UTF-16', 'iconv -f UTF-16 -t UTF-8'],
    [
      'text in UTF-16 of an East Asian language',
      Buffer.from('\ufeff你好', 'utf16le'),
      'text in UTF-16',
      'iconv -f UTF-16 -t UTF-8',
    ],
    [
      'text in UTF-16 without a mark',
      Buffer.from('hello there', 'utf16le'),
      'text in UTF-16 (LE)',
      'iconv -f UTF-16LE -t UTF-8',
    ],
    ['other bytes', nul('something'), 'a binary file (it has NUL bytes)', 'strings -n 8'],
  ])('%s, and says what it is and what reads it', async (_, bytes, what, use) => {
    expect(await readBytes(bytes)).toBe(
      `error: f is ${what}, ${bytes.length < 1_024 ? `${bytes.length} bytes` : '1 KiB'}, and is not shown. Use run_command: ${use} f`,
    );
  });

  it('no text that begins like such a file', async () => {
    for (const text of ['GIF8 is a format', 'BZh is another', 'OggS too', 'PK is short'])
      expect(await readBytes(text)).toBe(`1\t${text}\n[end of file]`);
  });

  it('a directory, and names what is in it', async () => {
    const directory = scratch();
    mkdirSync(join(directory, 'src'));
    expect(await read(directory, 'src')).toBe(
      'error: src is a directory. It is empty. To see more of it, run_command: ls -la',
    );
    for (let i = 0; i < 100; i++) writeFileSync(join(directory, `src/${String(i).padStart(3, '0')}.ts`), '');
    mkdirSync(join(directory, 'src/000'));
    const answer = await read(directory, 'src');
    expect(answer).toMatch(
      /^error: src is a directory\. It has 101 entries: 000\/, 000\.ts, 001\.ts, .* and 61 more\. To/,
    );
    const narrow = { ...bareContext(directory), budget: bareContext(directory).budget.limitedTo(512) };
    expect(Buffer.byteLength((await readFileTool.run({ path: 'src' }, narrow)).text)).toBeLessThanOrEqual(512);
  });

  it('a file that is not there, and names what is near', async () => {
    const directory = scratch();
    mkdirSync(join(directory, 'packages/engine'), { recursive: true });
    writeFileSync(join(directory, 'packages/engine/agent.ts'), '');
    expect(await read(directory, 'nowhere')).toBe('error: there is no file nowhere.');
    expect(await read(directory, 'packages/engine/agents.ts')).toBe(
      'error: there is no file packages/engine/agents.ts. There is packages/engine/agent.ts.',
    );
    const absolute = join(directory, 'packages/engine/agent');
    expect(await read(directory, absolute)).toBe(`error: there is no file ${absolute}. There is ${absolute}.ts.`);
    expect(await read(directory, 'packages/engin/agent.ts')).toBe(
      'error: there is no file packages/engin/agent.ts. There is no directory packages/engin, but packages/engine.',
    );
    expect(await read(directory, 'packages/engine/agent.ts/x')).toContain('there is no file');
    expect(await read(directory, 'packages/*.ts')).toContain('A pattern is not expanded: find the file first.');
  });

  it('a pipe, a device and a socket at once, without waiting for another end', async () => {
    const directory = scratch();
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(directory, 'socket'), resolve));
    onTestFinished(() => void server.close());
    for (const path of ['pipe', 'socket', '/dev/zero'])
      expect(await read(directory, path)).toBe(
        `error: ${path} is no regular file but a pipe, a device or a socket, and is not read.`,
      );
  });

  it('a link in a circle, and follows one that leads to a file', async () => {
    const directory = scratch();
    symlinkSync('loop', join(directory, 'loop'));
    expect(await read(directory, 'loop')).toContain('is a link that leads to itself');
    writeFileSync(join(directory, 'f'), 'text');
    symlinkSync('f', join(directory, 'link'));
    expect(readlinkSync(join(directory, 'link'))).toBe('f');
    expect(await read(directory, 'link')).toBe('1\ttext\n[end of file]');
  });

  it('what looks like credentials unless the person approves', async () => {
    const bench = new Toolbench();
    writeFileSync(join(bench.directory, '.env'), 'KEY=1\n');
    chmodSync(join(bench.directory, '.env'), 0o600);
    symlinkSync('.env', join(bench.directory, 'plain'));
    bench.answer = 'no';
    for (const path of ['.env', 'plain'])
      expect((await bench.call('read_file', { path })).text).toBe(
        `error: ${path} is not read: the person said no. Ask the person for what you need of it.`,
      );
    bench.answer = 'once';
    expect((await bench.call('read_file', { path: './.env' })).text).toBe('1\tKEY=1\n[end of file]');
  });
});
