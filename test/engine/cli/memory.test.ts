import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { condenseCommand } from '../../../packages/engine/src/cli/condense.ts';
import { outputsCommand } from '../../../packages/engine/src/cli/outputs.ts';
import { type RecallOptions, recallCommand } from '../../../packages/engine/src/cli/recall.ts';
import { ID, keep, makeHome, SESSION } from '../memory/support.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command function and catches what it writes. */
async function run(command: () => Promise<number>): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    const spy = vi.spyOn(process[name], 'write').mockImplementation((text, ...rest: unknown[]) => {
      written[name] += String(text);
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  try {
    return { code: await command(), ...written };
  } finally {
    vi.restoreAllMocks();
  }
}

const plain: RecallOptions = {
  from: null,
  byte: null,
  matching: null,
  lines: null,
  head: null,
  tail: null,
  window: null,
  json: false,
};
const recall = (home: string, id: string, options: Partial<RecallOptions> = {}) =>
  run(() => recallCommand(home, id, { ...plain, ...options }));

describe('wisp recall', () => {
  test('prints a page, and the command for the next one', async () => {
    const home = makeHome();
    keep(home, 'x'.repeat(99).concat('\n').repeat(100));
    const { code, stdout, stderr } = await recall(home, '3f9a');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')[0]).toBe(`[output ${ID} of run_command; lines 1–36 of 100]`);
    expect(stdout).toMatch(/\n\[more: wisp recall 3f9a2c1b00112233 --from 37\]\n$/);
    const wide = await recall(home, '3f9a', { window: 16_384, from: 20 });
    expect(wide.stdout).toMatch(/\n\[more: wisp recall 3f9a2c1b00112233 --from 95 --window 16384\]\n$/);
  });

  test('filters as it is asked, and repeats it', async () => {
    const home = makeHome();
    keep(home, Array.from({ length: 300 }, (_, i) => `it's line ${i + 1}`).join('\n'));
    const { stdout } = await recall(home, ID, { matching: "it's", lines: '3-290' });
    expect(stdout).toMatch(
      /^\[output \w+ of run_command; 288 lines among lines 3–290 match it's; here are matches 1–\d+\]\n3: it's line 3\n/,
    );
    expect(stdout).toMatch(
      /\n\[\d+ more: wisp recall 3f9a2c1b00112233 --matching 'it'\\''s' --lines 3-290 --from \d+\]\n$/,
    );
    expect((await recall(home, ID, { tail: 1 })).stdout.split('\n')[1]).toBe("300: it's line 300");
    expect((await recall(home, ID, { head: 1 })).stdout.split('\n')[1]).toBe("1: it's line 1");
  });

  test('prints one JSON object with --json', async () => {
    const home = makeHome();
    keep(home, 'one\ntwo\nthree\n');
    const output = {
      id: ID,
      session: SESSION,
      tool: 'run_command',
      time: '2026-11-30T10:00:00.000Z',
      lines: 3,
      bytes: 14,
      cut: false,
      totalBytes: 14,
    };
    expect(JSON.parse((await recall(home, ID, { from: 1, byte: 2, head: 2, json: true })).stdout)).toEqual({
      ...output,
      rows: [
        { line: 1, byte: 2, text: 'ne' },
        { line: 2, byte: 1, text: 'two' },
      ],
      next: null,
      matching: null,
    });
    expect(JSON.parse((await recall(home, ID, { matching: 't', from: 3, json: true })).stdout)).toEqual({
      ...output,
      rows: [{ line: 3, byte: 1, text: 'three' }],
      next: null,
      matching: { lines: 2, total: 2, before: 1, rest: 0, literal: false },
    });
  });

  test.each<[string, string, Partial<RecallOptions>, string]>([
    [
      'an id that names nothing',
      'ffff',
      {},
      'wisp recall: there is no stored output ffff; wisp outputs lists what is kept\n',
    ],
    [
      'a line past the end',
      ID,
      { from: 9, window: 100 },
      `wisp recall: the output has 1 line; there is no line 9. This works: wisp recall ${ID} --from 1 --window 100\n`,
    ],
    [
      'lines that are no lines',
      ID,
      { lines: 'x' },
      `wisp recall: "lines x" is no part of a recall, which takes: matching PATTERN, lines A-B, head N, tail N, from line N. This works: wisp recall ${ID} --matching 'lines x'\n`,
    ],
  ])('ends with 1 and a sentence for %s', async (_, id, options, stderr) => {
    const home = makeHome();
    keep(home, 'one\n');
    expect(await recall(home, id, options)).toEqual({ code: 1, stdout: '', stderr });
  });
});

/** Appends events to a home's audit log. */
function audit(home: string, name: string, ...events: { kind: string; call: string; details: object }[]): void {
  mkdirSync(join(home, 'logs'), { recursive: true });
  for (const event of events) {
    const line = {
      schema: 1,
      id: '0000000000000001',
      time: '2026-11-30T10:00:00.000Z',
      version: '0.1.0',
      pid: 1,
      session: SESSION,
      turn: null,
      ...event,
    };
    appendFileSync(join(home, 'logs', name), `${JSON.stringify(line)}\n`);
  }
}

describe('wisp outputs', () => {
  const OTHER = '00000000000000bb';
  const typed = (command: string) => ({
    command,
    workingDirectory: '/',
    output: '"kind":"tool.call"',
    bytes: 1,
    seconds: 1,
    exitStatus: 0,
    signal: null,
    stored: null,
  });

  function fullHome(): string {
    const home = makeHome();
    keep(home, 'one\n', { time: '2026-11-30T10:00:00.000Z' });
    keep(home, 'a\nb\n', { id: 'aaaa00000000aaaa', session: OTHER, time: '2026-11-30T12:00:00.000Z', lostBytes: 9 });
    keep(home, 'c\n', { id: 'bbbb00000000bbbb', time: '2026-11-30T11:00:00.000Z' });
    audit(home, 'audit.1.jsonl', { kind: 'command.typed', call: ID, details: typed('npm  test\n\x1b[31m') });
    audit(
      home,
      'audit.jsonl',
      {
        kind: 'tool.call',
        call: 'aaaa00000000aaaa',
        details: { tool: 'run_command', arguments: '{"command":"make -j2"}' },
      },
      { kind: 'prompt', call: 'bbbb00000000bbbb', details: { text: 'x' } },
    );
    appendFileSync(join(home, 'logs', 'audit.jsonl'), '{"schema":1,"kind":"tool.call","call":"bbbb0000');
    return home;
  }

  const list = (home: string, json = false, session: string | null = null) =>
    run(() => outputsCommand(home, { json, session }));

  test('lists what is kept, the newest first, with the command where the log says it', async () => {
    const { code, stdout, stderr } = await list(fullHome());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'WHEN').split('\n')).toEqual([
      `aaaa00000000aaaa  WHEN  2 lines  4 bytes (cut)  session ${OTHER}  run_command  make -j2`,
      `bbbb00000000bbbb  WHEN  1 line  2 bytes  session ${SESSION}  run_command`,
      `${ID}  WHEN  1 line  4 bytes  session ${SESSION}  run_command  npm test`,
      '',
    ]);
  });

  test('prints one JSON object with --json', async () => {
    const { outputs, damaged } = JSON.parse((await list(fullHome(), true, OTHER)).stdout);
    expect(damaged).toEqual([]);
    expect(outputs).toEqual([
      {
        id: 'aaaa00000000aaaa',
        session: OTHER,
        tool: 'run_command',
        command: 'make -j2',
        time: '2026-11-30T12:00:00.000Z',
        lines: 2,
        bytes: 4,
        cut: true,
        totalBytes: 13,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  test('names what can not be read, and lists the rest', async () => {
    const home = fullHome();
    appendFileSync(join(home, 'output', SESSION, ID), 'more');
    const { code, stdout, stderr } = await list(home);
    expect([code, stdout.split('\n').length]).toEqual([0, 3]);
    expect(stderr).toBe(`wisp outputs: ${ID} can not be read: output ${ID} has 8 bytes where its record says 4.\n`);
    expect(JSON.parse((await list(home, true)).stdout).damaged).toEqual([
      { id: ID, session: SESSION, problem: `output ${ID} has 8 bytes where its record says 4` },
    ]);
  });

  test('says so when nothing is kept, and when a session is none', async () => {
    expect(await list(makeHome())).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing is kept. Output is kept when not all of it can be shown.\n',
    });
    expect(await list(makeHome(), false, '../x')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'wisp outputs: a session id has 16 characters of 0-9 and a-f, not "../x".\n',
    });
  });
});

describe('wisp condense', () => {
  const ask = async (prompt: string) => (prompt.includes('needle') ? 'line 2' : 'nothing here');
  const condense = (home: string, target: string, given: Partial<Parameters<typeof condenseCommand>[3]> = {}) =>
    run(() => condenseCommand(home, target, 'where?', { window: null, json: false, ask, ...given }));

  test('asks of a stored output, with its progress on stderr', async () => {
    const home = makeHome();
    keep(home, 'one\nneedle\n');
    expect(await condense(home, '3f9a')).toEqual({
      code: 0,
      stdout: `[output ${ID} of run_command; asked: where?]\nlines 1–2: line 2\n[1 of 1 chunk answered]\n`,
      stderr: `· condensing output ${ID} chunk 1 of 1\n`,
    });
  });

  test('asks of a file, and leaves nothing of its copy', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'wisp-file-'));
    const file = join(directory, 'build.log');
    writeFileSync(file, 'one\nneedle\n');
    vi.stubEnv('TMPDIR', directory);
    const { code, stdout } = await condense(makeHome(), file);
    vi.unstubAllEnvs();
    expect([code, stdout]).toEqual([0, `[${file}; asked: where?]\nlines 1–2: line 2\n[1 of 1 chunk answered]\n`]);
    expect(readdirSync(directory).filter((name) => name.startsWith('wisp-condense-'))).toEqual([]);
  });

  test('names no id for a file, which has none', async () => {
    const file = join(makeHome(), 'plain.txt');
    writeFileSync(file, 'one\n');
    expect((await condense(makeHome(), file)).stdout).toContain(`[other ways: wisp summarise ${file}]`);
    expect((await condense(makeHome(), file, { ask: null })).stderr).toBe(
      `wisp condense: there is no model to ask about ${file}. What needs none: wisp summarise ${file}\n`,
    );
  });

  test('prints one JSON object with --json', async () => {
    const home = makeHome();
    keep(home, 'one\nneedle\n');
    expect(JSON.parse((await condense(home, '3f9a', { json: true })).stdout)).toEqual({
      id: ID,
      session: SESSION,
      file: null,
      question: 'where?',
      chunks: 1,
      asked: 1,
      answered: 1,
      answers: [{ fromLine: 1, toLine: 2, text: 'line 2' }],
      combined: null,
      failure: null,
      notCombined: null,
      leftOut: null,
      text: `[output ${ID} of run_command; asked: where?]\nlines 1–2: line 2\n[1 of 1 chunk answered]`,
    });
  });

  test('ends with 1 when the model answers nothing, and for what is neither output nor file', async () => {
    const home = makeHome();
    keep(home, 'one\n');
    const failing = async () => {
      throw new Error('there is no server');
    };
    const { code, stdout } = await condense(home, ID, { ask: failing });
    expect([code, stdout.split('\n')[1]]).toEqual([1, '[1 chunk of 1 not answered: there is no server]']);
    expect(await condense(home, 'no.log')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'wisp condense: "no.log" is no output id: an id is 4 to 16 characters of 0-9 and a-f, as the note names it; and as a file: cannot read no.log: there is no such file\n',
    });
  });

  test('ends with 130 when it is interrupted', async () => {
    const home = makeHome();
    keep(home, 'one\n');
    const waiting = (_: string, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        process.emit('SIGINT', 'SIGINT');
      });
    const { code, stderr } = await condense(home, ID, { ask: waiting });
    expect([code, stderr.split('\n')[1]]).toEqual([130, 'wisp condense: interrupted; nothing was answered.']);
  });
});
