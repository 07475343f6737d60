import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { OutputStore } from '../../../packages/engine/src/store/output-store.ts';
import { Engine } from '../../support/engine.ts';
import { scratch, wisp } from '../../support/wisp.ts';

const report = z.looseObject({ text: z.string(), stored: z.unknown(), notKept: z.string().nullable() });

async function run(home: string, line: string) {
  const result = await wisp(home, ['run', '--json', '--', 'sh', '-c', line]);
  return { ...result, report: report.parse(JSON.parse(result.stdout)) };
}

/** Mounts what `args` say at `path` until the test has finished; false where that is refused. */
function mounted(path: string, ...args: string[]): boolean {
  if (spawnSync('mount', [...args, path]).status !== 0) return false;
  onTestFinished(() => {
    spawnSync('umount', ['-l', path]);
  });
  return true;
}

/** A file system of `size`, or what a skipped test says. */
function smallDisk(size: string, skip: (why: string) => void): string {
  const disk = join(scratch(), 'disk');
  mkdirSync(disk);
  if (!mounted(disk, '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs')) skip('no right to mount a small disk');
  return disk;
}

/** The home can be read, and nothing be written there: root too. */
function readOnly(home: string, skip: (why: string) => void): void {
  const bound = mounted(home, '--bind', home) && spawnSync('mount', ['-o', 'remount,ro,bind', home]).status === 0;
  if (!bound) skip('no right to mount a directory read-only');
}

const outputsIn = (home: string): string[] =>
  readdirSync(home).includes('output')
    ? readdirSync(join(home, 'output'), { recursive: true })
        .map(String)
        .filter((path) => path.includes('/'))
    : [];

const logNote = (why: string): string =>
  `The audit log is not being written: ${why}. What happens is not recorded. The conversation goes on.`;

describe('wisp run', () => {
  test('gives the result, and says why the rest was not kept, where a file is in the place of the store', async () => {
    const home = scratch();
    writeFileSync(join(home, 'output'), 'in the way');
    const { status, report: r } = await run(home, 'seq 1 2000000; exit 5');
    expect(status).toBe(5);
    const why = 'a file is in the place of the store (EEXIST)';
    expect(r).toMatchObject({ stored: null, notKept: why });
    expect(r.text).toContain(`the rest was not kept: ${why}; do not run the command again`);
    expect(r.text).toMatch(/^exit status: 5\nstdout:\n1\n2\n/);
    expect(r.text).toContain('\n2000000\n');
  });

  test.each([
    [
      'a file is in the place of its directory',
      (home: string) => writeFileSync(join(home, 'logs'), ''),
      'a file is in the place of the log (ENOTDIR)',
    ],
    [
      'a directory is in its place',
      (home: string) => mkdirSync(join(home, 'logs', 'audit.jsonl'), { recursive: true }),
      'a directory is in the place of the log (EISDIR)',
    ],
  ])('goes on without its log where %s, and says so once', async (_, spoil, why) => {
    const home = scratch();
    spoil(home);
    const { stderr, report: r } = await run(home, 'seq 1 9000');
    expect(stderr).toBe(`${logNote(why)}\n`);
    expect(r.stored).not.toBeNull();
  });

  test('on a full disk keeps nothing by halves, and says why the rest is gone', async ({ skip }) => {
    const disk = smallDisk('2m', skip);
    const { status, stderr, report: r } = await run(disk, 'seq 1 1000000; exit 2');
    expect([status, stderr]).toEqual([2, '']);
    expect(r).toMatchObject({ stored: null, notKept: 'the disk is full (ENOSPC)' });
    expect(r.text).toContain('the rest was not kept: the disk is full (ENOSPC)');
    expect(outputsIn(disk)).toEqual([]);
    expect((await run(disk, 'seq 1 9000')).report.stored).not.toBeNull();
  });

  test('on a disk without a free byte still gives the result', async ({ skip }) => {
    const disk = smallDisk('64k', skip);
    spawnSync('sh', ['-c', `cat /dev/zero > ${disk}/fill`]);
    const { status, stderr, report: r } = await run(disk, 'seq 1 9000; exit 3');
    expect([status, stderr]).toEqual([3, `${logNote('the disk is full (ENOSPC)')}\n`]);
    expect(r).toMatchObject({ stored: null, notKept: 'the disk is full (ENOSPC)' });
    expect(r.text).toContain('\n9000\n');
  });

  test('in a read-only home gives the result and names both that are not kept', async ({ skip }) => {
    const home = scratch();
    readOnly(home, skip);
    const { status, stderr, report: r } = await run(home, 'seq 1 9000');
    expect([status, stderr]).toEqual([0, `${logNote('the log is on a read-only file system (EROFS)')}\n`]);
    expect(r).toMatchObject({ stored: null, notKept: 'the store is on a read-only file system (EROFS)' });
  });

  test('with the audit turned off writes no file, and says why the rest was not kept', async () => {
    const home = scratch();
    writeFileSync(join(home, 'config.json'), '{"audit":{"enabled":false}}');
    const { stderr, report: r } = await run(home, 'seq 1 400000');
    expect(stderr).toBe('');
    expect(r).toMatchObject({ stored: null, notKept: 'the audit is off (setting audit.enabled)' });
    expect(r.text).toMatch(
      /\n the rest was not kept: the audit is off \(setting audit\.enabled\); do not run the command again to see it\]\n?$/,
    );
    expect(readdirSync(home)).toEqual(['config.json']);
  });

  test('grows the log by the account of an output alone, however large it is', async () => {
    const home = scratch();
    const sizeAfter = async (line: string): Promise<number> => {
      await run(home, line);
      return statSync(join(home, 'logs', 'audit.jsonl')).size;
    };
    const small = await sizeAfter('yes 0123456789 | head -c 6000');
    const large = (await sizeAfter('yes 0123456789 | head -c 16000000')) - small;
    expect(large - small).toBeLessThan(1024);
  });

  test("keeps outputs and log behind links of the person's, and follows none of a session", async () => {
    const home = scratch();
    const elsewhere = scratch();
    for (const name of ['home', 'output', 'logs']) mkdirSync(join(elsewhere, name));
    symlinkSync(join(elsewhere, 'home'), join(home, 'home'));
    for (const name of ['output', 'logs']) symlinkSync(join(elsewhere, name), join(elsewhere, 'home', name));
    const { stderr, report: r } = await run(join(home, 'home'), 'seq 1 9000');
    expect([stderr, r.notKept]).toEqual(['', null]);
    expect(readdirSync(join(elsewhere, 'logs'))).toEqual(['audit.jsonl']);
    const session = '00000000000000aa';
    symlinkSync(elsewhere, join(elsewhere, 'output', session));
    expect(new OutputStore(join(home, 'home'), session).prepare()).toBe('a file is in the place of the store (EEXIST)');
  });

  test('puts a full log aside, and keeps as many as the settings say', async () => {
    const home = scratch();
    mkdirSync(join(home, 'logs'));
    writeFileSync(join(home, 'config.json'), '{"audit":{"maxBytes":65536,"files":2}}');
    const fill = () => writeFileSync(join(home, 'logs', 'audit.jsonl'), `${'x'.repeat(65_500)}\n`);
    for (const _ of [1, 2, 3]) {
      fill();
      await wisp(home, ['run', '--', 'true']);
    }
    expect(readdirSync(join(home, 'logs')).sort()).toEqual(['audit.1.jsonl', 'audit.2.jsonl', 'audit.jsonl']);
    expect(readFileSync(join(home, 'logs', 'audit.jsonl'), 'utf8').split('\n')).toHaveLength(4);
  });
});

