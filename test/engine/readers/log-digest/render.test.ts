import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderLogDigest } from '../../../../packages/engine/src/readers/log-digest/render.ts';
import { digest, repeat } from './digest.ts';

const LOG = [
  ...repeat(40, (i) => `2026-01-02 03:04:${10 + (i % 40)} INFO beat ${i}`),
  '2026-01-02 03:05:00 ERROR lost peer 7',
  '\tat a.B.c(B.java:12)',
  '2026-01-02 03:05:01 WARN low on disk',
  '2026-01-02 03:05:02 INFO bye',
];

describe('renderLogDigest', () => {
  it('leads with what is bad and cites the lines of everything', () => {
    expect(renderLogDigest(digest(LOG).report, 4096)).toBe(
      [
        '44 lines, 2026-01-02 03:04:10 to 2026-01-02 03:05:02: 1 error, 1 warning, 41 info; 4 kinds of message; 1 line of traces and other detail',
        'L41 error: lost peer 7 (+1 line)',
        'L43 warning: low on disk',
        'Others:',
        'L44 bye',
        'L1–L40 ×40 beat <*>',
        '',
      ].join('\n'),
    );
  });

  it('says how much it leaves out when there is little room, and shows each severity first', () => {
    const lines = [
      ...repeat(300, (i) => {
        const word = `${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}${'uvw'[Math.floor(i / 100)]}`;
        return `ERROR ${word}ing ${word}ed ${word}`;
      }),
      'WARN hot',
      ...repeat(50, () => 'INFO beat'),
    ].map((line, i) => `2026-01-02 03:04:05.${i} ${line}`);
    const text = renderLogDigest(digest(lines).report, 1500);
    expect(text).toMatch(/… [\d,]+ more bad kinds? of message, [\d,]+ lines/);
    expect(text).toContain('warning: hot');
    expect(text).toContain('L302–L351 ×50 beat');
  });

  it('of nothing says that there was nothing', () => {
    expect(renderLogDigest(digest([]).report, 4096)).toBe('0 lines: 0 kinds of message\n');
  });

  it('stays within its bytes, and is the same each time', () => {
    const word = fc.constantFrom('ERROR', 'fatal:', '失败', 'beat', '7', 'x'.repeat(300), 'GET /a/b', '用户', '');
    const log = fc.array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(log, fc.integer({ min: 300, max: 6000 }), (lines, bytes) => {
        const text = renderLogDigest(digest(lines).report, bytes);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
        expect(renderLogDigest(digest(lines).report, bytes)).toBe(text);
        for (const [, number] of text.matchAll(/^L(\d+)/gm)) expect(Number(number)).toBeLessThanOrEqual(lines.length);
      }),
      { numRuns: 60 },
    );
  });
});
