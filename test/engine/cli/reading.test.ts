import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startFakeOllama } from '../../fake-ollama/server.ts';
import { done, text } from '../../fake-ollama/shapes.ts';
import { scratch, wisp } from '../../support/wisp.ts';

const FAILING = `for i in $(seq 1 2000); do echo "step $i is fine"; done; echo 'src/store.ts(12,7): error TS2304: Cannot find name "shelf".'; seq 1 3000; exit 2`;

const stored = z.object({ stored: z.object({ id: z.string(), lines: z.int() }), text: z.string() });

async function keep(home: string, line: string): Promise<{ id: string; lines: number; text: string }> {
  const { stdout } = await wisp(home, ['run', '--json', '--', 'sh', '-c', line]);
  const report = stored.parse(JSON.parse(stdout));
  return { ...report.stored, text: report.text };
}

describe('reaching what was held back, on the command line', () => {
  test('the first result shows the cause with its lines, and names commands that work', async () => {
    const home = scratch();
    const { id, text } = await keep(home, FAILING);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
    expect(text).toContain('\n2003: src/store.ts(12,7): error TS2304: Cannot find name "shelf".\n');
    expect(text).toMatch(/first failure at line 2,003: src\/store\.ts\(12,7\): error TS2304/);
    expect(text.match(/held back …\]/g)?.length).toBeGreaterThanOrEqual(2);
    const command = /To read it, wisp (recall [0-9a-f]{16} --from \d+)/.exec(text)?.[1]?.split(' ') ?? [];
    const page = await wisp(home, command);
    expect(page).toMatchObject({ status: 0, stderr: '' });
    expect(page.stdout).toContain(`output ${id}`);
  });

  test('recall pages to the end, each page naming the next', async () => {
    const home = scratch();
    const { id, lines } = await keep(home, 'seq 1 4000');
    const seen: number[] = [];
    let next: string[] | null = ['recall', id];
    while (next) {
      const { stdout, status }: { stdout: string; status: number | null } = await wisp(home, next);
      expect(status).toBe(0);
      expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(4_097);
      for (const row of stdout.matchAll(/^(\d+): /gm)) seen.push(Number(row[1]));
      next = /wisp (recall [0-9a-f]{16} --from \d+)/.exec(stdout)?.[1]?.split(' ') ?? null;
    }
    expect(seen).toEqual(Array.from({ length: lines }, (_, i) => i + 1));
  });

  test('recall filters by pattern, range, head and tail', async () => {
    const home = scratch();
    const { id } = await keep(home, FAILING);
    expect((await wisp(home, ['recall', id, '--matching', 'TS\\d+'])).stdout).toContain('2003: src/store.ts(12,7)');
    expect((await wisp(home, ['recall', id, '--lines', '3-4'])).stdout).toContain(
      '\n3: step 1 is fine\n4: step 2 is fine\n',
    );
    expect((await wisp(home, ['recall', id, '--tail', '1'])).stdout).toContain('\n5003: 3000\n');
    expect(await wisp(home, ['recall', id, '--matching', '('])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('literal'),
    });
    const json: unknown = JSON.parse((await wisp(home, ['recall', id, '--head', '1', '--json'])).stdout);
    expect(json).toMatchObject({ id, rows: [expect.objectContaining({ line: 1 })] });
  });

  test('stops a pattern that backtracks without end, and says so', async () => {
    const home = scratch();
    const { id } = await keep(home, `yes ${'a'.repeat(60)}! | head -c 16000000`);
    const began = performance.now();
    const { stdout, stderr } = await wisp(home, ['recall', id, '--matching', '(a+)+$']);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(stdout + stderr).toMatch(/stopped|too long/);
  });

  test('summarise leads with the cause, within the budget, and is never greener than the exit status', async () => {
    const home = scratch();
    const { id } = await keep(home, FAILING);
    const { stdout } = await wisp(home, ['summarise', id]);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(4_097);
    expect(stdout.split('\n')[0]).toMatch(/exit status 2/);
    expect(stdout).toContain('L2003');
    expect((await wisp(home, ['summarise', id, '--overview'])).stdout).not.toBe(stdout);
  });

  test('outputs lists what is kept, with the command that printed it', async () => {
    const home = scratch();
    const { id } = await keep(home, 'seq 1 3000');
    const { stdout } = await wisp(home, ['outputs']);
    expect(stdout).toContain(id);
    expect(stdout).toContain('sh -c seq 1 3000');
  });

  test('condense asks the model chunk by chunk and says what drew on which lines', async () => {
    const home = scratch();
    const { id } = await keep(home, FAILING);
    const server = await startFakeOllama({
      answer: (body) => ({
        lines: [text(JSON.stringify(body).includes('TS2304') ? 'The name shelf is unknown.' : 'nothing here'), done()],
      }),
    });
    onTestFinished(() => server.close());
    const { stdout, stderr, status } = await wisp(home, ['condense', id, 'Why did it fail?'], undefined, {
      OLLAMA_HOST: server.url,
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/lines [\d,]+–[\d,]+: The name shelf is unknown\./);
    expect(stderr).toMatch(/condensing output [0-9a-f]{4,16} chunk 1 of \d+/);
  });

  test('condense without a model says what works without one', async () => {
    const home = scratch();
    const { id } = await keep(home, 'seq 1 3000');
    const { status, stderr } = await wisp(home, ['condense', id, 'What?', '--model', 'none']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('summarise')]);
  });

  test.each(['recall', 'show'])('%s answers an id that names nothing with a sentence', async (command) => {
    expect(await wisp(scratch(), [command, 'ffff0000'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/there is no stored output ffff0000/),
    });
  });
});

describe('the exact readers on the command line', () => {
  test('triage reads failures, warnings and tallies of a file, and of standard input', async () => {
    const home = scratch();
    const log = join(home, 'build.log');
    writeFileSync(
      log,
      'a.c:3:5: warning: unused variable x\na.c:9:2: error: expected expression\nmake: *** [Makefile:4: a.o] Error 1\nTests:       1 failed, 4 passed, 5 total\n',
    );
    const json: unknown = JSON.parse((await wisp(home, ['triage', log, '--json'])).stdout);
    expect(json).toMatchObject({
      outcome: 'failed',
      failures: [{ line: 2, file: 'a.c', row: 9, column: 2, severity: 'error', group: 0 }],
      warnings: [{ line: 1, file: 'a.c', row: 3 }],
      tallies: [{ tool: 'jest', run: 5, passed: 4, failed: 1 }],
    });
    expect(await wisp(home, ['triage', join(home, 'missing.log')])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/missing\.log/),
    });
  });

  test('condense-log numbers every line by its template', async () => {
    const home = scratch();
    const log = join(home, 'service.log');
    writeFileSync(
      log,
      Array.from({ length: 200 }, (_, i) => `2026-01-01 10:00:0${i % 10} INFO served ${i} in ${i % 7} ms\n`).join(''),
    );
    const { stdout } = await wisp(home, ['condense-log', log, '--assign']);
    expect(new Set(stdout.trim().split('\n')).size).toBe(1);
    expect(stdout.trim().split('\n')).toHaveLength(200);
  });

  test('json-shape gives the structure and no data', async () => {
    const home = scratch();
    const file = join(home, 'rows.jsonl');
    writeFileSync(file, '{"id":1,"name":"secret","tags":["a"]}\n{"id":2,"tags":[]}\n');
    const { stdout } = await wisp(home, ['json-shape', file]);
    expect(stdout).toMatch(/id.*integer/);
    expect(stdout).toMatch(/name\?/);
  });
});