describe('a conversation', () => {
  const none = ['--model', 'none'];

  async function typed(engine: Engine, command: string, count: number) {
    engine.say(`!${command}`);
    await engine.line('status', count + 1);
    return engine.lines.filter((line) => line.type === 'event').filter(({ kind }) => kind === 'command.typed')[
      count - 1
    ];
  }

  test('goes on while the disk is full, and keeps again when there is room', async ({ skip }) => {
    const disk = smallDisk('4m', skip);
    const engine = new Engine(none, { WISP_HOME: disk });
    spawnSync('sh', ['-c', `cat /dev/zero > ${disk}/fill`]);
    expect(await typed(engine, 'seq 1 9000; exit 4', 1)).toMatchObject({
      text: expect.stringMatching(/^exit status 4 · .* s · the rest was not kept: the disk is full \(ENOSPC\)$/),
    });
    const full = await engine.line('note');
    expect(full).toEqual({ type: 'note', level: 'warn', text: logNote('the disk is full (ENOSPC)') });
    expect((await typed(engine, 'seq 1 9000', 2))?.output).not.toHaveProperty('stored');
    rmSync(join(disk, 'fill'));
    expect((await typed(engine, 'seq 1 9000', 3))?.output).toHaveProperty('stored');
    expect(await engine.end()).toBe(0);
    expect([engine.stderr, engine.lines.filter((line) => line.type === 'note')]).toEqual(['', [full]]);
  });

  test('goes on in a read-only home, and says once that nothing is recorded', async ({ skip }) => {
    const home = scratch();
    readOnly(home, skip);
    const engine = new Engine(none, { WISP_HOME: home });
    const notes = await engine.line('note');
    expect(notes.text).toBe(logNote('the log is on a read-only file system (EROFS)'));
    expect((await typed(engine, 'seq 1 9000', 1))?.output).not.toHaveProperty('stored');
    expect(await engine.end()).toBe(0);
    expect([engine.stderr, engine.stray]).toEqual(['', []]);
  });

  test('with the audit turned off shows what happens and writes no file', async () => {
    const home = scratch();
    writeFileSync(join(home, 'config.json'), '{"audit":{"enabled":false}}');
    const engine = new Engine(none, { WISP_HOME: home });
    const event = await typed(engine, 'seq 1 9000; exit 4', 1);
    expect(event).toMatchObject({
      text: expect.stringMatching(
        /^exit status 4 · .* s · the rest was not kept: the audit is off \(setting audit\.enabled\)$/,
      ),
    });
    expect(event?.output).not.toHaveProperty('stored');
    expect(await engine.end()).toBe(0);
    expect([engine.stderr, engine.lines.filter((line) => line.type === 'note')]).toEqual(['', []]);
    expect(readdirSync(home)).toEqual(['config.json']);
  });

  test("tells the person what of a model's command is not kept, and the model in its result", async () => {
    const home = scratch();
    writeFileSync(join(home, 'output'), '');
    const call = { name: 'run_command', arguments: { command: 'seq 1 9000' } };
    const script = join(home, 'script.jsonl');
    writeFileSync(script, `${JSON.stringify({ calls: [call] })}\n${JSON.stringify({ text: 'Done.' })}\n`);
    const { stdout, stderr } = await wisp(home, ['--model', `scripted:${script}`, '--yes', 'count']);
    const why = 'a file is in the place of the store (EEXIST)';
    expect(stdout).toBe('Done.\n');
    expect(stderr).toMatch(/^· run_command: exit status 0 · .* s · the rest was not kept: /m);
    const { stdout: logged } = await wisp(home, ['logs', '--json', '--kind', 'tool.result']);
    expect(JSON.parse(logged).details).toMatchObject({
      notKept: why,
      output: expect.stringContaining(`the rest was not kept: ${why}; do not run the command again to see it]`),
    });
  });
});
