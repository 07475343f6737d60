import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inbound, Outbound } from '@wisp/protocol';
import { describe, expect, test } from 'vitest';
import { fakeModel, MODEL } from '../../fake-ollama/shapes.ts';
import { Engine } from '../../support/engine.ts';
import { converse, say, tell, typed } from './support.ts';

type LineOf<T extends Outbound['type']> = Extract<Outbound, { type: T }>;

async function alone(): Promise<Engine> {
  const wisp = new Engine(['--model', 'none']);
  await wisp.line('status');
  return wisp;
}

/** The answer to a request, which has the same id. */
async function ask<T extends 'found' | 'points' | 'kept' | 'completions' | 'context'>(
  wisp: Engine,
  type: T,
  request: Inbound & { id: string },
): Promise<LineOf<T>> {
  const from = wisp.lines.length;
  wisp.send(request);
  return wisp.until((line): line is LineOf<T> => line.type === type && 'id' in line && line.id === request.id, from);
}

let asked = 0;

async function search(wisp: Engine, output: string, pattern: string, line: number, direction: 'forward' | 'backward') {
  asked++;
  const found = await ask(wisp, 'found', { type: 'search', id: `s${asked}`, output, pattern, line, direction });
  return found.error ?? found.line;
}

describe('a search in a stored output', () => {
  test('goes from match to match, forward and backward, over all of its pages', async () => {
    const wisp = await alone();
    const id = await typed(wisp, 'seq 1 60000 | sed "s/^\\(.*000\\)$/mark \\1/"');
    const forward: (string | number | null)[] = [];
    for (let at: string | number | null = 0; typeof at === 'number'; ) {
      at = await search(wisp, id, '^MARK \\d+$', at, 'forward');
      forward.push(at);
    }
    // Two lines of frame stand before the output.
    expect(forward).toEqual([...Array.from({ length: 60 }, (_, n) => (n + 1) * 1_000 + 2), null]);
    const backward: (string | number | null)[] = [];
    for (let at: string | number | null = 0; typeof at === 'number'; ) {
      at = await search(wisp, id, 'mark', at, 'backward');
      backward.push(at);
    }
    expect(backward).toEqual([...forward.slice(0, -1).reverse(), null]);
  });

  test('finds a match in a long line, takes a wrong expression literally, and says what can not be', async () => {
    const wisp = await alone();
    const id = await typed(wisp, 'seq 1 9000; head -c 200000 /dev/zero | tr "\\0" a; echo "(needle"; echo last');
    expect(await search(wisp, id, 'needle', 0, 'forward')).toBe(9_003);
    expect(await search(wisp, id, '(needle', 0, 'forward')).toBe(9_003);
    expect(await search(wisp, id, 'last', 9_003, 'forward')).toBe(9_004);
    expect(await search(wisp, id, 'last', 9_004, 'forward')).toBeNull();
    expect(await search(wisp, id, ' ', 0, 'forward')).toBe('there is nothing to look for');
    expect(await search(wisp, id, 'x'.repeat(513), 0, 'forward')).toBe('a pattern has at most 512 characters');
    expect(await search(wisp, 'ffffffff', 'x', 0, 'forward')).toMatch(/^no such output: /);
  });

  test('stops a pattern that takes for ever, and answers others meanwhile', async () => {
    const wisp = await alone();
    const id = await typed(wisp, 'head -c 400000 /dev/zero | tr "\\0" a; echo b');
    const from = wisp.lines.length;
    wisp.send({ type: 'search', id: 'slow', output: id, pattern: '(a+)+$', line: 0, direction: 'forward' });
    await ask(wisp, 'completions', { type: 'complete', id: 'q', text: '/he', cursor: 3 });
    const slow = await wisp.until((line): line is LineOf<'found'> => line.type === 'found', from);
    expect(slow).toMatchObject({ id: 'slow', line: null, error: expect.stringContaining('takes too long') });
  });
});

describe('the points of a stored output', () => {
  test('are the failures that a format states, with their lines, in order', async () => {
    const wisp = await alone();
    writeFileSync(
      join(wisp.directory, 'log'),
      `${Array.from({ length: 9_000 }, (_, n) => `compiling part ${n}`).join('\n')}
src/tide.c:12:5: error: 'moon' undeclared (first use in this function)
${Array.from({ length: 500 }, (_, n) => `compiling the rest ${n}`).join('\n')}
src/sea.c:7:1: error: expected ';' before '}' token
make: *** [Makefile:3: tide.o] Error 1
`,
    );
    const id = await typed(wisp, 'cat log; exit 2');
    const { points } = await ask(wisp, 'points', { type: 'points', id: 'p1', output: id });
    const failures = points.filter((point) => point.failure);
    expect(failures[0]).toMatchObject({ line: 9_003, text: expect.stringContaining("'moon' undeclared") });
    expect(failures[1]).toMatchObject({ line: 9_504, text: expect.stringContaining("expected ';'") });
    expect(points.map((point) => point.line)).toEqual(points.map((point) => point.line).toSorted((a, b) => a - b));
    const again = await ask(wisp, 'points', { type: 'points', id: 'p2', output: id.slice(0, 8) });
    expect(again.points).toEqual(points);
    const wrong = await ask(wisp, 'points', { type: 'points', id: 'p3', output: 'ffffffff' });
    expect(wrong).toMatchObject({ points: [], error: expect.stringMatching(/^no such output/) });
  });
});

