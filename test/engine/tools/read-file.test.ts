import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { ToolBudget } from '../../../packages/engine/src/budget/tool-budget.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import { TOOL_NAMES } from '../../../packages/engine/src/tools/names.ts';
import { readFileTool } from '../../../packages/engine/src/tools/read-file.ts';
import { TOOLS, toolsNamed } from '../../../packages/engine/src/tools/registry.ts';
import type { ToolContext } from '../../../packages/engine/src/tools/tool.ts';

const directory = mkdtempSync(join(tmpdir(), 'wisp-read-'));
afterAll(() => rmSync(directory, { recursive: true }));

const context: ToolContext = {
  call: '0123456789abcdef',
  turn: 1,
  directory,
  budget: new ToolBudget(),
  ways: 'none',
  store: new OutputStore(directory, '0123456789abcdef'),
  signal: new AbortController().signal,
  memory: { home: directory, session: '0123456789abcdef', entries: () => null, condenser: null },
  entryOf: () => null,
  onProgress: () => {},
  decide: async () => ({ verdict: 'allowed', level: 'safe', reason: '', scope: null }),
  decideWrite: async () => ({ verdict: 'allowed', level: 'safe', reason: '', scope: null }),
  decideRead: async () => ({ verdict: 'allowed', level: 'safe', reason: '', scope: null }),
  onCommandEnd: () => {},
  onFileWrite: () => {},
  limits: { maxOutputBytes: null, timeoutSeconds: 60, sandbox: null },
  inspect: { status: () => ({}), context: () => null, config: () => ({}) },
};

async function read(path: string, line?: number, byte?: number): Promise<string> {
  const args = { path, ...(line ? { line } : {}), ...(byte ? { byte } : {}) };
  return (await readFileTool.run(args, context)).text;
}

/** Reads a file to its end by the way that each page names; gives its text back, and how many pages that took. */
async function readAll(path: string): Promise<{ text: string; pages: number }> {
  let text = '';
  let at: { line?: number; byte?: number } = {};
  for (let pages = 1; ; pages++) {
    const page = await read(path, at.line, at.byte);
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
  test('gives a short file whole, each line with its number', async () => {
    writeFileSync(join(directory, 'short'), 'one\ntwo\n');
    expect(await read('short')).toBe('1\tone\n2\ttwo\n[end of file]');
  });

  test('reaches every byte of a file, whatever the length of its lines', async () => {
    const line = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(3_900, 3_936, 4_096, 20_000));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 60 }),
        fc.constantFrom('x', 'é', '你', '🙂'),
        async (lengths, c) => {
          const text = lengths.map((n) => `${c.repeat(Math.floor(n / Buffer.byteLength(c)))}\n`).join('');
          writeFileSync(join(directory, 'long'), text);
          expect((await readAll('long')).text).toBe(text);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('reads a file with no line end a page at a time', async () => {
    writeFileSync(join(directory, 'one-line'), 'z'.repeat(1_000_000));
    const { text, pages } = await readAll('one-line');
    expect(text).toBe(`${'z'.repeat(1_000_000)}\n`);
    expect(pages).toBe(Math.ceil(1_000_000 / 3_934));
  });

  test('says that an empty file is empty, and which lines there are past the end', async () => {
    writeFileSync(join(directory, 'empty'), '');
    expect(await read('empty')).toBe('[the file is empty]');
    writeFileSync(join(directory, 'three'), '1\n2\n3\n');
    expect(await read('three', 9)).toBe('error: three has 3 lines; there is no line 9. Begin with line 1 to 3.');
  });

  test.each([
    ['a directory', '.', /is a directory/],
    ['a file that is not there', 'nowhere', /there is no file nowhere/],
    ['a pattern', '*.ts', /A pattern is not expanded/],
    ['a device', '/dev/zero', /no regular file/],
    ['a binary file', '/bin/sh', /is a binary file/],
  ])('refuses %s with what to do', async (_, path, message) => {
    expect(await read(path)).toMatch(message);
  });

  test('refuses a pipe at once, without waiting for a writer', async () => {
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    expect(await read('pipe')).toMatch(/pipe, a device or a socket/);
  });
});

describe('the registry', () => {
  test('gives the tools that are named, in its own order, and refuses a name that none has', () => {
    expect(TOOLS.map((t) => t.name)).toEqual(TOOL_NAMES);
    expect(toolsNamed(['current_date', 'run_command']).map((t) => t.name)).toEqual(['run_command', 'current_date']);
    expect(() => toolsNamed(['nothing'])).toThrow(/there is no tool "nothing"/);
  });
});
