import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../packages/engine/src/audit/events.ts';
import { scratch, WISP, wisp } from '../../support/wisp.ts';
import { eventOf, linesOf, openAudit, writeLog } from '../audit/support.ts';

const UTC = { TZ: 'UTC' };

/** One of each kind that reads in a way of its own, and some that a later version or a hand wrote. */
const MIXED: readonly AuditEvent[] = [
  eventOf(1, {
    kind: 'session.start',
    details: {
      entryPoint: 'chat',
      directory: '/home/me/tides',
      model: null,
      tools: [],
      autoApprove: false,
      outputSweep: { removed: 2, sessions: [], bytes: 2048, deferred: 3 },
    },
  }),
  eventOf(2, { turn: 1, details: { text: 'why\u001b[2J does\nit fail?' } }),
  eventOf(3, { turn: 1, kind: 'tool.call', details: { tool: 'run_command', arguments: '{"command":"npm test"}' } }),
  eventOf(4, {
    turn: 1,
    kind: 'policy.decision',
    details: {
      command: 'npm test',
      workingDirectory: '/',
      verdict: 'allowed',
      level: 'safe',
      reason: 'it reads',
      scope: null,
    },
  }),
  eventOf(5, {
    turn: 1,
    kind: 'command.outcome',
    details: {
      command: 'npm test',
      exitStatus: null,
      signal: 'SIGTERM',
      reason: 'timed out',
      stdoutBytes: 1,
      stderrBytes: 0,
      seconds: 2,
    },
  }),
  eventOf(6, {
    turn: 1,
    call: 'abcdef0123456789',
    kind: 'output.kept',
    details: { tool: 'run_command', bytes: 2048, lines: 30, sha256: '', cut: true, totalBytes: 9 },
  }),
  eventOf(7, {
    turn: 1,
    kind: 'tool.result',
    details: { tool: 'run_command', output: '', outcome: 'exit status 1', bytes: 1, seconds: 1.25, error: 'no room' },
  }),
  eventOf(8, { turn: 1, kind: 'response', details: { text: 'One test fails.', seconds: 3, outcome: 'ok' } }),
  eventOf(9, { kind: 'moon.risen', schema: 2, details: { phase: 'full' } }),
  eventOf(10, { kind: 'error', details: { message: 5 } }),
  eventOf(11, { session: '00000000000000bb', kind: 'session.end', details: { reason: 'closed' } }),
];

function homeWith(events: readonly AuditEvent[]): string {
  const home = scratch();
  writeLog(home, linesOf(events));
  return home;
}

const idsOf = (stdout: string): number[] =>
  stdout.split('\n').flatMap((line) => (line === '' ? [] : [Number.parseInt(JSON.parse(line).id, 16)]));

