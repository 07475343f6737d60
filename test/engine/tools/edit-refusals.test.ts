import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { editFileTool } from '../../../packages/engine/src/tools/edit-file.ts';
import { scratch } from '../../support/wisp.ts';
import { bareContext } from './bare-context.ts';

/** A user of Linux and macOS who owns nothing. */
const NOBODY = 65_534;

const said = z.object({ text: z.string(), grownKiB: z.number() });

async function edit(directory: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<string> {
  const given = editFileTool.schema.parse({ path: 'f', content: '', ...args });
  return (await editFileTool.run(given, bareContext(directory, signal))).text;
}

/** The same in a process of its own, perhaps another user's. */
function editApart(directory: string, args: Record<string, unknown>, uid?: number) {
  const child = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'edit-child.ts'), directory, JSON.stringify({ path: 'f', content: '', ...args })],
    { encoding: 'utf8', ...(uid === undefined ? {} : { uid }) },
  );
  if (child.status !== 0) throw new Error(child.stderr);
  return said.parse(JSON.parse(child.stdout));
}

const isRoot = process.getuid?.() === 0;

describe('edit_file refuses', () => {
  it.each([
    ['a directory', (path: string) => mkdirSync(path), 'it is a directory'],
    [
      'a pipe, without waiting for its other end',
      (path: string) => execFileSync('mkfifo', [path]),
      'it is no regular file but a pipe, a device or a socket',
    ],
    ['a link to nothing', (path: string) => symlinkSync('/no/such/dir/x', path), 'it is a link to nothing'],
    ['a link to itself', (path: string) => symlinkSync('f', path), 'its links lead in a circle'],
    [
      'a device',
      (path: string) => symlinkSync('/dev/zero', path),
      'it is no regular file but a pipe, a device or a socket',
    ],
  ])('%s', async (_, make, why) => {
    const directory = scratch();
    make(join(directory, 'f'));
    for (const mode of ['write', 'append', 'replace'])
      expect(await edit(directory, { mode, content: 'x', line: 1 })).toBe(`error: f can not be written: ${why}.`);
    expect(readdirSync(directory)).toEqual(['f']);
  });

  it('a socket', async () => {
    const directory = scratch();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(directory, 'f'), resolve));
    onTestFinished(() => void server.close());
    expect(await edit(directory, { mode: 'write' })).toContain('a pipe, a device or a socket');
  });

  it('a file in no directory, below a file, or one to replace something in that is not there', async () => {
    const directory = scratch();
    expect(await edit(directory, { path: 'no/f', mode: 'write' })).toBe(
      `error: no/f can not be written: there is no directory ${join(directory, 'no')}: make it first, with run_command: mkdir -p.`,
    );
    expect(await edit(directory, { mode: 'replace', find: 'x' })).toBe(
      'error: there is no file f to replace anything in. Use mode "write" to make it.',
    );
    writeFileSync(join(directory, 'f'), '');
    expect(await edit(directory, { path: 'f/g', mode: 'write' })).toContain('a file stands where a directory is named');
  });

  it.each([
    ['has NUL bytes', Buffer.from([0x61, 0, 0x62]), 'it is no text in UTF-8'],
    ['is Latin-1', Buffer.from([0x61, 0xe9, 0x62]), 'it is no text in UTF-8'],
    [
      'is larger than what is read whole',
      Buffer.alloc(4 * 1024 ** 2 + 1, 'a'),
      'it has more than 4 MiB. Change it with a command, such as sed',
    ],
  ])('to replace anything in a file that %s', async (_, bytes, why) => {
    const directory = scratch();
    writeFileSync(join(directory, 'f'), bytes);
    expect(await edit(directory, { mode: 'replace', find: 'a' })).toBe(`error: nothing in f was replaced: ${why}.`);
    expect(readFileSync(join(directory, 'f'))).toEqual(bytes);
  });

  it.runIf(isRoot)('what this user may not write: the file, its directory, another’s file', () => {
    const directory = scratch();
    chmodSync(directory, 0o777);
    writeFileSync(join(directory, 'f'), 'old');
    const write = { mode: 'write', content: 'new' };
    expect(editApart(directory, write, NOBODY).text).toBe(
      'error: f can not be written: it is not writable for this user (EACCES).',
    );
    chmodSync(join(directory, 'f'), 0o666);
    expect(editApart(directory, write, NOBODY).text).toBe(
      'error: f was not written: it belongs to another user or group, and would not any more. It is as it was before.',
    );
    expect(readdirSync(directory)).toEqual(['f']);
    chownSync(join(directory, 'f'), NOBODY, NOBODY);
    chmodSync(directory, 0o755);
    expect(editApart(directory, write, NOBODY).text).toBe(
      'error: f was not written: its directory is not writable (EACCES). It is as it was before.',
    );
    expect(readFileSync(join(directory, 'f'), 'utf8')).toBe('old');
  });

  it.runIf(isRoot)('to take a file from its owner: root’s edit leaves owner, group and mode', async () => {
    const directory = scratch();
    writeFileSync(join(directory, 'f'), 'old');
    chownSync(join(directory, 'f'), NOBODY, NOBODY);
    chmodSync(join(directory, 'f'), 0o4750);
    expect(await edit(directory, { mode: 'append', content: 'x' })).toContain('1 line added');
    const { uid, gid, mode } = statSync(join(directory, 'f'));
    expect([uid, gid, mode & 0o7777]).toEqual([NOBODY, NOBODY, 0o4750]);
  });
});

