import { describe, expect, it } from 'vitest';
import { digest, repeat } from './digest.ts';

const severityOf = (line: string) => digest([line]).report.templates[0]?.severity;

describe('severities', () => {
  it.each([
    ['2026-01-02 03:04:05 FATAL out of luck', 'fatal'],
    ['2026-01-02 03:04:05 ERROR no luck', 'error'],
    ['[Fri Jan 02 03:04:05 2026] [warn] little luck', 'warning'],
    ['E0102 03:04:05.000001 12 luck.cc:7] none', 'error'],
    ['01-02 03:04:05.001  17  18 W Luck: little', 'warning'],
    ['<27>Jan  2 03:04:05 alpha luck[1]: none', 'error'],
    ['time="2026-01-02T03:04:05Z" level=warning msg="little luck"', 'warning'],
    ['{"level":"error","time":"2026-01-02T03:04:05Z","msg":"no luck"}', 'error'],
    ['{"level":60,"msg":"no luck at all"}', 'fatal'],
    ['10.0.0.1 - - [02/Jan/2026:03:04:05 +0000] "GET /a HTTP/1.1" 503 12', 'error'],
    ['10.0.0.1 - - [02/Jan/2026:03:04:05 +0000] "GET /a HTTP/1.1" 404 12', 'warning'],
    ['2026-01-02 03:04:05 DEBUG error handler set up', 'debug'],
    ['2026-01-02 03:04:05 the build failed', 'error'],
    ['kernel panic', 'fatal'],
    ['0 errors, no warnings', 'info'],
    ['errors=0 in this run', 'info'],
    ['磁盘错误', 'error'],
    ['nothing to say', 'info'],
  ])('of %s', (line, severity) => {
    expect(severityOf(line)).toBe(severity);
  });

  it('rank the digest: worse first, then rare before frequent', () => {
    const lines = [
      ...repeat(5, (i) => `INFO: beat ${i}`),
      'INFO: once',
      ...repeat(3, (i) => `ERROR: lost ${i}`),
      'ERROR: gone',
      'WARN: low',
    ];
    const { templates } = digest(lines.map((line) => `2026-01-02 03:04:05 ${line}`)).report;
    expect(templates.map(({ severity, text }) => `${severity} ${text}`)).toEqual([
      'error gone',
      'error lost <*>',
      'warning low',
      'info once',
      'info beat <*>',
    ]);
  });
});

describe('records of several lines', () => {
  const trace = [
    'java.io.IOException: no luck',
    '\tat a.B.c(B.java:12)',
    '\tat a.B.d(B.java:7)',
    'Caused by: a.Hard: luck',
    '\t... 2 more',
  ];

  it('are one message with its stack trace', () => {
    const lines = [0, 1, 2].flatMap((i) => [`2026-01-02 03:04:0${i} ERROR request ${i} failed`, ...trace]);
    const { numbers, report } = digest([...lines, '2026-01-02 03:04:09 INFO done']);
    expect(report.templates).toMatchObject([
      { text: 'request <*> failed', count: 3, continued: 15 },
      { text: 'done', count: 1 },
    ]);
    expect(report.continued).toBe(15);
    expect(numbers).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2]);
  });

  it('end with the exception of a trace that no error led to', () => {
    const { report } = digest([
      '2026-01-02 03:04:05 INFO begun',
      'Traceback (most recent call last):',
      '  File "a.py", line 12, in run',
      '    go()',
      'ValueError: no luck',
      '2026-01-02 03:04:06 INFO over',
    ]);
    expect(report.templates[0]).toMatchObject({ text: 'ValueError: no luck', severity: 'error', firstLine: 5 });
    expect(report.templates).toHaveLength(3);
  });

  it('are attached without timestamps too, by the form of a frame', () => {
    const { report } = digest(['begun', ...trace, 'over']);
    expect(report.templates.map(({ text, continued }) => [text, continued])).toEqual([
      ['java.io.IOException: no luck', 4],
      ['begun', 0],
      ['over', 0],
    ]);
  });

  it('do not swallow a log that goes on without timestamps', () => {
    const lines = [
      '2026-01-02 03:04:05 INFO begun',
      '2026-01-02 03:04:06 INFO going',
      ...repeat(500, (i) => `step ${i} ran`),
    ];
    const steps = digest(lines).report.templates.find((one) => one.text === 'step <*> ran');
    expect(steps?.count).toBeGreaterThan(400);
  });
});

describe('lines of JSON', () => {
  it('are grouped by their message', () => {
    const lines = repeat(6, (i) =>
      JSON.stringify({ time: 1767322445000 + i, level: i === 5 ? 50 : 30, msg: `job ${i} ran`, id: `x${i}` }),
    );
    const { report } = digest(lines);
    expect(report.templates).toMatchObject([{ text: 'job <*> ran', count: 6, severity: 'error' }]);
    expect([report.firstTime, report.lastTime]).toEqual(['1767322445000', '1767322445005']);
  });

  it('are grouped by their fields when they have no message', () => {
    const lines = repeat(4, (i) => JSON.stringify({ host: `h${i}`, status: 200, inner: { a: i }, list: [i] }));
    expect(digest(lines).report.templates.map((one) => one.text)).toEqual(['host="<*>" status=200 inner={…} list=[…]']);
  });

  it('are read as text when they are cut', () => {
    expect(digest(['{"msg":"a', '{"msg":}']).report.templates).toHaveLength(2);
  });
});
