import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placesOf } from '../../../../packages/engine/src/exec/sandbox/places.ts';
import { Sandbox, tellsOfRefusedWrite } from '../../../../packages/engine/src/exec/sandbox/sandbox.ts';

const PLACES = { writable: ['/work'], readOnly: ['/work/.home'] };

function scratch(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'wisp-sandbox-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe('the sandbox of commands', () => {
  it('opens the places to bubblewrap and closes what is closed after them', async () => {
    const argv = await new Sandbox(PLACES, 'linux', async () => null).wrap(['/bin/sh', '-c', 'make']);
    expect(argv.slice(0, 2)).toEqual(['bwrap', '--die-with-parent']);
    expect(argv.indexOf('/work/.home')).toBeGreaterThan(argv.indexOf('/work'));
    expect(argv.slice(-4)).toEqual(['--', '/bin/sh', '-c', 'make']);
  });

  it('writes Seatbelt’s profile so that no path ends its string', async () => {
    const places = { writable: ['/Users/a "b"\\c'], readOnly: ['/Users/home'] };
    const argv = await new Sandbox(places, 'darwin', async () => null).wrap(['/bin/sh', '-c', 'make']);
    expect(argv).toEqual([
      '/usr/bin/sandbox-exec',
      '-p',
      [
        '(version 1)',
        '(allow default)',
        '(deny file-write*)',
        '(allow file-write* (subpath "/dev") (subpath "/Users/a \\"b\\"\\\\c"))',
        '(deny file-write* (subpath "/Users/home"))',
      ].join('\n'),
      '/bin/sh',
      '-c',
      'make',
    ]);
  });

  it('leaves commands as they are where it does not work, and says why and what to do', async () => {
    let tries = 0;
    const sandbox = new Sandbox(PLACES, 'linux', async () => {
      tries++;
      return 'it is not installed';
    });
    expect(await sandbox.wrap(['make'])).toEqual(['make']);
    expect(await sandbox.wrap(['make', 'test'])).toEqual(['make', 'test']);
    expect(await sandbox.state()).toEqual({
      on: false,
      found: 'bubblewrap does not run here: it is not installed',
      todo: expect.stringContaining('Install bubblewrap'),
    });
    expect(tries).toBe(1);
  });

  it('is not there on other systems', async () => {
    const sandbox = new Sandbox(PLACES, 'freebsd', async () => null);
    expect(await sandbox.state()).toMatchObject({ on: false, todo: null });
  });

  it('opens the directory behind a link, and nothing that is not there', () => {
    const root = scratch();
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'link'));
    const places = placesOf(join(root, 'link'), join(root, 'none'), { XDG_CACHE_HOME: join(root, 'no-cache') });
    expect(places.writable[0]).toBe(join(root, 'real'));
    expect(places.writable).not.toContain(join(root, 'no-cache'));
    expect(places.readOnly).toEqual([]);
  });

  it.each(['sh: 1: cannot create x: Read-only file system', "EROFS: read-only file system, open 'x'"])(
    'knows a refused write: %s',
    (text) => {
      expect(tellsOfRefusedWrite(text)).toBe(true);
    },
  );
});

const here = await new Sandbox(placesOf(process.cwd(), '/nowhere', {})).state();

describe.skipIf(!here.on)('the sandbox of this machine', () => {
  it('lets a command write in the places, and nowhere else, its own home included', async () => {
    // Temporary directories are open, so that everything here lies beside them.
    const root = realpathSync(mkdtempSync(join(process.cwd(), '.sandbox-test-')));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [work, home] = [join(root, 'work'), join(root, 'work', 'home')];
    mkdirSync(home, { recursive: true });
    const sandbox = new Sandbox({ writable: [work], readOnly: [home] });
    const line = 'touch work/in; touch out; touch work/home/approvals; exit 0';
    const [program, ...args] = await sandbox.wrap(['/bin/sh', '-c', line]);
    execFileSync(program, args, { cwd: root, stdio: 'ignore' });
    const made = ['work/in', 'out', 'work/home/approvals'].filter((path) => existsSync(join(root, path)));
    expect(made).toEqual(['work/in']);
  });
});
