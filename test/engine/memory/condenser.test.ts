import { describe, expect, test } from 'vitest';
import { condensedText } from '../../../packages/engine/src/memory/condensed-text.ts';
import { type Condensed, OutputCondenser } from '../../../packages/engine/src/memory/condenser.ts';
import type { Subject } from '../../../packages/engine/src/memory/subject.ts';
import { ID, model, subjectOf } from './support.ts';

const QUESTION = 'what failed?';
const never = new AbortController().signal;

/** A log of lines of 100 bytes, a failure at each of the given lines. */
function log(lines: number, ...failures: number[]): string {
  return Array.from({ length: lines }, (_, i) =>
    (failures.includes(i + 1) ? `FAIL at step ${i + 1} ` : `step ${i + 1} passed `).padEnd(99, '.').concat('\n'),
  ).join('');
}

/** A scripted model: says which failures a prompt holds, and remembers what it was asked. */
class Scripted {
  readonly prompts: string[] = [];
  under = 0;
  most = 0;

  ask = async (prompt: string): Promise<string> => {
    this.prompts.push(prompt);
    this.most = Math.max(this.most, ++this.under);
    await new Promise((resolve) => setImmediate(resolve));
    this.under--;
    if (prompt.startsWith('Below are answers')) return `combined ${prompt.match(/^lines/gm)?.length}`;
    const found = [...prompt.matchAll(/^(\d+): FAIL/gm)].map((match) => match[1]);
    return found.length === 0 ? '"Nothing here."' : `failed at ${found.join(' and ')}`;
  };
}

interface Asked {
  subject: Subject;
  condensed: Condensed;
  text: string;
  scripted: Scripted;
  progress: string[];
}

async function condense(output: string, { room = 4_096, parallel = 1, question = QUESTION } = {}): Promise<Asked> {
  const subject = subjectOf(output);
  const scripted = new Scripted();
  const progress: string[] = [];
  const condenser = new OutputCondenser({ ask: scripted.ask, parallel });
  const onProgress = (line: string) => progress.push(line);
  const condensed = await condenser.condense({ subject, question, room, signal: never, onProgress });
  const text = condensedText(subject, question, condensed, model(room));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
  for (const prompt of scripted.prompts) expect(Buffer.byteLength(prompt)).toBeLessThanOrEqual(room);
  return { subject, condensed, text, scripted, progress };
}

describe('a question of a whole output', () => {
  test('is asked of every line once, in chunks, and answered with the lines that were drawn on', async () => {
    const { condensed, text, scripted, progress } = await condense(log(200, 7, 190));
    const numbers = scripted.prompts.flatMap((prompt) =>
      [...prompt.matchAll(/^(\d+): /gm)].map((match) => Number(match[1])),
    );
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(condensed.answers).toEqual([
      { fromLine: 1, toLine: 29, text: 'failed at 7' },
      { fromLine: 175, toLine: 200, text: 'failed at 190' },
    ]);
    expect(text).toBe(
      [
        `[output ${ID} of run_command; asked: what failed?]`,
        'lines 1–29: failed at 7',
        'lines 175–200: failed at 190',
        '[7 of 7 chunks answered; 5 of them found nothing here]',
      ].join('\n'),
    );
    expect(progress).toEqual(Array.from({ length: 7 }, (_, i) => `condensing output ${ID} chunk ${i + 1} of 7`));
    for (const prompt of scripted.prompts) expect(prompt).toContain('answer exactly: nothing here');
  });

  test('is asked of as many chunks at once as is allowed, and answered in the order of the output', async () => {
    const { condensed, scripted } = await condense(log(400, 7, 190, 390), { parallel: 4 });
    expect(scripted.most).toBe(4);
    expect(condensed.answers.map((answer) => answer.text)).toEqual(['failed at 7', 'failed at 190', 'failed at 390']);
  });

  test('has one more call when the answers do not fit together', async () => {
    const failures = Array.from({ length: 1_200 }, (_, i) => i + 1);
    const { condensed, text, scripted, progress } = await condense(log(1_200, ...failures));
    expect(condensed.asked).toBe(condensed.answers.length);
    expect(scripted.prompts.length).toBe(condensed.asked + 1);
    expect(condensed.combined).toBe(`combined ${condensed.answers.length}`);
    expect(text.split('\n').slice(1, 3)).toEqual([
      `combined ${condensed.answers.length}`,
      expect.stringMatching(/^\[combined from \d+ answers, of lines 1–\d+, lines \d+–\d+, .*\]$/),
    ]);
    expect(progress.at(-1)).toBe(`condensing output ${ID} combining ${condensed.answers.length} answers`);
  });

  test('is asked of 48 chunks at the most, from both ends, and the answer says which lines were not asked', async () => {
    const { condensed, text, scripted } = await condense(log(5_000, 7, 2_500, 4_990));
    expect(scripted.prompts.length).toBe(48);
    expect(condensed.chunks).toBeGreaterThan(100);
    expect(condensed.answers.map((answer) => answer.text)).toEqual(['failed at 7', 'failed at 4990']);
    const { fromLine, toLine } = condensed.leftOut ?? { fromLine: 0, toLine: 0 };
    const asked = scripted.prompts.flatMap((prompt) =>
      [...prompt.matchAll(/^(\d+): /gm)].map((match) => Number(match[1])),
    );
    expect(asked).toEqual(Array.from({ length: 5_000 }, (_, i) => i + 1).filter((n) => n < fromLine || n > toLine));
    expect(text).toContain(`memory "recall output ${ID} lines ${fromLine}-${toLine}"`);
  });

  test('that nothing answers is said to be so, with other ways', async () => {
    const { text } = await condense(log(100));
    expect(text.split('\n').slice(1)).toEqual([
      '[4 of 4 chunks answered; 4 of them found nothing here]',
      `[other ways: memory "summarise output ${ID}"; memory "recall output ${ID} matching error"]`,
    ]);
  });

  test('of a line that is longer than a chunk is asked of all of it', async () => {
    const { condensed, scripted } = await condense(`${'x'.repeat(20_000)}\n`);
    const held = scripted.prompts.map((prompt) => /^1(?: byte \d+)?: (x+)$/m.exec(prompt)?.[1] ?? '').join('');
    expect(held).toBe('x'.repeat(20_000));
    expect(condensed.chunks).toBe(scripted.prompts.length);
  });

  test('of an empty output is not asked', async () => {
    const { text, scripted } = await condense('');
    expect(scripted.prompts).toEqual([]);
    expect(text).toContain('[the output is empty: there is nothing to ask about]');
  });

  test('stays within the room whatever the question and the answers are', async () => {
    const question = 'w'.repeat(1_999).concat('?');
    const subject = subjectOf(log(100, 7));
    const ask = async () => 'y'.repeat(9_000);
    const call = { subject, question, room: 4_096, signal: never, onProgress: () => {} };
    const condensed = await new OutputCondenser({ ask }).condense(call);
    expect(Buffer.byteLength(condensedText(subject, question, condensed, model(4_096)))).toBeLessThanOrEqual(4_096);
  });
});

