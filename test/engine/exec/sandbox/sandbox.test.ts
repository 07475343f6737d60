import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../../../packages/engine/src/exec/command-runner.ts';
import { placesOf } from '../../../../packages/engine/src/exec/sandbox/places.ts';
import { Sandbox } from '../../../../packages/engine/src/exec/sandbox/sandbox.ts';

const PLACES = { writable: ['/srv/p'], pinned: ['/srv/p/a'], readOnly: ['/srv/p/a/.home'] };
const works = async () => null;

function scratch(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'wisp-sandbox-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe('the sandbox of commands', () => {
  it('opens the places to bubblewrap and closes what is closed after them', async () => {
    const argv = await new Sandbox(PLACES, { platform: 'linux', tryOut: works }).wrap(['/bin/sh', '-c', 'make']);
    expect(argv).toEqual([
      'bwrap',
      ...['--cap-drop', 'CAP_SYS_ADMIN', '--cap-drop', 'CAP_SYS_PTRACE'],
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev'],
      ...['--bind-try', '/srv/p', '/srv/p', '--bind-try', '/srv/p/a', '/srv/p/a'],
      ...['--ro-bind-try', '/srv/p/a/.home', '/srv/p/a/.home'],
      ...['--', '/bin/sh', '-c', 'make'],
    ]);
  });

  it('writes Seatbelt’s profile so that no path ends its string', async () => {
    const places = { writable: ['/Users/a "b"\\c'], pinned: ['/Users/p'], readOnly: ['/Users/home'] };
    const argv = await new Sandbox(places, { platform: 'darwin', tryOut: works }).wrap(['/bin/sh', '-c', 'make']);
    expect(argv).toEqual([
      '/usr/bin/sandbox-exec',
      '-p',
      [
        '(version 1)',
        '(allow default)',
        '(deny file-write*)',
        '(allow file-write* (subpath "/dev") (subpath "/Users/a \\"b\\"\\\\c"))',
        '(deny file-write-unlink (literal "/Users/p"))',
        '(deny file-write* (subpath "/Users/home"))',
      ].join('\n'),
      '/bin/sh',
      '-c',
      'make',
    ]);
  });

  it('leaves commands as they are where it does not work, and says why and what to do', async () => {
    let tries = 0;
    const told: unknown[] = [];
    const tryOut = async () => {
      tries++;
      return 'it is not installed';
    };
    const sandbox = new Sandbox(PLACES, { platform: 'linux', tryOut, onMissing: (state) => told.push(state) });
    expect(await sandbox.wrap(['make'])).toEqual(['make']);
    expect(await sandbox.wrap(['make', 'test'])).toEqual(['make', 'test']);
    expect(await sandbox.state()).toEqual({
      on: false,
      found: 'bubblewrap does not run here: it is not installed',
      todo: expect.stringContaining('Install bubblewrap'),
    });
    expect(tries).toBe(1);
    expect(told).toEqual([await sandbox.state()]);
  });

  it('is not there on other systems', async () => {
    const sandbox = new Sandbox(PLACES, { platform: 'freebsd', tryOut: works });
    expect(await sandbox.state()).toMatchObject({ on: false, todo: null });
  });

  it('opens the directory behind a link, and nothing that is not there', () => {
    const root = scratch();
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    const places = placesOf(join(root, 'link'), join(root, 'none'), { XDG_CACHE_HOME: join(root, 'no-cache') });
    expect(places.writable[0]).toBe(join(root, 'real'));
    expect(places.writable).not.toContain(join(root, 'no-cache'));
    expect(places).toMatchObject({ pinned: [], readOnly: [] });
  });

  it('pins the directories between a writable place and what is closed in it', () => {
    const root = scratch();
    const home = join(root, 'a', 'b', 'home');
    mkdirSync(home, { recursive: true });
    const { pinned, readOnly } = placesOf(root, home, {});
    expect(readOnly).toEqual([home]);
    expect(pinned.slice(-2)).toEqual([join(root, 'a'), join(root, 'a', 'b')]);
  });

  it.each([
    ['linux', 'sh: 1: cannot create x: Read-only file system', true],
    ['linux', "EROFS: read-only file system, open 'x'", true],
    ['linux', 'chown: changing ownership of x: Operation not permitted', false],
    ['darwin', 'touch: x: Operation not permitted', true],
    ['darwin', 'touch: x: Permission denied', false],
  ] as const)('on %s, whether a write was refused by it: %s', (platform, text, refused) => {
    expect(new Sandbox(PLACES, { platform, tryOut: works }).tellsOfRefusedWrite(text)).toBe(refused);
  });
});

const here = await new Sandbox(placesOf(process.cwd(), '/nowhere', {})).state();

describe.skipIf(!here.on)(`the sandbox of this machine (${here.found})`, () => {
  it('lets a command write in the places, and nowhere else, its own home included', async () => {
    const root = scratch();
    const [work, home] = [join(root, 'work'), join(root, 'work', 'home')];
    mkdirSync(home, { recursive: true });
    const sandbox = new Sandbox({ writable: [work], pinned: [], readOnly: [home] });
    const line = 'touch work/in; touch out; touch work/home/approvals; exit 0';
    const [program, ...args] = await sandbox.wrap(['/bin/sh', '-c', line]);
    execFileSync(program, args, { cwd: root, stdio: 'ignore' });
    const made = ['work/in', 'out', 'work/home/approvals'].filter((path) => existsSync(join(root, path)));
    expect(made).toEqual(['work/in']);
  });

  it('does not let what is closed be moved aside with the directory that it lies in', async () => {
    const root = scratch();
    const home = join(root, 'a', 'home');
    mkdirSync(home, { recursive: true });
    const sandbox = new Sandbox(placesOf(root, home, {}));
    const line = 'mv a b; mv a/home a/aside; mkdir -p a/home; touch a/home/approvals; ln a/home/kept in; exit 0';
    writeFileSync(join(home, 'kept'), '');
    const [program, ...args] = await sandbox.wrap(['/bin/sh', '-c', line]);
    execFileSync(program, args, { cwd: root, stdio: 'ignore' });
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(['a', 'a/home', 'a/home/kept']);
  });

  it('is not left by mounting anew, nor through the processes of others', async () => {
    const root = scratch();
    mkdirSync(join(root, 'work'));
    const sandbox = new Sandbox({ writable: [join(root, 'work')], pinned: [], readOnly: [] });
    const line = `touch work/in; mount -o remount,rw,bind / ; mount -o remount,rw / ; touch made; touch /proc/${process.pid}/root${root}/made; exit 0`;
    const [program, ...args] = await sandbox.wrap(['/bin/sh', '-c', line]);
    execFileSync(program, args, { cwd: root, stdio: 'ignore' });
    expect(readdirSync(root, { recursive: true }).sort()).toEqual(['work', 'work/in']);
  });

  it('leaves a command the time to clean up when it is ended', async () => {
    const argv = await new Sandbox(placesOf(scratch(), '/nowhere', {})).wrap([
      '/bin/sh',
      '-c',
      'trap "echo cleaned; exit 3" TERM; echo begun; while :; do sleep 0.01; done',
    ]);
    const interrupt = new AbortController();
    let printed = '';
    const end = await runCommand({
      argv,
      directory: process.cwd(),
      timeout: 30,
      signal: interrupt.signal,
      stdout: (chunk) => {
        printed += chunk.toString('utf8');
        interrupt.abort();
        return undefined;
      },
      stderr: () => undefined,
    });
    expect(end.reason).toBe('interrupted');
    expect(printed).toBe('begun\ncleaned\n');
  });
});
