import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonNode, placeOf, plainValue, readJsonTree } from '../../../packages/engine/src/config/json-tree.ts';

const parsed = (text: string): unknown => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'no JSON';
  }
};

const read = (text: string): unknown => {
  try {
    return { value: plainValue(readJsonTree(text)) };
  } catch {
    return 'no JSON';
  }
};

function nodes(node: JsonNode): JsonNode[] {
  const inside = node.kind === 'object' ? node.members.map((m) => m.value) : node.kind === 'array' ? node.items : [];
  return [node, ...inside.flatMap(nodes)];
}

describe('a text read as JSON with its places', () => {
  test('has the value that JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(read(text)).toEqual(parsed(text));
      }),
    );
  });

  test('is refused exactly where JSON.parse refuses it', () => {
    const piece = fc.constantFrom(
      ...'{}[],:"\'\\/ \n1-0.eE+tnu',
      'true',
      'null',
      '"a"',
      '"\\u00e9"',
      '"\\x"',
      '01',
      '1.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(read(text)).toEqual(parsed(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('says where each value stands: the text there is the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value, null, 2);
        for (const node of nodes(readJsonTree(text)))
          expect(JSON.parse(text.slice(node.start, node.end))).toEqual(plainValue(node));
      }),
    );
  });

  test.each([
    ['{"a": 1,}', 8, 'a member is expected after the comma, not }'],
    ['{"a" 1}', 5, 'a colon is expected after the key "a"'],
    ['{"a": 1 "b": 2}', 8, 'a comma or } is expected here'],
    ['{a: 1}', 1, 'a key in double quotes is expected here'],
    ["{'a': 1}", 1, 'a key in double quotes is expected here'],
    ['{"a": \'b\'}', 6, 'a string takes double quotes'],
    ['{"a": "b}', 6, 'this string does not end, or has a character that JSON wants escaped'],
    ['{"a": }', 6, 'a value is expected here'],
    ['{"a":', 5, 'the text ends where a value is expected'],
    ['{"a": 1', 7, 'the text ends too early'],
    ['{ // mine\n"a": 1}', 2, 'JSON has no comments'],
    ['{"a": 1 # mine\n}', 8, 'JSON has no comments'],
    ['{"a": True}', 6, 'a value is expected here'],
    ['{"a": 1} {}', 9, 'the JSON ends before this'],
    ['[1, 2', 5, 'the text ends too early'],
    ['['.repeat(40), 33, 'it is nested deeper than 32 levels'],
  ])('%j is wrong at character %i: %s', (text, offset, message) => {
    expect(() => readJsonTree(text)).toThrow(expect.objectContaining({ offset, message }));
  });

  test('a place is a line and a column, both from 1', () => {
    expect([0, 1, 2, 3, 4].map((offset) => placeOf('a\n\nbc', offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 3, column: 2 },
    ]);
  });
});
