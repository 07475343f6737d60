import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeOf } from './shape.ts';

describe('JSONShape', () => {
  it('reads any document, however it is cut into chunks, without an error', () => {
    const json = fc.oneof(
      fc.json(),
      fc.json({ maxDepth: 12 }),
      fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
    );
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 9 }), (text, size) => {
        const report = shapeOf(text, 'json', size);
        expect(report).toMatchObject({ documents: 1, error: null, endedAt: null, skipped: 0 });
        expect(report).toEqual(shapeOf(text));
      }),
      { numRuns: 300 },
    );
  });

  it('finds the same structure in a document and in the same value as a line', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(text.trimStart().startsWith('{') && !text.includes('__proto__'));
        const normal = JSON.stringify(JSON.parse(text));
        expect(shapeOf(normal, 'jsonl').places).toEqual(shapeOf(normal).places);
      }),
    );
  });

  it('never throws, and agrees with JSON.parse on what is a whole document', () => {
    const broken = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.stringMatching(/^[[\]{}",:\\ 0-9a-zA-Z.+-]{0,40}$/),
      fc.tuple(fc.json(), fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
    );
    fc.assert(
      fc.property(broken, fc.integer({ min: 1, max: 40 }), (text, size) => {
        const { documents, error, endedAt, skipped } = shapeOf(text, 'json', size);
        if (parses(text)) expect([documents, error, endedAt, skipped]).toEqual([1, null, null, 0]);
        expect(shapeOf(text, 'jsonl', size).places.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
