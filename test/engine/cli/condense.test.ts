import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'condense-'));
afterAll(() => rmSync(directory, { recursive: true }));

interface Ended {
  stdout: string;
  stderr: string;
  code: number;
}

/** Runs one command function of a file in `cli/` in its own process, with `input` on its stdin. */
function run(module: string, call: string, input = ''): Promise<Ended> {
  const url = new URL(`../../../packages/engine/src/cli/${module}.ts`, import.meta.url);
  const script = `import * as command from ${JSON.stringify(url.href)}; process.exitCode = await command.${call};`;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout, stderr) => {
      resolve({ stdout, stderr, code: typeof error?.code === 'number' ? error.code : 0 });
    });
    child.stdin?.end(input);
  });
}

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return JSON.stringify(path);
}

const PLAIN = '{ assign: false, json: false, window: null }';
const LOG = 'a 1\nb\r\na 2\nc';

describe('condense-log', () => {
  it('prints the digest of a file', async () => {
    expect(await run('condense-log', `condenseLogCommand(${file('a.log', LOG)}, ${PLAIN})`)).toEqual({
      stdout: '4 lines: 4 info; 3 kinds of message\nL2 b\nL4 c\nL1–L3 ×2 a <*>\n',
      stderr: '',
      code: 0,
    });
  });

  it('reads standard input, and prints one template number a line', async () => {
    const ended = await run(
      'condense-log',
      `condenseLogCommand('-', { assign: true, json: false, window: null })`,
      LOG,
    );
    expect(ended).toEqual({ stdout: '1\n2\n1\n3\n', stderr: '', code: 0 });
  });

  it('prints the whole report as JSON', async () => {
    const call = `condenseLogCommand(${file('b.log', LOG)}, { assign: false, json: true, window: null })`;
    const report: unknown = JSON.parse((await run('condense-log', call)).stdout);
    expect(report).toMatchObject({
      lines: 4,
      continued: 0,
      firstTime: null,
      templates: [{}, {}, { text: 'a <*>', count: 2 }],
    });
  });

  it('says what it could not read', async () => {
    expect(
      await run('condense-log', `condenseLogCommand(${JSON.stringify(join(directory, 'none'))}, ${PLAIN})`),
    ).toEqual({
      stdout: '',
      stderr: `wisp condense-log: cannot read ${join(directory, 'none')}: there is no such file.\n`,
      code: 1,
    });
    expect((await run('condense-log', `condenseLogCommand(${JSON.stringify(directory)}, ${PLAIN})`)).stderr).toContain(
      'it is a directory; name a file',
    );
  });
});

describe('json-shape', () => {
  it('prints the structure of a document and of JSON Lines', async () => {
    const one = await run(
      'json-shape',
      `jsonShapeCommand(${file('a.json', '{"a":[1,2]}')}, { json: false, window: null })`,
    );
    expect(one).toEqual({ stdout: 'JSON\n$: object\n$.a: array[2] of integer 1…2\n', stderr: '', code: 0 });
    const many = await run('json-shape', `jsonShapeCommand('-', { json: false, window: null })`, '{"a":1}\n{"b":2}\n');
    expect(many.stdout).toBe('JSON Lines, 2 lines\n$: object\n$.a?: integer 1\n$.b?: integer 2\n');
  });

  it('prints the whole report as JSON', async () => {
    const { stdout } = await run('json-shape', `jsonShapeCommand('-', { json: true, window: null })`, '[1]');
    expect(JSON.parse(stdout)).toEqual({
      kind: 'json',
      documents: 1,
      skipped: 0,
      places: [{ path: '$', text: 'array[1] of integer 1', depth: 0 }],
      dropped: 0,
      endedAt: null,
      error: null,
    });
  });

  it('says that its input is empty', async () => {
    const { stderr, code } = await run('json-shape', `jsonShapeCommand('-', { json: false, window: null })`, ' \n');
    expect([stderr, code]).toEqual(['wisp json-shape: standard input is empty.\n', 1]);
  });

  it('says that its input is no JSON', async () => {
    expect(await run('json-shape', `jsonShapeCommand('-', { json: false, window: null })`, 'plain text\n')).toEqual({
      stdout: '',
      stderr: 'wisp json-shape: standard input is not JSON: the word "plain", line 1.\n',
      code: 1,
    });
  });
});
