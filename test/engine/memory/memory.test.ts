import { appendFileSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OutputCondenser } from '../../../packages/engine/src/memory/condenser.ts';
import { answerMemory, type MemoryContext } from '../../../packages/engine/src/memory/memory.ts';
import { ID, keep, makeHome, SESSION } from './support.ts';

const OTHER = '00000000000000bb';

function context(home: string, given: Partial<MemoryContext> = {}): MemoryContext {
  return {
    home,
    session: SESSION,
    room: 4_096,
    voice: 'memory',
    entries: (entry) => (entry === 7 ? { id: ID } : entry === 8 ? { id: 'ffffffffffffffff' } : null),
    summarise: async (stored, mode, bytes) => `${mode} of ${stored.record.id} in ${bytes}`,
    condenser: null,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...given,
  };
}

function homeWith(text: string): string {
  const home = makeHome();
  keep(home, text);
  return home;
}

describe('memory', () => {
  const home = () => homeWith('one\ntwo\nthree\n');

  test('recalls an output, by a prefix of its id, in words and in fields', async () => {
    const whole = `[output ${ID} of run_command; lines 2–3 of 3]\n2: two\n3: three\n[end of the output]`;
    expect(await answerMemory('recall output 3f9a from line 2', context(home()))).toBe(whole);
    expect(await answerMemory({ output: '3f9a', from: 2 }, context(home()))).toBe(whole);
  });

  test('recalls an entry, with the lines of the stored output', async () => {
    expect(await answerMemory('recall entry 7 matching t from line 3', context(home()))).toBe(
      `[entry 7, from the store: output ${ID} of run_command; 2 lines of 3 match t; here is match 2]\n3: three\n[no more matches]`,
    );
  });

  test('summarises with the exact readers', async () => {
    expect(await answerMemory('summarise entry 7', context(home()))).toBe(`notable of ${ID} in 4096`);
    expect(await answerMemory('summarise output 3f9a overview', context(home()))).toBe(`overview of ${ID} in 4096`);
  });

  test('asks the model of the conversation', async () => {
    const condenser = new OutputCondenser({ ask: async () => 'it counts' });
    const progress: string[] = [];
    const onProgress = (text: string) => progress.push(text);
    expect(await answerMemory('condense entry 7: what is it?', context(home(), { condenser, onProgress }))).toBe(
      `[entry 7, from the store: output ${ID} of run_command; asked: what is it?]\nlines 1–3: it counts\n[1 of 1 chunk answered]`,
    );
    expect(progress).toEqual([`condensing output ${ID} chunk 1 of 1`]);
  });

  test('says where there is no model to ask, and what needs none', async () => {
    expect(await answerMemory('condense output 3f9a: why?', context(home()))).toBe(
      `there is no model to ask about output ${ID} of run_command. What needs none: memory "summarise output ${ID}"; memory "recall output ${ID} matching error"`,
    );
  });

  test('is interrupted by the signal alone', async () => {
    const signal = AbortSignal.abort(new Error('interrupted'));
    const condenser = new OutputCondenser({ ask: async () => 'never' });
    for (const request of ['recall output 3f9a matching o', 'condense output 3f9a: why?'])
      await expect(answerMemory(request, context(home(), { signal, condenser }))).rejects.toThrow('interrupted');
  });
});

describe('a request that memory can not meet', () => {
  const works = `This works: memory "recall output ${ID}"`;

  test.each<[string, string]>([
    ['recall', `the request names no output and no entry. ${works}`],
    ['recall output 1234', `there is no stored output 1234. ${works}`],
    ['recall output xyz', `"xyz" is no output id (4 to 16 characters of 0-9 and a-f) and no entry number. ${works}`],
    ['recall entry 6', `there is no entry 6 with an output. ${works}`],
    [
      'recall entry 8',
      `nothing of entry 8 is in the store: its result was the whole, or it was kept and is there no more. ${works}`,
    ],
    ['recall output 3f9a from line 9', `the output has 1 line; there is no line 9. ${works.slice(0, -1)} from line 1"`],
    [
      'recall output 3f9a matching a from line 9',
      `the output has 1 line; there is no line 9. ${works.slice(0, -1)} matching a"`,
    ],
  ])('is answered with what is wrong and a request that works: %s', async (request, answer) => {
    const home = homeWith('a\n');
    expect(await answerMemory(request, context(home))).toBe(answer);
    const works = /memory "(.*)"$/.exec(answer)?.[1] ?? '';
    expect(await answerMemory(works, context(home))).toContain('1: a');
  });

  test('names the output that was kept last', async () => {
    const home = homeWith('a\n');
    keep(home, 'b\n', { id: 'ffff00000000ffff' });
    utimesSync(join(home, 'output', SESSION, `${ID}.json`), 1_000, 1_000);
    expect(await answerMemory('recall', context(home))).toMatch(/recall output ffff00000000ffff"$/);
  });

  test('says so when nothing is kept', async () => {
    expect(await answerMemory('recall', context(makeHome()))).toBe(
      'the request names no output and no entry. No output of this conversation is kept so far. A request looks like this: memory "recall output ID"',
    );
  });

  test('is refused for an output of another conversation, which a person may reach', async () => {
    const home = homeWith('mine\n');
    keep(home, 'theirs\n', { id: 'aaaa00000000aaaa', session: OTHER });
    expect(await answerMemory('recall output aaaa', context(home))).toBe(
      `output aaaa is of another conversation, and only this conversation's outputs can be reached. ${works}`,
    );
    expect(await answerMemory('recall output aaaa', context(home, { session: null, voice: 'command-line' }))).toContain(
      '1: theirs',
    );
  });

  test('says which outputs a prefix could mean', async () => {
    const home = homeWith('a\n');
    keep(home, 'b\n', { id: '3f9a000000000000' });
    expect(await answerMemory('recall output 3f9a', context(home))).toMatch(
      /^3f9a names more than one output: 3f9a000000000000, 3f9a2c1b00112233\. This works: memory "recall output \w+"$/,
    );
  });

  test('does not end the conversation when the store is damaged', async () => {
    const home = homeWith('a\n');
    const path = join(home, 'output', SESSION, ID);
    appendFileSync(path, 'more');
    expect(await answerMemory('recall output 3f9a', context(home))).toContain(
      `output ${ID} has 6 bytes where its record says 2`,
    );
    rmSync(path);
    symlinkSync('/etc/passwd', path);
    expect(await answerMemory('recall output 3f9a', context(home))).toContain(`output ${ID} can not be opened`);
    writeFileSync(`${path}.json`, '{');
    expect(await answerMemory('recall output 3f9a', context(home))).toContain(
      `the record of output ${ID} is not a record`,
    );
  });

  test('never reads outside the store', async () => {
    const home = homeWith('a\n');
    mkdirSync(join(home, 'logs'));
    for (const request of [
      'recall output ../../logs',
      'recall output /etc/passwd',
      { output: '../output' },
      { output: '.' },
    ])
      expect(await answerMemory(request, context(home))).toContain('This works');
  });
});
