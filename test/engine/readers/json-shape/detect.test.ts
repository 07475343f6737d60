import { describe, expect, it } from 'vitest';
import { detectJson } from '../../../../packages/engine/src/readers/json-shape/detect.ts';

const kindOf = (text: string) => detectJson(Buffer.from(text));

describe('detectJson', () => {
  it.each([
    ['{"a": 1}', 'json'],
    ['\ufeff [1, 2,\n 3]', 'json'],
    ['{\n  "a": {\n    "b": "cut he', 'json'],
    ['{"a": 1}\n', 'json'],
    ['{"a": 1}\n{"a": 2}\n', 'jsonl'],
    ['{"a": 1}\n{"a": 2, "cut', 'jsonl'],
    ['[1]\n[2]', 'jsonl'],
    ['{"level":"info"}\nplain text\n', null],
    ['[2026-01-02 03:04:05] started', null],
    ['[INFO] started', null],
    ['{braces}', null],
    ['plain', null],
    ['12', null],
    ['', null],
  ])('takes %j for %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});
