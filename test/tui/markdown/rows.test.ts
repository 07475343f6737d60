import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeLines, wantHighlighter } from '../../../packages/tui/src/markdown/highlight.ts';
import { blocksOf, loadMarkdown } from '../../../packages/tui/src/markdown/load.ts';
import { markdownRows } from '../../../packages/tui/src/markdown/rows.ts';
import { rowText, rowWidth } from '../../../packages/tui/src/text/row.ts';

beforeAll(async () => {
  await loadMarkdown();
  await new Promise<void>((resolve) => wantHighlighter(resolve));
});

const shown = (text: string, width = 40) =>
  markdownRows(blocksOf(text) ?? [], width).map((cells) => rowText(cells).trimEnd());

describe('Markdown', () => {
  it.each([
    ['a heading', '## Why it fails', ['Why it fails']],
    ['a paragraph whose lines are one', 'one\ntwo', ['one two']],
    ['two paragraphs', 'one\n\ntwo', ['one', '', 'two']],
    ['a list', '- one\n- two\n  - inner\n- three', ['• one', '• two', '  • inner', '• three']],
    ['a numbered list that begins anywhere', '9. nine\n10. ten', [' 9. nine', '10. ten']],
    ['a list of tasks', '- [x] done\n- [ ] to do', ['☑ done', '☐ to do']],
    ['a list that is set apart', '- one\n\n- two', ['• one', '• two']],
    ['a quote', '> said\n> so', ['│ said so']],
    ['a rule', 'a\n\n---\n\nb', ['a', '', '─'.repeat(40), '', 'b']],
    ['a link with where it leads', 'see [the docs](https://x.org/a)', ['see the docs (https://x.org/a)']],
    ['a link that says where it leads', '<https://x.org>', ['https://x.org']],
    ['code in a line', 'run `npm test` now', ['run `npm test` now']],
    ['indented code', '    x = 1\n    y = 2', ['  x = 1', '  y = 2']],
    ['what is no mark', '2 * 3 * 4 and a_b_c and <tag>', ['2 * 3 * 4 and a_b_c and <tag>']],
    ['what is not closed', 'a **b and `c', ['a **b and `c']],
  ])('shows %s', (_, text, rows) => {
    expect(shown(text)).toEqual(rows);
  });

  it('marks what is strong, emphasised or struck out', () => {
    const [cells] = markdownRows(blocksOf('**a** _b_ ~~c~~ **_d_**') ?? [], 40);
    expect(cells?.filter((one) => one.look).map((one) => [one.text, one.look])).toEqual([
      ['a', { bold: true }],
      ['b', { italic: true }],
      ['c', { strikethrough: true }],
      ['d', { bold: true, italic: true }],
    ]);
  });

  it('fits a table to the width, and aligns its columns', () => {
    const table = '| name | size |\n| --- | ---: |\n| a long name that wraps | 1 |\n| b | 20000 |';
    expect(shown(table, 60)).toEqual(
      [
        'name                   │  size',
        '───────────────────────┼──────',
        'a long name that wraps │     1',
        'b                      │ 20000',
      ].map((row) => row.replace('───────────────────────┼──────', '───────────────────────┼──────')),
    );
    expect(shown(table, 20)).toEqual([
      'name         │  size',
      '─────────────┼──────',
      'a long name  │     1',
      'that wraps   │',
      'b            │ 20000',
    ]);
  });

  it('never makes a row wider than the screen, or one with a control character, whatever it reads', () => {
    const piece = fc.constantFrom(
      '# ',
      '- ',
      '1. ',
      '> ',
      '|',
      '---',
      '```',
      '**',
      '_',
      '`',
      '[a](b)',
      '\n',
      '\n\n',
      ' ',
      '漢字',
      'word',
      '👍',
      '<b>',
      '\\',
      '~~',
      '    ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 4, max: 80 }), (pieces, width) => {
        for (const cells of markdownRows(blocksOf(pieces.join('')) ?? [], width)) {
          expect(rowWidth(cells)).toBeLessThanOrEqual(width);
          expect(rowText(cells)).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
        }
      }),
    );
  });

  it.each([
    ['quotes in quotes', '> '.repeat(1_000)],
    ['lists in lists', Array.from({ length: 60 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')],
    ['open brackets', '['.repeat(2_000)],
    ['stars', '*'.repeat(2_000)],
    ['quotes without end', '>'.repeat(8_190)],
    ['numbers in numbers', '1. '.repeat(2_730)],
    ['marks that never close', '*a_'.repeat(2_730)],
    ['pictures that never open', '!'.repeat(8_190)],
    ['a table of many columns', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'|b'.repeat(500)}|`],
  ])('reads %s in little time', (_, text) => {
    const start = process.cpuUsage();
    shown(text);
    const { user } = process.cpuUsage(start);
    expect(user / 1_000).toBeLessThan(500);
  });
});

describe('a text that would take long to read', () => {
  it.each([
    ['quotes without end', '>'.repeat(8_190)],
    ['a list deep within a line', `x\n${'- '.repeat(20)}y`],
    ['marks that never close', '*a_'.repeat(2_730)],
  ])('is no Markdown, as %s are none', (_, text) => {
    expect(blocksOf(text)).toBeNull();
  });
});

describe('code', () => {
  it('is plain where a line of it, or all of it, is too long to be read by a person', () => {
    expect(codeLines(`const x\n${'a'.repeat(501)}`, 'js')[0]).toEqual([{ text: 'const x', tone: 'code' }]);
    expect(codeLines('const x\n'.repeat(700), 'js')[0]).toEqual([{ text: 'const x', tone: 'code' }]);
  });

  it('is coloured by its language, and never changed', () => {
    const text = 'const x = "a < b"; // why\n  return x & 1;';
    const lines = codeLines(text, 'js');
    expect(lines.map((spans) => spans.map((one) => one.text).join('')).join('\n')).toBe(text);
    expect(lines[0]?.[0]).toMatchObject({ text: 'const', look: { color: 'magenta' } });
    expect(lines[0]?.find((one) => one.text.includes('a < b'))).toMatchObject({ look: { color: 'green' } });
  });

  it('is plain in a language that is not known', () => {
    expect(codeLines('x = 1\ny', 'klingon')).toEqual([
      [{ text: 'x = 1', tone: 'code' }],
      [{ text: 'y', tone: 'code' }],
    ]);
  });

  it('keeps its text whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', '<', '&', '\n', '/', '*', ' ', '{', '&lt;') }),
        (text) => {
          expect(
            codeLines(text, 'ts')
              .map((spans) => spans.map((one) => one.text).join(''))
              .join('\n'),
          ).toBe(text);
        },
      ),
    );
  });
});
