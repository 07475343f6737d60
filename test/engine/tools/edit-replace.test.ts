import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { occurrencesOf } from '../../../packages/engine/src/tools/edit/occurrences.ts';
import { replaceIn } from '../../../packages/engine/src/tools/edit/replace.ts';

const words = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '$', '&'), maxLength: 60 });

describe('a replacement', () => {
  it('changes one place and nothing else, whatever the text', () => {
    fc.assert(
      fc.property(words, words, words, words, (before, find, after, content) => {
        const whole = `${before}⟦${find}⟧${after}`;
        const from = before.split('\n').length;
        expect(replaceIn(whole, { find: `⟦${find}⟧`, line: null, content })).toEqual({
          text: before + content + after,
          from,
          to: from + content.split('\n').length - 1,
        });
      }),
    );
  });

  it.each([
    [
      'no place',
      'a b',
      'c',
      null,
      'the text does not stand in the file: read it again, and give the text exactly as it stands there',
    ],
    [
      'only a place with other spaces',
      'x\n  a   b\n',
      'a b',
      null,
      'the text does not stand in the file as given; line 2 is nearest: "  a   b"',
    ],
    [
      'two places on one line',
      'a a\nb',
      'a',
      1,
      'the text stands more than once on line 1: give more of what is around it',
    ],
    [
      'two places, none on the line',
      'a\nb\na',
      'a',
      2,
      'the text stands in 2 places, lines 1, 3: give more of it, or the "line" of the one to replace',
    ],
    [
      'more places than are named',
      'a\n'.repeat(1_200),
      'a',
      null,
      'the text stands in 1,200 places, lines 1, 2, 3, 4, 5 and more: give more of it, or the "line" of the one to replace',
    ],
    [
      'places that overlap',
      'aaa',
      'aa',
      null,
      'the text stands in 2 places, line 1: give more of it, or the "line" of the one to replace',
    ],
    ['a line that is not there', 'a\nb\n', null, 3, 'there is no line 3: the file has 2 lines'],
    ['a line of an empty file', '', null, 2, 'there is no line 2: the file has 0 lines'],
    ['neither text nor line', 'a', null, null, 'give "find", the text to replace, or "line", the number of the line'],
  ])('of what has %s says so', (_, text, find, line, problem) => {
    expect(replaceIn(text, { find, line, content: 'x' })).toEqual({ problem });
  });

  it('follows a text that has moved to another line since, when it stands only once', () => {
    expect(replaceIn('new\na\n', { find: 'a', line: 1, content: 'b' })).toEqual({ text: 'new\nb\n', from: 2, to: 2 });
  });

  it('of a line leaves its line end, and keeps CRLF in what it puts there', () => {
    expect(replaceIn('a\r\nb\r\n', { find: null, line: 1, content: 'x\ny\n' })).toMatchObject({
      text: 'x\r\ny\r\nb\r\n',
    });
    expect(replaceIn('a\nb', { find: null, line: 2, content: '' })).toMatchObject({ text: 'a\n' });
    expect(replaceIn('', { find: null, line: 1, content: 'x' })).toMatchObject({ text: 'x' });
  });
});

describe('the search for what is replaced', () => {
  it('finds every place and its line', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 40 });
    fc.assert(
      fc.property(
        short,
        fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 4 }),
        (text, wanted) => {
          const places = [];
          for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
            places.push({ offset: at, line: text.slice(0, at).split('\n').length });
          expect([...occurrencesOf(text, wanted)]).toEqual(places);
        },
      ),
    );
  });

  it('is linear where the text repeats itself', () => {
    const began = performance.now();
    const wanted = `b${'a'.repeat(500_000)}`;
    expect([...occurrencesOf('a'.repeat(4_000_000), wanted)]).toEqual([]);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
