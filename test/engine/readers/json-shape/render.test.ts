import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderJsonShape } from '../../../../packages/engine/src/readers/json-shape/render.ts';
import { shapeOf } from './shape.ts';

describe('renderJsonShape', () => {
  it('says what the input is and lists its places', () => {
    expect(renderJsonShape(shapeOf('{"a":1}\n{"a":2}\nno\n{"b":"x"}\n', 'jsonl'), 4096)).toBe(
      'JSON Lines, 3 lines; 1 line is no JSON and left out\n$: object\n$.a?: integer 1…2\n$.b?: string, such as "x"\n',
    );
  });

  it('says that a document ends early', () => {
    expect(renderJsonShape(shapeOf('{"a":[1,'), 4096)).toBe(
      'JSON; it ends early, inside $.a[0]\n$: object\n$.a: array[1] of integer 1\n',
    );
  });

  it('leaves out the deepest places first, and says how many', () => {
    const wide = Object.fromEntries([...'abcdefghijklmnop'].map((c) => [c, { inner: { leaf: c }, list: [1] }]));
    const text = renderJsonShape(shapeOf(JSON.stringify([wide, 1])), 700);
    expect(text).toContain('$[].p: object');
    expect(text).not.toContain('leaf');
    expect(text).toMatch(/\n… \d+ more places left out for room\n$/);
  });

  it('stays within its bytes', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 200, max: 3000 }), (json, bytes) => {
        expect(Buffer.byteLength(renderJsonShape(shapeOf(json), bytes))).toBeLessThanOrEqual(bytes);
      }),
    );
  });
});