describe('wisp logs', () => {
  test('prints one line an event, from which nothing drives a terminal', async () => {
    const { stdout, stderr, status } = await wisp(homeWith(MIXED), ['logs'], undefined, UTC);
    const kinds = MIXED.map(({ kind }) => kind.padEnd(15));
    const place = (turn: string, session = '00000000') => `2026-01-02 03:04:05  ${session}  ${turn}`;
    expect(stdout).toBe(
      [
        `${place('  -')}  ${kinds[0]}  chat in /home/me/tides; swept 2 sessions, 2 KiB, 3 left for later`,
        `${place('  1')}  ${kinds[1]}  why does it fail?`,
        `${place('  1')}  ${kinds[2]}  run_command npm test`,
        `${place('  1')}  ${kinds[3]}  allowed (safe): npm test · it reads`,
        `${place('  1')}  ${kinds[4]}  ended by signal SIGTERM (timed out) · 2.0 s`,
        `${place('  1')}  ${kinds[5]}  run_command: 30 lines, 2 KiB (cut), as output abcdef0123456789`,
        `${place('  1')}  ${kinds[6]}  run_command: no room · 1.3 s`,
        `${place('  1')}  ${kinds[7]}  One test fails. · 3.0 s`,
        `${place('  -')}  ${kinds[8]}  {"phase":"full"}`,
        `${place('  -')}  ${kinds[9]}  {"message":5}`,
        `${place('  -')}  ${kinds[10]}  closed`,
        '',
      ].join('\n'),
    );
    expect([stderr, status]).toEqual(['', 0]);
  });

  test.each([
    [
      ['--last', '2'],
      [10, 11],
    ],
    [['--last', '0'], []],
    [['--session', '00000000000000b'], [11]],
    [
      ['--kind', 'prompt', '--kind', 'moon.risen'],
      [2, 9],
    ],
    [
      ['--tool', 'run_command', '--last', '2'],
      [6, 7],
    ],
    [['--tool', 'run_command', '--kind', 'tool.call', '--session', '00'], [3]],
  ])('with %j prints the events that match', async (args, expected) => {
    const { stdout, stderr } = await wisp(homeWith(MIXED), ['logs', '--json', ...args]);
    expect([idsOf(stdout), stderr]).toEqual([expected, '']);
  });

  test('prints fifty when nobody says how many, and each as it stands in the log with --json', async () => {
    const later = { ...eventOf(99, { schema: 3, kind: 'later' }), colour: { red: 1 } };
    const home = homeWith([...Array.from({ length: 70 }, (_, n) => eventOf(n)), later]);
    const { stdout } = await wisp(home, ['logs', '--json']);
    expect(idsOf(stdout)).toEqual([...Array.from({ length: 49 }, (_, n) => n + 21), 99]);
    expect(stdout.endsWith(`\n${JSON.stringify(later)}\n`)).toBe(true);
  });

  test('says how many lines it passed over', async () => {
    const home = homeWith([eventOf(1)]);
    writeFileSync(join(home, 'logs', 'audit.jsonl'), `torn{"\n${linesOf([eventOf(1)])}{"schema":1,`);
    const { stdout, stderr, status } = await wisp(home, ['logs', '--json']);
    expect([idsOf(stdout), status]).toEqual([[1], 0]);
    expect(stderr).toBe('2 lines of the log that are no events were passed over.\n');
  });

  test('says that there is nothing, or nothing that matches', async () => {
    const home = scratch();
    const empty = `The log is empty: nothing is recorded in ${join(home, 'logs', 'audit.jsonl')}.\n`;
    expect(await wisp(home, ['logs'])).toMatchObject({ stdout: '', stderr: empty, status: 0 });
    const some = homeWith([eventOf(1)]);
    expect((await wisp(some, ['logs', '--kind', 'error'])).stderr).toBe('No event of the log matches.\n');
    expect((await wisp(some, ['logs', '--kind', 'eror'])).stderr).toMatch(
      /records no eror, but session\.start, .*error\.\n$/,
    );
  });

  test('says what is in the place of the log, and exits with 1', async () => {
    const home = scratch();
    const path = join(home, 'logs', 'audit.jsonl');
    mkdirSync(path, { recursive: true });
    const problem = `wisp logs: the audit log ${path} can not be read: it is a directory.\n`;
    expect(await wisp(home, ['logs'])).toMatchObject({ stdout: '', stderr: problem, status: 1 });
    expect(await wisp(home, ['logs', '--follow'])).toMatchObject({ stderr: problem, status: 1 });
    const file = scratch();
    writeFileSync(join(file, 'logs'), '');
    expect((await wisp(file, ['logs'])).stderr).toMatch(/a file is in the place of its directory \(ENOTDIR\)\.\n$/);
    expect(await wisp(home, ['logs', '--session', '../x'])).toMatchObject({ stderr: /a session id has 16/, status: 1 });
  });

  test('ends quietly when its reader leaves', async () => {
    const home = homeWith(Array.from({ length: 5_000 }, (_, n) => eventOf(n, { details: { text: 'x'.repeat(300) } })));
    const result = await new Promise<{ status: number | null; stderr: string }>((resolve) => {
      const child = spawn(process.execPath, [WISP, 'logs', '--json', '--last', '5000', '--follow'], {
        env: { ...process.env, WISP_HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += String(chunk);
      });
      child.stdout.once('data', () => child.stdout.destroy());
      child.on('close', (status) => resolve({ status, stderr }));
    });
    expect(result).toEqual({ status: 0, stderr: '' });
  });
});

describe('wisp logs --follow', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints what comes across rotations, and ends quietly on %s',
    async (signal) => {
      const home = scratch();
      const { log } = openAudit(home, { maxBytes: 1_000, files: 50 });
      for (let n = 0; n < 5; n++) log.record('prompt', { text: `before ${n}` });
      const child = spawn(process.execPath, [WISP, 'logs', '--follow', '--json', '--last', '2'], {
        env: { ...process.env, WISP_HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const texts = async (count: number) => {
        const found: string[] = [];
        while (found.length < count) found.push(JSON.parse(String((await lines.next()).value)).details.text);
        return found;
      };
      expect(await texts(2)).toEqual(['before 3', 'before 4']);
      for (let n = 0; n < 30; n++) log.record('prompt', { text: `after ${n}` });
      expect(await texts(30)).toEqual(Array.from({ length: 30 }, (_, n) => `after ${n}`));
      const exit = once(child, 'exit');
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += String(chunk);
      });
      child.kill(signal);
      expect([await exit, stderr]).toEqual([[0, null], '']);
    },
  );
});

test('wisp run leaves a log that wisp logs reads, with the same events', async () => {
  const home = scratch();
  await wisp(home, ['run', '--', 'seq', '1', '9000']);
  const { stdout } = await wisp(home, ['logs', '--json']);
  expect(stdout).toBe(readFileSync(join(home, 'logs', 'audit.jsonl'), 'utf8'));
});
