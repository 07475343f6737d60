import { describe, expect, test } from 'vitest';
import { type CommandEnd, runCommand } from '../../../packages/engine/src/exec/command-runner.ts';

interface Ran {
  end: CommandEnd;
  stdout: Buffer;
  stderr: Buffer;
}

async function run(
  line: string,
  { timeout = null, signal = null }: { timeout?: number | null; signal?: AbortSignal | null } = {},
): Promise<Ran> {
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  const take = (list: Buffer[]) => (chunk: Buffer) => {
    list.push(Buffer.from(chunk));
    return undefined;
  };
  const end = await runCommand({
    argv: ['/bin/sh', '-c', line],
    directory: '/tmp',
    timeout,
    signal,
    stdout: take(out),
    stderr: take(err),
  });
  return { end, stdout: Buffer.concat(out), stderr: Buffer.concat(err) };
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function gone(pid: number): Promise<void> {
  while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('the command runner', () => {
  test('hands on both streams and the exit status', async () => {
    const { end, stdout, stderr } = await run('echo out; echo err >&2; exit 3');
    expect(end).toMatchObject({ exitStatus: 3, signal: null, reason: 'exited', heldOpen: false });
    expect([stdout.toString(), stderr.toString()]).toEqual(['out\n', 'err\n']);
  });

  test('gives a command an empty stdin', async () => {
    const { stdout } = await run('cat; readlink /proc/$$/fd/0');
    expect(stdout.toString()).toBe('/dev/null\n');
  });

  test('runs it in a process group of its own', async () => {
    const { stdout } = await run('ps -o pgid= -p $$; echo $$');
    const [group, pid] = stdout.toString().trim().split(/\s+/);
    expect(group).toBe(pid);
  });

  test.each([
    'sleep 60 &',
    'sleep 60 >/dev/null &',
    'sleep 60 >/dev/null 2>&1 &',
    'setsid sleep 60 &',
    '(sleep 60; echo late) &',
  ])('returns soon after the command though %s goes on', async (survivor) => {
    const { end, stdout } = await run(`echo before; ${survivor} echo $!`);
    const [before, pid] = stdout.toString().trim().split('\n');
    expect(before).toBe('before');
    expect(end.seconds).toBeLessThan(3);
    expect(end.heldOpen).toBe(!survivor.includes('2>&1'));
    process.kill(Number(pid), 'SIGKILL');
  });

  test('does not wait for ever for a survivor that keeps printing', async () => {
    const { end, stdout } = await run('sh -c "while :; do echo more; sleep 0.02; done" & echo $!');
    expect(end).toMatchObject({ reason: 'exited', heldOpen: true });
    expect(end.seconds).toBeLessThan(5);
    process.kill(
      Number(
        stdout
          .toString()
          .split('\n')
          .find((l) => /^\d+$/.test(l)),
      ),
      'SIGKILL',
    );
  });

  test('ends the whole group at the timeout and keeps what it printed', async () => {
    const { end, stdout } = await run('sleep 60 & echo $!; wait', { timeout: 0.3 });
    expect(end).toMatchObject({ reason: 'timed out', signal: 'SIGTERM' });
    await gone(Number(stdout.toString()));
  });

  test('kills what ignores SIGTERM, two seconds later', async () => {
    const { end, stdout } = await run('trap "" TERM; echo $$; while :; do sleep 0.1; done', { timeout: 0.3 });
    expect(end).toMatchObject({ reason: 'timed out', signal: 'SIGKILL' });
    expect(end.seconds).toBeGreaterThan(2);
    expect(alive(Number(stdout.toString()))).toBe(false);
  });

  test('ends an endless printer at its timeout', async () => {
    const { end, stdout } = await run('yes', { timeout: 0.5 });
    expect(end).toMatchObject({ reason: 'timed out', signal: 'SIGTERM' });
    expect(end.seconds).toBeLessThan(3);
    expect(stdout.length).toBeGreaterThan(10_000);
  });

  test('ends at an interruption, before it began as well', async () => {
    const controller = new AbortController();
    const running = run('echo begun; sleep 60', { signal: controller.signal });
    setImmediate(() => controller.abort());
    expect((await running).end.reason).toBe('interrupted');
    expect((await run('sleep 60', { signal: controller.signal })).end.reason).toBe('interrupted');
  });

  test('says why a program could not be started', async () => {
    const nothing = () => undefined;
    const spec = { directory: '/tmp', timeout: null, signal: null, stdout: nothing, stderr: nothing };
    const end = await runCommand({ ...spec, argv: ['/nowhere/at/all'] });
    expect(end).toMatchObject({ reason: 'not started', exitStatus: null, problem: expect.stringContaining('ENOENT') });
  });

  test('gives every byte of a stream that comes byte by byte, and of one that comes at once', async () => {
    const slow = await run('for c in h e l l o; do printf $c; sleep 0.01; done');
    expect(slow.stdout.toString()).toBe('hello');
    const fast = await run('head -c 5000000 /dev/zero');
    expect(fast.stdout.equals(Buffer.alloc(5_000_000))).toBe(true);
  });

  test('holds both streams back while a sink is busy, and loses nothing', async () => {
    let waiting = 0;
    let most = 0;
    const sizes = { out: 0, err: 0 };
    const slow = (key: 'out' | 'err') => async (chunk: Buffer) => {
      const first = chunk[0];
      most = Math.max(most, ++waiting);
      await new Promise((resolve) => setTimeout(resolve, 2));
      // The chunk stands until the promise resolves: nothing more was read over it.
      expect(chunk[0]).toBe(first);
      waiting--;
      sizes[key] += chunk.length;
    };
    const argv = ['/bin/sh', '-c', 'head -c 2000000 /dev/zero; head -c 1000000 /dev/zero | tr "\\0" x >&2'] as const;
    await runCommand({
      argv,
      directory: '/tmp',
      timeout: null,
      signal: null,
      stdout: slow('out'),
      stderr: slow('err'),
    });
    expect(sizes).toEqual({ out: 2_000_000, err: 1_000_000 });
    expect(most).toBeLessThanOrEqual(2);
  });
});
