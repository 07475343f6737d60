import { describe, expect, it } from 'vitest';
import { matcherOf, matchesIn } from '../../../packages/tui/src/panel/matcher.ts';

const found = (pattern: string, text: string, start = 0, end = text.length) => {
  const matcher = matcherOf(pattern);
  return matcher ? matchesIn(text, { start, end }, matcher).map((at) => text.slice(at.start, at.end)) : null;
};

describe('what a search sets off in the rows', () => {
  it.each([
    ['error', 'Error: an ERROR', ['Error', 'ERROR']],
    ['err.*t', 'error: at', ['error: at']],
    ['a|b', 'cab', ['a', 'b']],
    ['foo(', 'call foo(1)', ['foo(']],
    ['[', 'a[0]', ['[']],
    ['漢', '漢字', ['漢']],
  ])('finds %s in %s', (pattern, text, expected) => {
    expect(found(pattern, text)).toEqual(expected);
  });

  it.each(['(a+)+$', '(a|b)*c', '(?<=x)y', '(a)\\1', '.*.*x', 'a+b+c', ''])('leaves %s to the engine', (pattern) => {
    expect(matcherOf(pattern)).toBeNull();
  });

  it('finds a match that begins in the row before, of the same line alone', () => {
    const text = 'xxneedle\nneedle';
    expect(found('needle', text, 4, 8)).toEqual(['edle']);
    expect(found('xneedle.needle', text, 4, 8)).toEqual([]);
  });
});
