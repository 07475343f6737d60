import { describe, expect, it } from 'vitest';
import { afterTurn, beginningOf } from '../../../packages/engine/src/agent/reference.ts';
import { systemPrompt } from '../../../packages/engine/src/agent/system-prompt.ts';
import { weightOf } from '../../../packages/engine/src/text/weight.ts';
import { answer } from './support.ts';

describe('afterTurn', () => {
  const way = 'memory: "recall entry 1"';

  it('keeps a small result as it is', () => {
    expect(afterTurn('run_command', answer('exit status: 0\nstdout:\nok\n', { stored: true, way }))).toBe(
      'exit status: 0\nstdout:\nok\n',
    );
    expect(afterTurn('read_file', answer('x'.repeat(512), { way }))).toBe('x'.repeat(512));
  });

  it('refers to a large one by its id, size, outcome and first line, and says how to see it', () => {
    const text = `exit status: 2\nstdout:\n\n   make: started\n${'x\n'.repeat(2000)}`;
    const given = answer(text, {
      id: 'fedcba9876543210',
      outcome: 'exit status 2',
      stored: true,
      way,
      bytes: 3 * 1024 * 1024,
    });
    expect(afterTurn('run_command', given)).toBe(
      '[entry 1: output of run_command call fedcba9876543210 not repeated: 3 MiB, exit status 2, begins: make: started; to see it, memory: "recall entry 1"]',
    );
  });

  it('keeps more of one that the model has no way to, and shows more of its beginning', () => {
    expect(afterTurn('read_file', answer('x'.repeat(2048)))).toBe('x'.repeat(2048));
    const text = 'y'.repeat(5000);
    expect(afterTurn('read_file', answer(text, { outcome: '1 line', stored: true }))).toBe(
      `[entry 1: output of read_file call 00000000000000a1 not repeated: 5 KiB, 1 line, begins: ${'y'.repeat(397)}…]`,
    );
  });

  it('gives no beginning where there is none, and no way that is longer than it is worth', () => {
    const given = answer(`exit status: 0\n${'\n'.repeat(600)}`, { stored: true, way });
    expect(afterTurn('run_command', given)).toBe(
      '[entry 1: output of run_command call 00000000000000a1 not repeated: 615 bytes, exit status 0; to see it, memory: "recall entry 1"]',
    );
    const long = answer(`exit status: 0\n${'\n'.repeat(600)}`, { way: `memory: ${'?'.repeat(1000)}` });
    expect(afterTurn('memory', long)).toBe(
      '[entry 1: output of memory call 00000000000000a1 not repeated: 615 bytes, exit status 0]',
    );
  });
});

describe('beginningOf', () => {
  const text = Array.from({ length: 900 }, (_, n) => `${n + 1}\n`).join('');
  const given = answer(text, { outcome: 'exit status 0', stored: true, way: 'memory: "recall entry 1"' });
  const head =
    '[entry 1: output of run_command call 00000000000000a1 only its beginning fits: 4 KiB, exit status 0; to see it, memory: "recall entry 1"]\n';

  it('is as many whole lines as weigh no more, under a line that says so', () => {
    expect(beginningOf('run_command', given, weightOf(head) + 40)).toBe(`${head}1\n2\n3\n4\n5\n`);
    for (const weight of [1_000, 2_500, 8_000]) {
      const beginning = beginningOf('run_command', given, weight);
      expect(weightOf(beginning)).toBeLessThanOrEqual(weight);
      expect(weightOf(beginning)).toBeGreaterThan(weight - 20);
      expect(text.startsWith(beginning.slice(head.length))).toBe(true);
    }
  });

  it('is what stands after the turn when not even a line fits, or when that is the result itself', () => {
    expect(beginningOf('run_command', given, 200)).toBe(afterTurn('run_command', given));
    expect(beginningOf('run_command', answer('small'), 2)).toBe('small');
  });
});

describe('systemPrompt', () => {
  it('names the memory tool only where there is one', () => {
    expect(systemPrompt('/a', ['memory'])).toContain('with the memory tool: recall output ID');
    expect(systemPrompt('/a', ['read_file'])).not.toContain('memory');
  });

  it('is short', () => {
    expect(Buffer.byteLength(systemPrompt('/home/me', ['memory']))).toBeLessThan(1200);
  });
});
