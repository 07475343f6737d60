import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathInText, setInText, unsetInText } from '../../../packages/engine/src/config/edit.ts';

describe('one setting written into a text', () => {
  test.each([
    ['', ['model'], 'x', '{\n  "model": "x"\n}\n'],
    [' \n', ['ollama', 'host'], 'x', '{\n  "ollama": {\n    "host": "x"\n  }\n}\n'],
    ['{}', ['ollama', 'host'], 'x', '{\n  "ollama": {\n    "host": "x"\n  }\n}'],
    ['{\n  "a": 1\n}\n', ['b'], true, '{\n  "a": 1,\n  "b": true\n}\n'],
    ['{\r\n\t"a": 1\r\n}\r\n', ['g', 'b'], 2, '{\r\n\t"a": 1,\r\n\t"g": {\r\n\t\t"b": 2\r\n\t}\r\n}\r\n'],
    ['{ "a": 1 }', ['b'], 2, '{ "a": 1, "b": 2 }'],
    ['{ "a": 1 }', ['g', 'b'], 2, '{ "a": 1, "g": { "b": 2 } }'],
    ['{\n    "g": {}\n}', ['g', 'b'], 2, '{\n    "g": {\n      "b": 2\n    }\n}'],
    ['{\n "g": {\n  "a": [1,\n2],\n  "z":  null\n }\n}', ['g', 'a'], 2, '{\n "g": {\n  "a": 2,\n  "z":  null\n }\n}'],
    ['{"g": 5, "a": 1}', ['g', 'b'], 2, '{"g": { "b": 2 }, "a": 1}'],
    ['{"a": 1, "b": 2, "a": 3}', ['a'], 4, '{"b": 2, "a": 4}'],
    ['{"g": {"a": 1}, "g": {"a": 2, "a": 3, "b": 1}}', ['g', 'a'], 4, '{"g": {"a": 4, "b": 1}}'],
  ])('%j with %j at %j is %j', (text, path, value, after) => {
    expect(setInText(text, path, value)).toBe(after);
  });

  test('is read back, and every other value is as it was', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'dé', 'e.f');
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 }));
    const tree = fc.dictionary(name, fc.oneof(leaf, fc.dictionary(name, leaf)));
    const path = fc.array(name, { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(tree, path, fc.constantFrom(0, 1, 4, '\t'), fc.string(), (before, at, indent, value) => {
        const after: unknown = JSON.parse(setInText(JSON.stringify(before, null, indent), at, value));
        const [first = '', second] = at;
        const group = before[first];
        const inner = typeof group === 'object' && group !== null && !Array.isArray(group) ? group : {};
        expect(after).toEqual({ ...before, [first]: second === undefined ? value : { ...inner, [second]: value } });
      }),
    );
  });

  test.each(['[1]', '"x"', '5'])('%s has no settings, and stays', (text) => {
    expect(() => setInText(text, ['a'], 1)).toThrow(RangeError);
  });
});

describe('one setting taken out of a text', () => {
  test.each([
    ['{\n  "a": 1,\n  "b": 2\n}\n', ['a'], '{\n  "b": 2\n}\n'],
    ['{\n  "a": 1,\n  "b": 2\n}\n', ['b'], '{\n  "a": 1\n}\n'],
    ['{ "a": 1, "b": 2, "c": 3 }', ['b'], '{ "a": 1, "c": 3 }'],
    ['{ "a": 1 }', ['a'], '{}'],
    ['{ "g": { "a": 1 }, "b": 2 }', ['g', 'a'], '{ "b": 2 }'],
    ['{ "g": { "a": 1, "c": 3 }, "b": 2 }', ['g', 'a'], '{ "g": { "c": 3 }, "b": 2 }'],
    ['{ "b": 2, "g": {\n"a": 1 } }', ['g', 'a'], '{ "b": 2 }'],
    ['{ "a": 1, "b": 2, "a": 3 }', ['a'], '{ "b": 2 }'],
    ['{ "a": 1 }', ['b'], '{ "a": 1 }'],
    ['{ "g": 1 }', ['g', 'a'], '{ "g": 1 }'],
  ])('%j without %j is %j', (text, path, after) => {
    expect(unsetInText(text, path)).toBe(after);
  });

  test('a setting written and taken out again leaves the text as it was', () => {
    const text = '{\n  "ollama": {\n    "host": "box"\n  },\n  "mine": [1,  2]\n}\n';
    for (const path of [['model'], ['ollama', 'keepAlive'], ['store', 'maxBytes']])
      expect(unsetInText(setInText(text, path, 1), path)).toBe(text);
  });

  test.each([
    ['a.b', ['a', 'b']],
    ['c.d', ['c.d']],
    ['a.x', null],
    ['c', null],
  ])('the name %s is found at %j, also where a key has a dot of its own', (name, path) => {
    expect(pathInText('{"a": {"b": 1}, "c.d": 2}', name)).toEqual(path);
  });
});
