import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThinkSplitter } from '../../../packages/engine/src/models/reply/think-tags.ts';

interface Split {
  text: string;
  thinking: string;
}

/** What a reader is left with after these fragments. */
function split(fragments: readonly string[]): Split {
  const splitter = new ThinkSplitter();
  const result: Split = { text: '', thinking: '' };
  for (const stretch of [...fragments.flatMap((f) => splitter.push(f)), ...splitter.end()]) {
    if (stretch.kind === 'was-thinking') {
      result.thinking += result.text;
      result.text = '';
    } else result[stretch.kind] += stretch.text;
  }
  return result;
}

const cases: readonly (readonly [string, Split])[] = [
  ['plain answer', { text: 'plain answer', thinking: '' }],
  ['<think>why</think>\n\nanswer', { text: 'answer', thinking: 'why' }],
  ['\n <think>why</think>answer', { text: 'answer', thinking: 'why' }],
  ['<think></think>answer', { text: 'answer', thinking: '' }],
  ['<think>a</think><think>b</think>c', { text: 'c', thinking: 'ab' }],
  ['<think>never closed', { text: '', thinking: 'never closed' }],
  ['<think>half a tag </thi', { text: '', thinking: 'half a tag </thi' }],
  ['why\n</think>\n\nanswer', { text: 'answer', thinking: 'why\n' }],
  ['</think>answer', { text: 'answer', thinking: '' }],
  ['write `</think>` to end it', { text: 'write `</think>` to end it', thinking: '' }],
  ['```\n</think>\n```\nis a tag', { text: '```\n</think>\n```\nis a tag', thinking: '' }],
  ['it has `x` in it</think>yes', { text: 'yes', thinking: 'it has `x` in it' }],
  ['answer with <think> inside', { text: 'answer with <think> inside', thinking: '' }],
  ['<think>a</think>b </think> c', { text: 'b </think> c', thinking: 'a' }],
  ['<thing>', { text: '<thing>', thinking: '' }],
  ['a < b', { text: 'a < b', thinking: '' }],
  ['', { text: '', thinking: '' }],
  ['  ', { text: '  ', thinking: '' }],
];

describe('ThinkSplitter', () => {
  it.each(cases)('splits %j', (content, expected) => {
    expect(split([content])).toEqual(expected);
  });

  it.each(cases)('splits %j the same one character at a time', (content, expected) => {
    expect(split([...content])).toEqual(expected);
  });

  it('gives the same however the fragments cut the content', () => {
    const piece = fc.constantFrom('<think>', '</think>', '<thi', '</', '`', '```', '\n', ' ', 'why', 'ß✅', '<');
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
        (pieces, cuts) => {
          const content = pieces.join('');
          const edges = [0, ...cuts.filter((c) => c < content.length).sort((a, b) => a - b), content.length];
          const fragments = edges.slice(1).map((end, i) => content.slice(edges[i], end));
          expect(split(fragments)).toEqual(split([content]));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('loses no character that is not a tag or white space around thinking', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80 }).filter((s) => !s.includes('think>')),
        (content) => {
          expect(split([content])).toEqual({ text: content, thinking: '' });
        },
      ),
    );
  });

  it('takes a lone closing tag for text when the server gives thinking apart', () => {
    const splitter = new ThinkSplitter();
    splitter.thinkingCameApart();
    expect([...splitter.push('the tag </think> ends it'), ...splitter.end()]).toEqual([
      { kind: 'text', text: 'the tag </think> ends it' },
    ]);
  });

  it('gives text on at once, held back only where a tag may begin', () => {
    const splitter = new ThinkSplitter();
    expect(splitter.push('one <')).toEqual([{ kind: 'text', text: 'one ' }]);
    expect(splitter.push('b')).toEqual([{ kind: 'text', text: '<b' }]);
  });
});
