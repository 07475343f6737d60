import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanOutput } from '../../../../packages/engine/src/text/clean.ts';
import { summariseBytes } from './summarise.ts';

const LINE = fc.oneof(
  fc.constantFrom(
    'Compiling a',
    'ok 1 - b',
    '',
    'stderr:',
    '$ make',
    '{"a":1}',
    '=== FAILURES ===',
    '  1) keeps order',
  ),
  fc.constantFrom(
    'src/a.c:1:2: error: no',
    'src/a.c:1:2: warning: no',
    'Tests: 1 failed, 2 passed, 3 total',
    'error: x',
  ),
  fc.constantFrom('2026-01-02T03:04:05Z INFO up', '2026-01-02T03:04:06Z ERROR down', 'The command "a" exited with 1.'),
  fc.string({ unit: 'binary', maxLength: 600 }).map((text) => text.replaceAll('\n', ' ')),
);

const HEADER = fc.constantFrom(
  [],
  ['exit status: 0', 'stdout:'],
  ['exit status: 1', 'stdout:'],
  ['exit status: 7', 'stderr:'],
  ['ended by signal SIGKILL', 'stdout:'],
);

const OUTPUT = fc.tuple(HEADER, fc.array(LINE, { maxLength: 120 })).map(([header, lines]) => [...header, ...lines]);
const MODE = fc.constantFrom('notable' as const, 'overview' as const);

describe('any output', () => {
  it('has a summary within the bytes that were asked for, the same every time and for every way of cutting it', () => {
    fc.assert(
      fc.property(
        OUTPUT,
        MODE,
        fc.integer({ min: 256, max: 8192 }),
        fc.integer({ min: 1, max: 300 }),
        (lines, mode, bytes, cut) => {
          const all = Buffer.from(lines.join('\n'));
          const { text } = summariseBytes([all], { mode, bytes });
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
          const chunks: Buffer[] = [];
          for (let at = 0; at < all.length; at += cut) chunks.push(all.subarray(at, at + cut));
          expect(summariseBytes(chunks, { mode, bytes }).text).toBe(text);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is never said to have succeeded when its exit status is another than 0', () => {
    fc.assert(
      fc.property(OUTPUT, MODE, (lines, mode) => {
        const { text } = summariseBytes([Buffer.from(['exit status: 9', 'stdout:', ...lines].join('\n'))], { mode });
        expect(text).toMatch(/^Failed: exit status 9\. /);
        expect(text).not.toMatch(/^Succeeded/m);
      }),
      { numRuns: 100 },
    );
  });

  it('has each quoted line under its own number', () => {
    fc.assert(
      fc.property(OUTPUT, (output) => {
        const lines = output.join('\n').split('\n');
        for (const line of summariseBytes([Buffer.from(lines.join('\n'))]).text.split('\n')) {
          const quoted = /^L(\d+): (.*)$/.exec(line);
          if (quoted === null) continue;
          const own = cleanOutput(lines[Number(quoted[1]) - 1] ?? '').trimEnd();
          expect(own.startsWith((quoted[2] ?? '').replace(/…$/, ''))).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });
});
