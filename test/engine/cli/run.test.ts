import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { auditEnvelope, EVENT_DETAILS } from '../../../packages/engine/src/audit/events.ts';
import { scratch, WISP, wisp } from '../../support/wisp.ts';

const report = z.object({
  text: z.string(),
  exitStatus: z.int().nullable(),
  signal: z.string().nullable(),
  reason: z.string(),
  seconds: z.number(),
  stored: z
    .object({
      id: z.string(),
      session: z.string(),
      bytes: z.int(),
      lines: z.int(),
      sha256: z.string(),
      cut: z.boolean(),
      totalBytes: z.int(),
    })
    .nullable(),
  notKept: z.string().nullable(),
  heldBack: z.array(z.object({ fromLine: z.int(), fromByte: z.int(), toLine: z.int(), bytes: z.int() })),
  lost: z.object({ bytes: z.int(), lines: z.int() }).nullable(),
  firstFailure: z.object({ line: z.int(), text: z.string() }).nullable(),
});

async function run(home: string, line: string, ...options: string[]) {
  const result = await wisp(home, ['run', '--json', ...options, '--', 'sh', '-c', line]);
  return { ...result, report: report.strict().parse(JSON.parse(result.stdout)) };
}

const storedFile = (home: string, stored: { session: string; id: string } | null): Buffer =>
  readFileSync(join(home, 'output', stored?.session ?? '', stored?.id ?? ''));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('wisp run', () => {
  test.each([
    [[], 4_096],
    [['--window', '53248'], 26_624],
    [['--window', '131072'], 65_536],
  ] as const)('with %j gives both ends, an exact account, and keeps the whole', async (options, budget) => {
    const home = scratch();
    const { status, report: r } = await run(home, 'seq 1 400000; exit 3', ...options);
    expect(status).toBe(3);
    expect(r).toMatchObject({
      exitStatus: 3,
      signal: null,
      reason: 'exited',
      lost: null,
      notKept: null,
      firstFailure: null,
    });
    expect(Buffer.byteLength(r.text)).toBeLessThanOrEqual(budget);
    expect(Buffer.byteLength(r.text)).toBeGreaterThan(budget * 0.9);
    const numbers = r.text
      .split('\n')
      .filter((l) => /^\d+$/.test(l))
      .map(Number);
    const [gap] = r.heldBack;
    if (!gap) throw new Error('a gap');
    // Line n of the command is line n + 2 of the stored output: the header and the frame stand before it.
    const shown = [...range(1, gap.fromLine - 3), ...range(gap.toLine - 1, 400_000)];
    expect(numbers).toEqual(shown);
    const heldBytes = range(gap.fromLine - 2, gap.toLine - 2).reduce((n, k) => n + String(k).length + 1, 0);
    expect(gap.bytes).toBe(heldBytes);
    const bytes = storedFile(home, r.stored);
    expect(bytes.toString()).toBe(`exit status: 3\nstdout:\n${range(1, 400_000).join('\n')}\n`);
    expect(r.stored).toMatchObject({
      bytes: bytes.length,
      totalBytes: bytes.length,
      lines: 400_002,
      cut: false,
      sha256: sha256(bytes),
    });
    expect(r.text).toContain(`output ${r.stored?.id}; do not run the command again to see it`);
    expect((await wisp(home, ['show', r.stored?.id.slice(0, 6) ?? ''])).stdout).toBe(bytes.toString());
  });

  test('passes the exit status on, and that of a signal as a shell does', async () => {
    const home = scratch();
    expect((await wisp(home, ['run', '--', 'sh', '-c', 'exit 41'])).status).toBe(41);
    expect((await wisp(home, ['run', '--', 'sh', '-c', 'kill -9 $$'])).status).toBe(137);
    const missing = await wisp(home, ['run', '--', 'no-such-program-here']);
    expect(missing).toMatchObject({
      status: 127,
      stdout: expect.stringContaining('could not be started: spawn no-such-program-here ENOENT'),
    });
    expect((await wisp(home, ['run', '--', 'true'])).stdout).toBe('exit status: 0\n(no output)\n');
  });

  test('shows an output that fits unchanged and keeps nothing', async () => {
    const home = scratch();
    const { report: r } = await run(home, 'echo one; echo two >&2');
    expect(r).toMatchObject({
      text: 'exit status: 0\nstdout:\none\nstderr:\ntwo\n',
      heldBack: [],
      stored: null,
      notKept: null,
    });
    expect(readdirSync(home)).toEqual(['logs']);
  });

  test('gives both ends of a line of 300 KB', async () => {
    const home = scratch();
    const { report: r } = await run(home, 'printf begin; head -c 300000 /dev/zero | tr "\\0" m; echo end');
    expect(r.text).toMatch(
      /^exit status: 0\nstdout:\nbeginm+\n\[… \d+ KiB of line 3 held back …\]\nm+end\n\n\[held back: line 3 of 3/,
    );
    expect(Buffer.byteLength(r.text)).toBeLessThanOrEqual(4_096);
    expect(storedFile(home, r.stored).length).toBe(r.stored?.bytes);
  });

  test('gives 200 KB of random bytes as whole characters, and keeps the bytes', async () => {
    const home = scratch();
    const { report: r } = await run(home, 'head -c 200000 /dev/urandom');
    expect(Buffer.byteLength(r.text)).toBeLessThanOrEqual(4_096);
    expect(r.text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
    const bytes = storedFile(home, r.stored);
    expect([bytes.length, sha256(bytes)]).toEqual([200_000 + 'exit status: 0\nstdout:\n'.length, r.stored?.sha256]);
  });

  test('gives a five-line stderr whole under a huge stdout', async () => {
    const home = scratch();
    const { report: r } = await run(home, 'seq 1 200000; seq 1 5 | sed s/^/err/ >&2');
    expect(r.text).toContain('stderr:\nerr1\nerr2\nerr3\nerr4\nerr5\n');
    expect(r.stored?.lines).toBe(200_008);
  });

  test('keeps colours and progress bars as they were printed, and shows their last state', async () => {
    const home = scratch();
    const { report: r } = await run(home, `printf '\\033[31mred\\033[0m\\n10%%\\r100%%\\n'`);
    expect(r.text).toBe('exit status: 0\nstdout:\nred\n100%\n');
    expect(storedFile(home, r.stored).toString()).toContain('\x1b[31mred\x1b[0m\n10%\r100%\n');
  });

  test('round-trips 50,000 characters of three bytes', async () => {
    const home = scratch();
    const { report: r } = await run(home, `yes 你 | head -50000 | tr -d '\\n'`);
    expect(storedFile(home, r.stored).toString()).toBe(`exit status: 0\nstdout:\n${'你'.repeat(50_000)}`);
  });

  test('cuts the middle out of what passes 16 MiB, and states it everywhere', async () => {
    const home = scratch();
    const { report: r } = await run(home, 'seq 1 5000000');
    const printed = range(1, 5_000_000).reduce((n, k) => n + String(k).length + 1, 0);
    const header = 'exit status: 0\nstdout:\n'.length;
    expect(r.stored).toMatchObject({ cut: true, totalBytes: printed + header });
    const bytes = storedFile(home, r.stored);
    expect(bytes.length).toBeLessThanOrEqual(16 * 1024 * 1024);
    expect(bytes.length).toBeGreaterThan(16 * 1024 * 1024 - 70_000);
    const text = bytes.toString();
    expect(text.endsWith('\n4999999\n5000000\n')).toBe(true);
    const cutLine = /\n\[… ([\d,]+) lines \(\d+ MiB\) were not kept: the output passed 16 MiB …\]\n/.exec(text);
    expect(Number(cutLine?.[1]?.replaceAll(',', ''))).toBe(r.lost?.lines);
    expect(bytes.length - Buffer.byteLength(cutLine?.[0] ?? '') + 1 + (r.lost?.bytes ?? 0)).toBe(printed + header);
    expect(r.text).toContain('in its middle were not kept');
    const audit = events(home).find((e) => e.kind === 'output.kept');
    expect(audit?.details).toMatchObject({ cut: true, totalBytes: printed + header, bytes: bytes.length });
  });

  test('writes only what its schemas say, in order, for its owner alone', async () => {
    const home = scratch();
    await run(home, 'seq 1 2000000');
    const all = events(home);
    expect(all.map((e) => e.kind)).toEqual(['session.start', 'output.kept', 'command.typed', 'session.end']);
    for (const event of all) {
      const schema = Object.entries(EVENT_DETAILS).find(([kind]) => kind === event.kind)?.[1];
      expect(schema?.strict().safeParse(event.details).error).toBeUndefined();
    }
    const log = statSync(join(home, 'logs', 'audit.jsonl'));
    expect([log.mode & 0o777, statSync(join(home, 'logs')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(log.size).toBeLessThan(8_192);
  });

  test('never mixes the lines of two processes that write at once', async () => {
    const home = scratch();
    await Promise.all(Array.from({ length: 6 }, (_, i) => run(home, `seq 1 ${9_000 + i}`)));
    const sessions = new Map<string, string[]>();
    for (const { session, kind } of events(home)) sessions.set(session, [...(sessions.get(session) ?? []), kind]);
    expect(sessions.size).toBe(6);
    for (const kinds of sessions.values())
      expect(kinds).toEqual(['session.start', 'output.kept', 'command.typed', 'session.end']);
    expect(readdirSync(join(home, 'output'))).toHaveLength(6);
  });

  test('ends at its timeout and keeps what was printed', async () => {
    const { status, report: r } = await run(scratch(), 'seq 1 20000; exec sleep 60', '--timeout', '0.5');
    expect(status).toBe(143);
    expect(r).toMatchObject({ reason: 'timed out', signal: 'SIGTERM', exitStatus: null });
    expect(r.text).toMatch(/^timed out after 0.5 s, ended by signal SIGTERM\nstdout:\n1\n/);
    expect(r.stored?.lines).toBe(20_002);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('keeps what was printed when %s stops it', async (signal) => {
    const home = scratch();
    const marker = join(home, 'printed');
    const result = await wisp(
      home,
      ['run', '--json', '--', 'sh', '-c', `seq 1 20000; touch ${marker}; exec sleep 60`],
      (child) => {
        const wait = setInterval(() => {
          if (!readdirSync(home).includes('printed')) return;
          clearInterval(wait);
          child.kill(signal);
        }, 10);
      },
    );
    const r = report.parse(JSON.parse(result.stdout));
    expect(r).toMatchObject({ reason: 'interrupted', signal: 'SIGTERM' });
    expect(r.stored?.lines).toBe(20_002);
  });

  test('gives a command exactly three descriptors, whatever it was itself given', async () => {
    const home = scratch();
    const extra = openSync('/dev/null', 'r');
    const child = spawn(process.execPath, [WISP, 'run', '--', 'sh', '-c', 'ls /proc/$$/fd'], {
      env: { ...process.env, WISP_HOME: home },
      stdio: ['ignore', 'pipe', 'inherit', extra, extra],
    });
    let out = '';
    for await (const chunk of child.stdout ?? []) out += String(chunk);
    expect(out).toBe('exit status: 0\nstdout:\n0\n1\n2\n');
  });

  test.each([
    [['run'], /missing required argument/],
    [['run', '--window', 'x', '--', 'true'], /whole number/],
    [['run', '--timeout', '-1', '--', 'true'], /number of seconds/],
    [['--bad'], /unknown option/],
    [['--tool', 'nope', 'hello'], /no tool "nope"; there are run_command/],
  ])('answers %j with what is wrong and exit code 2', async (args, problem) => {
    expect(await wisp(scratch(), args)).toMatchObject({ status: 2, stderr: expect.stringMatching(problem) });
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

function events(home: string): z.infer<typeof auditEnvelope>[] {
  const text = readFileSync(join(home, 'logs', 'audit.jsonl'), 'utf8').trimEnd();
  return text.split('\n').map((line) => auditEnvelope.strict().parse(JSON.parse(line)));
}
