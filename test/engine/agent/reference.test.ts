import { describe, expect, it } from 'vitest';
import { afterTurn } from '../../../packages/engine/src/agent/reference.ts';
import { systemPrompt } from '../../../packages/engine/src/agent/system-prompt.ts';
import { answer } from './support.ts';

describe('afterTurn', () => {
  it('keeps a small result as it is', () => {
    expect(afterTurn('run_command', answer('exit status: 0\nstdout:\nok\n'))).toBe('exit status: 0\nstdout:\nok\n');
    expect(afterTurn('read_file', answer('x'.repeat(2048)))).toBe('x'.repeat(2048));
  });

  it('refers to a large one by its id, size, outcome and first line', () => {
    const text = `exit status: 2\nstdout:\n\n   make: started\n${'x\n'.repeat(2000)}`;
    const given = answer(text, {
      id: 'fedcba9876543210',
      outcome: 'exit status 2',
      stored: true,
      bytes: 3 * 1024 * 1024,
    });
    expect(afterTurn('run_command', given)).toBe(
      '[entry 1: output of run_command call fedcba9876543210 not repeated: 3 MiB, exit status 2, begins: make: started]',
    );
  });

  it('shows more of the beginning of one that is kept nowhere', () => {
    const text = 'y'.repeat(5000);
    expect(afterTurn('read_file', answer(text, { outcome: '1 line' }))).toBe(
      `[entry 1: output of read_file call 00000000000000a1 not repeated: 5 KiB, 1 line, begins: ${'y'.repeat(397)}…]`,
    );
  });

  it('gives no beginning where there is none', () => {
    const given = answer(`exit status: 0\n${'\n'.repeat(600)}`, { stored: true });
    expect(afterTurn('run_command', given)).toBe(
      '[entry 1: output of run_command call 00000000000000a1 not repeated: 615 bytes, exit status 0]',
    );
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
