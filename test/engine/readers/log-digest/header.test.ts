import { describe, expect, it } from 'vitest';
import { digest, messages, repeat } from './digest.ts';

const two = (n: number) => String(n % 60).padStart(2, '0');

/** Headers as loggers write them, each before the same three messages. */
const HEADERS: readonly (readonly [string, (i: number) => string])[] = [
  ['ISO time and level', (i) => `2026-01-02T03:04:${two(i)}.${100 + i}Z INFO `],
  ['log4j with a thread and a class', (i) => `2026-01-02 03:04:${two(i)},001 WARN  [pool-${i % 3}] a.b.Store: `],
  ['a class and a dash', (i) => `2026-01-02 03:04:${two(i)},001 - INFO  [main:Peer@${i}] - `],
  ['Spring', (i) => `2026-01-02 03:04:${two(i)}.001  INFO ${i} --- [   main] c.e.${i % 2 ? 'Web' : 'App'} : `],
  ['syslog', (i) => `Jan  2 03:04:${two(i)} host${i % 4} store[${100 + i}]: `],
  ['syslog with a priority', (i) => `<30>Jan  2 03:04:${two(i)} alpha store[${100 + i}]: `],
  ['syslog with a detail after the process', (i) => `Jan  2 03:04:${two(i)} alpha com.a.b[1] (com.a.c.${i}): `],
  ['glog', (i) => `I0102 03:04:${two(i)}.000001 ${1000 + i} store.cc:${i}] `],
  ['brackets', (i) => `[Fri Jan 02 03:04:${two(i)} 2026] [notice] `],
  ['bars', (i) => `20260102-03:04:${i % 60}:${i}|Store_${i % 2 ? 'A' : 'B'}|3000${i}|`],
  [
    'a program before a dash, sometimes of two words',
    (i) => `[01.02 03:04:${two(i)}] app.exe${i % 3 ? '' : ' *64'} - `,
  ],
  ['Android', (i) => `01-02 03:04:${two(i)}.001  ${1700 + i}  ${i} D StoreService: `],
  [
    'a file name, a request and more',
    (i) => `api.log.${i} 2026-01-02 03:04:${two(i)}.1 ${i} INFO a.b.c [req-${i} - -] `,
  ],
  ['epoch seconds behind words', (i) => `${i} node-${i} unix state.up ${1767322445 + i} 1 `],
  [
    'a level behind several words',
    (i) => `- ${1767322445 + i} 2026.01.02 R0-${i} 2026-01-02-03.04.05.${100 + i} R0 RAS KERNEL INFO `,
  ],
  ['colons', (i) => `2026-01-02 03:04:${two(i)},001:DEBUG:store:`],
  ['Celery', (i) => `[2026-01-02 03:04:${two(i)},001: INFO/Worker-${i}] `],
  ['Ruby', (i) => `I, [2026-01-02T03:04:${two(i)}.1 #${i}]  INFO -- : `],
  ['a relay around another header', (i) => `[task 2026-01-02T03:04:${two(i)}.001Z] 03:04:${two(i)}     INFO - `],
  ['a web server', () => '10.0.0.1 - - [02/Jan/2026:03:04:05 +0000] '],
  ['docker compose', (i) => `web-${i % 2}  | `],
];

describe('the header of a log', () => {
  it.each(HEADERS)('is told from the message: %s', (_, header) => {
    const lines = repeat(60, (i) => {
      const message =
        i % 3 === 0 ? `opened store ${i} for reading` : i % 3 === 1 ? 'flushing' : `closed after ${i} writes`;
      return header(i) + message;
    });
    expect(messages(lines)).toEqual(['20 opened store <*> for reading', '20 flushing', '20 closed after <*> writes']);
  });

  it('may differ between the services that write into one log', () => {
    const lines = repeat(100, (i) =>
      i % 2 === 0 ? `2026-01-02T03:04:05Z INFO request ${i} done` : `Jan  2 03:04:05 alpha cron[${i}]: job ${i} ran`,
    );
    expect(messages(lines)).toEqual(['50 request <*> done', '50 job <*> ran']);
  });

  it('is found again when a relay begins half-way', () => {
    const lines = [
      ...repeat(2000, (i) => `[relay 2026-01-02T03:04:05Z] step ${i}`),
      ...repeat(30_000, (i) => `[relay 2026-01-02T03:04:05Z] 03:04:05 WARN - made ${i} of them`),
    ];
    const { report } = digest(lines);
    expect(report.severities.warning).toBe(30_000);
    const found = report.templates.find((one) => one.text === 'made <*> of them');
    expect(found?.count).toBeGreaterThan(25_000);
  });

  it('gives the first and the last time as written', () => {
    const { report } = digest(['2026-01-02 03:04:05,001 INFO a', '2026-01-02 04:00:00,000 INFO b']);
    expect([report.firstTime, report.lastTime]).toEqual(['2026-01-02 03:04:05,001', '2026-01-02 04:00:00,000']);
  });

  it('is empty in a log without one', () => {
    expect(messages(['hello there', 'good bye'])).toEqual(['1 hello there', '1 good bye']);
    expect(digest(['hello there']).report.firstTime).toBeNull();
  });
});