describe('a question that the model does not answer', () => {
  const call = (subject: Subject, signal = never) => ({
    subject,
    question: QUESTION,
    room: 4_096,
    signal,
    onProgress: () => {},
  });

  test('is told with how many chunks answered, and not asked again', async () => {
    const subject = subjectOf(log(200, 7, 60));
    const scripted = new Scripted();
    let calls = 0;
    const ask = async (prompt: string) => {
      if (++calls === 2) throw new Error('the model ran out of memory');
      return scripted.ask(prompt);
    };
    const condensed = await new OutputCondenser({ ask }).condense(call(subject));
    expect(calls).toBe(7);
    expect(condensedText(subject, QUESTION, condensed, model(4_096)).split('\n').slice(1)).toEqual([
      'lines 1–29: failed at 7',
      'lines 59–87: failed at 60',
      '[6 of 7 chunks answered; 4 of them found nothing here]',
      '[1 chunk of 7 not answered: the model ran out of memory]',
    ]);
  });

  test('is given up after three failures', async () => {
    const subject = subjectOf(log(2_000));
    let calls = 0;
    const ask = async () => {
      calls++;
      throw new Error('there is no server');
    };
    const condensed = await new OutputCondenser({ ask }).condense(call(subject));
    expect([calls, condensed.answered, condensed.failure]).toEqual([3, 0, 'there is no server']);
    expect(condensedText(subject, QUESTION, condensed, model(4_096))).toContain(
      '[48 chunks of 48 not answered: there is no server]',
    );
  });

  test('has the answers of its chunks, shortened, when they can not be combined', async () => {
    const subject = subjectOf(log(300));
    const ask = async (prompt: string) => {
      if (prompt.startsWith('Below are answers')) throw new Error('it stopped');
      return 'z'.repeat(1_000);
    };
    const condensed = await new OutputCondenser({ ask }).condense(call(subject));
    const text = condensedText(subject, QUESTION, condensed, model(4_096));
    expect(text.match(/^lines \d+–\d+: z+…$/gm)?.length).toBe(condensed.answers.length);
    expect(text).toContain('[the answers could not be combined and are shortened instead: it stopped]');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
  });

  test('ends at once when the turn is interrupted', async () => {
    const interrupt = new AbortController();
    let calls = 0;
    const ask = (_: string, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        calls++;
        signal.addEventListener('abort', () => reject(signal.reason));
        interrupt.abort(new Error('interrupted'));
      });
    const asked = new OutputCondenser({ ask }).condense(call(subjectOf(log(200)), interrupt.signal));
    await expect(asked).rejects.toThrow('interrupted');
    expect(calls).toBe(1);
  });
});