describe('saving a stored output', () => {
  test('writes every byte to a new file of its owner, and never over one that is there', async () => {
    const wisp = await alone();
    const id = await typed(wisp, 'seq 1 60000');
    const kept = await ask(wisp, 'kept', { type: 'keep', id: 'k1', output: id, path: 'out.txt' });
    const path = join(wisp.directory, 'out.txt');
    expect(kept).toEqual({ type: 'kept', id: 'k1', output: id, path });
    const whole = `exit status: 0\nstdout:\n${Array.from({ length: 60_000 }, (_, n) => `${n + 1}\n`).join('')}`;
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await ask(wisp, 'kept', { type: 'keep', id: 'k2', output: id, path });
    expect(again.error).toBe(`${path} exists already; choose another name`);
    const nowhere = await ask(wisp, 'kept', { type: 'keep', id: 'k3', output: id, path: 'no/where/out.txt' });
    expect(nowhere.error).toBe(`there is no directory ${join(wisp.directory, 'no/where')}`);
  });
});

describe('what the next request carries', () => {
  test('is answered at once, part by part; nothing without a model', async () => {
    const { wisp } = await converse([say('High water at six.')]);
    await tell(wisp, 'When is high water?');
    const { parts, window } = await ask(wisp, 'context', { type: 'context', id: 'c' });
    expect(parts.map((part) => part.name)).toEqual(['system prompt', 'tools', 'turn 1']);
    expect(window).toBeGreaterThan(0);
    const without = await ask(await alone(), 'context', { type: 'context', id: 'd' });
    expect(without).toMatchObject({ id: 'd', parts: [], window: null });
  });
});

describe('completion', () => {
  const candidates = async (wisp: Engine, text: string) => {
    asked++;
    return ask(wisp, 'completions', { type: 'complete', id: `t${asked}`, text, cursor: text.length });
  };

  test('knows the commands and what each takes', async () => {
    const { wisp } = await converse([], [], { models: [fakeModel(), fakeModel({ name: 'saltmarsh:3b' })] });
    const id = await typed(wisp, 'seq 1 9000');
    expect(await candidates(wisp, '/sta')).toMatchObject({ from: 0, candidates: ['/status', '/stats'] });
    expect(await candidates(wisp, '/model ')).toMatchObject({ from: 7, candidates: [MODEL, 'saltmarsh:3b'] });
    expect(await candidates(wisp, `/show ${id.slice(0, 3)}`)).toMatchObject({ from: 6, candidates: [id] });
    expect(await candidates(wisp, '/recall output ')).toMatchObject({ from: 15, candidates: [id] });
    expect(await candidates(wisp, `/recall output ${id} ma`)).toMatchObject({ candidates: ['matching'] });
    expect(await candidates(wisp, `/summarise ${id} o`)).toMatchObject({ candidates: ['overview'] });
    expect(await candidates(wisp, '/config screen.t')).toMatchObject({ candidates: ['screen.theme'] });
    expect(await candidates(wisp, '/config screen.theme d')).toMatchObject({ candidates: ['dark'] });
    expect(await candidates(wisp, '/approvals re')).toMatchObject({ candidates: ['revoke'] });
    await tell(wisp, '/save tides');
    expect(await candidates(wisp, '/save t')).toMatchObject({ candidates: ['tides'] });
    expect((await candidates(wisp, '/nonesuch a')).candidates).toEqual([]);
  });

  test('knows the files, in a command of the person’s and where a message names a path', async () => {
    const wisp = await alone();
    mkdirSync(join(wisp.directory, 'harbour'));
    for (const name of ['harbour/quay.txt', 'harbour/two words.txt', '.hidden', 'hall.md'])
      writeFileSync(join(wisp.directory, name), '');
    expect(await candidates(wisp, '!ha')).toMatchObject({ from: 1, candidates: ['hall.md', 'harbour/'] });
    expect(await candidates(wisp, '!cat harbour/')).toMatchObject({ from: 5, candidates: ['harbour/quay.txt'] });
    expect(await candidates(wisp, 'Look at ./harbour/q')).toMatchObject({
      from: 8,
      candidates: ['./harbour/quay.txt'],
    });
    expect((await candidates(wisp, 'Look at ha')).candidates).toEqual([]);
    expect(await candidates(wisp, '!cat .h')).toMatchObject({ candidates: ['.hidden'] });
  });

  test('does not wait for a model server that does not answer', async () => {
    const wisp = await alone();
    expect((await candidates(wisp, '/model ')).candidates).toEqual([]);
  });
});