describe('an edit that fails half-way', () => {
  it.each([
    ['write', 'x'.repeat(400_000)],
    ['append', 'x'.repeat(200_000)],
    ['replace', 'x'.repeat(200_000)],
  ])('by %s on a full disk leaves the old file, and nothing else', async (mode, content) => {
    const disk = mounted('size=256k');
    if (disk === null) return;
    const old = 'old\n'.repeat(20_000);
    writeFileSync(join(disk, 'f'), old);
    const answer = await edit(disk, { mode, content, line: 1 });
    expect(answer).toBe('error: f was not written: the disk is full (ENOSPC). It is as it was before.');
    expect(readFileSync(join(disk, 'f'), 'utf8')).toBe(old);
    expect(readdirSync(disk)).toEqual(['f']);
  });

  it('on a read-only file system says so', async () => {
    const disk = mounted('size=256k');
    if (disk === null) return;
    writeFileSync(join(disk, 'f'), 'old');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    expect(await edit(disk, { mode: 'write', content: 'x' })).toBe(
      'error: f can not be written: it is on a read-only file system.',
    );
    expect(await edit(disk, { path: 'new', mode: 'write', content: 'x' })).toBe(
      'error: new was not written: its directory is on a read-only file system (EROFS). It is as it was before.',
    );
  });

  it('because the turn was interrupted leaves the old file, and nothing else', async () => {
    const directory = scratch();
    writeFileSync(join(directory, 'f'), 'old');
    truncateSync(join(directory, 'f'), 64 * 1024 ** 2);
    const interrupt = new AbortController();
    const edited = edit(directory, { mode: 'append', content: 'x' }, interrupt.signal);
    interrupt.abort(new Error('the person'));
    await expect(edited).rejects.toThrow('the person');
    expect(readdirSync(directory)).toEqual(['f']);
    expect(statSync(join(directory, 'f')).size).toBe(64 * 1024 ** 2);
  });
});

it('adds to a file of 1 GiB in bounded memory', () => {
  const directory = scratch();
  writeFileSync(join(directory, 'f'), '');
  truncateSync(join(directory, 'f'), 1024 ** 3);
  const { text, grownKiB } = editApart(directory, { mode: 'append', content: 'end\n' });
  expect(text).toBe('f: 1 line added (1,073,741,829 bytes, 1,073,741,824 before).');
  expect(grownKiB).toBeLessThan(32 * 1024);
}, 60_000);

/** A small file system of its own; null where this user can not make one. */
function mounted(options: string): string | null {
  const disk = scratch();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'wisp-test', disk]).status !== 0) return null;
  onTestFinished(() => void execFileSync('umount', [disk]));
  return disk;
}
