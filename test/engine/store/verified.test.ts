import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openVerified } from '../../../packages/engine/src/store/open-verified.ts';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import { wisp } from '../../support/wisp.ts';

const home = mkdtempSync(join(tmpdir(), 'wisp-verified-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const SESSION = '00000000000000aa';
let next = 0xabcd0000;

function keep(text: string): { id: string; path: string } {
  const id = (next++).toString(16).padEnd(16, '0');
  const store = new OutputStore(home, SESSION);
  store.keep([Buffer.from(text)], { id, tool: 'run_command', time: '', cut: false, totalBytes: null });
  return { id, path: join(store.directory, id) };
}

const changed = (id: string): string =>
  `output ${id} is not what was kept: its bytes are not those of its record's SHA-256`;

describe('what an id names never changes:', () => {
  test('an output whose bytes are not those of its record is not opened', () => {
    const { id, path } = keep('one\ntwo\n');
    const directory = join(home, 'output', SESSION);
    openVerified(directory, id).close();
    openVerified(directory, id).close();
    writeFileSync(path, 'one\nTWO\n');
    expect(() => openVerified(directory, id)).toThrow(
      expect.objectContaining({ reason: 'damaged', message: changed(id) }),
    );
  });

  test.each([
    ['show', []],
    ['recall', []],
    ['summarise', []],
    ['condense', ['--model', 'none', '__ID__', 'why?']],
  ])('wisp %s says that it is not what was kept', async (command, rest) => {
    const { id, path } = keep('one\ntwo\n');
    writeFileSync(path, 'one\nTWO\n');
    const args = rest.length === 0 ? [id] : rest.map((word) => (word === '__ID__' ? id : word));
    const result = await wisp(home, [command, ...args]);
    expect(result).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(changed(id)) });
  });

  test('wisp show says what is there in place of an output, and ends with 1', async () => {
    const { id, path } = keep('one\n');
    rmSync(path);
    expect(await wisp(home, ['show', id])).toMatchObject({
      status: 1,
      stderr: `wisp show: there is no stored output ${id}.\n`,
    });
  });
});

test('every start sweeps, before it records that it started', async () => {
  const old = Date.now() / 1000 - 40 * 86_400;
  for (const args of [
    ['run', '--', 'true'],
    ['--model', 'none', 'hello'],
    ['chat', '--json', '--model', 'none'],
  ]) {
    const { id } = keep('one\n');
    const directory = join(home, 'output', SESSION);
    for (const lease of readdirSync(join(home, 'live'))) rmSync(join(home, 'live', lease));
    for (const name of readdirSync(directory)) utimesSync(join(directory, name), old, old);
    utimesSync(directory, old, old);
    await wisp(home, args);
    const { stdout } = await wisp(home, ['logs', '--json', '--kind', 'session.start', '--last', '1']);
    expect(JSON.parse(stdout).details.outputSweep).toMatchObject({ removed: 1, sessions: [SESSION], deferred: 0 });
    expect((await wisp(home, ['show', id])).stderr).toContain(`there is no stored output ${id}`);
  }
});
