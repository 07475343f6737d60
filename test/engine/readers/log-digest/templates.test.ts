import { describe, expect, it } from 'vitest';
import { digest, messages, repeat } from './digest.ts';

const PEOPLE = ['ann', 'ben', 'cai', 'dot', 'eve', 'fay', 'gus', 'hal', 'ida', 'jon'];
const person = (i: number) => PEOPLE[i % PEOPLE.length] ?? '';

describe('the kinds of message in a log', () => {
  it.each([
    ['addresses', (i: number) => `peer 10.0.${i}.7:80${10 + i} joined`, 'peer <*> joined'],
    ['host names with a port', (i: number) => `peer ${person(i)}.example.org:443 joined`, 'peer <*>:443 joined'],
    ['hardware addresses', (i: number) => `lease for aa:bb:cc:dd:ee:${10 + i} given`, 'lease for <*> given'],
    ['unique ids', (i: number) => `job ${i}0f7c1d2-0001-4abc-8def-00000000000${i} done`, 'job <*> done'],
    ['paths', (i: number) => `read /var/lib/${person(i)}/data`, 'read <*>'],
    ['Windows paths', (i: number) => `read C:\\Users\\${person(i)}\\data`, 'read <*>'],
    ['URLs', (i: number) => `fetched https://example.org/${person(i)}?q=${i} twice`, 'fetched <*> twice'],
    ['sizes in other units', (i: number) => `sent ${i}.5 ${['B', 'KB', 'MB', 'GB'][i % 4]} so far`, 'sent <*> so far'],
    ['durations', (i: number) => `open for ${i === 3 ? '<1 sec' : `00:0${i}`}`, 'open for <*>'],
    ['names of people', (i: number) => `mail to ${person(i)} was sent`, 'mail to <*> was sent'],
    [
      'points in time',
      (i: number) => `it is due on Fri Jan 0${(i % 9) + 1} 03:04:05 2026 or so`,
      'it is due on <*> or so',
    ],
    ['lists of values', (i: number) => `drop ${'blk_1, '.repeat(i + 1)}blk_${i} now`, 'drop <*> now'],
    [
      'structured values of a key',
      (i: number) => `set ws=${i % 2 ? 'null' : `Work{${i} of ${i}}`}, ok`,
      'set ws=<*>, ok',
    ],
  ])('have %s masked', (_, make, template) => {
    expect(messages(repeat(10, make))).toEqual([`10 ${template}`]);
  });

  it('keep what all their lines agree on, even when it looks like a value', () => {
    expect(messages(repeat(5, (i) => `accepted ${i} on port 22 by ssh2`))).toEqual([
      '5 accepted <*> on port 22 by ssh2',
    ]);
  });

  it('are apart when one word differs and both words are frequent', () => {
    const lines = repeat(40, (i) => `[vm ${i}] VM ${['Started', 'Paused', 'Resumed', 'Stopped'][i % 4]} (event)`);
    expect(messages(lines).map((text) => text.replace('<*>', 'n'))).toEqual([
      '10 [vm n] VM Started (event)',
      '10 [vm n] VM Paused (event)',
      '10 [vm n] VM Resumed (event)',
      '10 [vm n] VM Stopped (event)',
    ]);
  });

  it('are one whoever the user is', () => {
    expect(messages(repeat(12, (i) => `session opened for user ${person(i % 3)} by (uid=0)`))).toEqual([
      '12 session opened for user <*> by (uid=0)',
    ]);
  });

  it('are apart by the states that they go through', () => {
    const states = ['NEW', 'ASSIGNED', 'RUNNING', 'CLEANUP', 'SUCCEEDED', 'ENDED'];
    const lines = repeat(50, (i) => `task_${i} went from ${states[i % 5]} to ${states[(i % 5) + 1]}`);
    expect(messages(lines)).toHaveLength(5);
  });

  it('take a rare line in when it differs only where the others have a value', () => {
    const lines = [
      ...repeat(20, (i) => `10.0.0.${i}:80 trouble : could not reach the proxy at ${i}`),
      'wpad:80 trouble : could not reach the proxy at 7',
    ];
    expect(messages(lines)).toEqual(['21 <*> trouble : could not reach the proxy at <*>']);
  });

  it('leave a rare line alone whose words mean something else', () => {
    const lines = [
      ...repeat(20, (i) => `failed password for ${person(i)} from 10.0.0.${i}`),
      'failed password for invalid user ann from 10.0.0.1',
      'invalid user ann',
      'user invalid',
    ];
    expect(messages(lines)).toContain('1 failed password for invalid user ann from 10.0.0.1');
  });

  it('are found in logs separated by commas and bars', () => {
    expect(messages(repeat(9, (i) => `${i},${person(i)}.org,/a/b/${i}|ok,${i * 7}`))).toHaveLength(1);
  });

  it('are found in text without spaces', () => {
    const names = ['张三', '李四', '王五', '孙七', '赵六', '陈八'];
    const lines = repeat(60, (i) =>
      i % 2 === 0 ? `用户${names[(i >> 1) % 6]}登录成功，来自10.0.0.${i}` : `数据库连接失败：超时 ${i * 10} 毫秒`,
    );
    expect(messages(lines)).toEqual(['30 用户<*>登录成功，来自<*>', '30 数据库连接失败：超时 <*> 毫秒']);
    expect(digest(lines).report.severities).toEqual({ fatal: 0, error: 30, warning: 0, info: 30, debug: 0 });
  });

  it('give every line its template, numbered by first appearance', () => {
    const { numbers, report } = digest(['a 1', 'b', 'a 2', 'c', 'b']);
    expect(numbers).toEqual([1, 2, 1, 3, 2]);
    expect(report.templates.find((one) => one.id === 1)).toEqual({
      id: 1,
      text: 'a <*>',
      count: 2,
      continued: 0,
      severity: 'info',
      firstLine: 1,
      lastLine: 3,
      example: 'a 1',
    });
  });

  it('stay few and true in a long log of unlike lines', () => {
    const word = (i: number, k: number) => ((i * 7919 + k * 104_729) % 456_976).toString(36).replace(/\d/g, 'x');
    const lines = repeat(26_000, (i) =>
      i % 10 === 0 ? `tick ${i} done` : `${word(i, 1)} ${word(i, 2)} q${word(i, 3)} ${word(i, 4)}`,
    );
    lines.push('disk failed badly', 'tick 1 done');
    const { numbers, report } = digest(lines);
    expect(numbers).toHaveLength(lines.length);
    expect(numbers.every((number) => number > 0)).toBe(true);
    expect(report.templates.length).toBeLessThan(8000);
    expect(report.templates.reduce((count, one) => count + one.count, 0)).toBe(lines.length);
    expect(report.templates.find((one) => one.text === 'tick <*> done')?.count).toBe(2601);
    expect(report.templates[0]).toMatchObject({ text: 'disk failed badly', firstLine: 26_001, count: 1 });
  });
});
