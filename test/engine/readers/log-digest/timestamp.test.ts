import { describe, expect, it } from 'vitest';
import { timestampEnd } from '../../../../packages/engine/src/readers/log-digest/timestamp.ts';

const POINTS = [
  '2026-01-02T03:04:05.678Z',
  '2026-01-02T03:04:05+02:00',
  '2026-01-02 03:04:05,678',
  '2026-01-02 03:04:05 UTC',
  '2026/01/02 03:04:05',
  '2026.01.02',
  '2026-01-02-03.04.05.678901',
  '2026-025T10:22:40,672',
  '2026年01月02日 03:04:05',
  '26/01/02 03:04:05',
  '01-02 03:04:05.678',
  '01/02/2026 03:04:05 PM',
  '02/Jan/2026:03:04:05 +0000',
  '02-Jan-2026 03:04:05',
  '10.30 16:49:06',
  'Jan  2 03:04:05',
  'Jan 2, 2026 03:04:05 AM',
  'Fri Jan 02 03:04:05 2026',
  'Fri Jan 02 03:04:05.123456 2026',
  'Fri, Jan 2 03:04:05 EST 2026',
  '20260102-03:04:5:678',
  '20260102 030405',
  '260102 030405',
  '03:04:05.678901',
  '1767322445',
  '1767322445678',
  '1767322445.678901',
];

describe('timestampEnd', () => {
  it.each(POINTS)('reads %s to its end, whatever follows', (text) => {
    expect(timestampEnd(`${text} INFO started`, 0)).toBe(text.length);
    expect(timestampEnd(`[${text}] started`, 1)).toBe(text.length + 1);
  });

  it.each(['10.251.30.134:50010', 'Marked as done', '12', '1.2.3', 'May be late', '99:99:99', '3 of 4', 'Sunday', ''])(
    'finds no point in time in %j',
    (text) => {
      const end = timestampEnd(text, 0);
      expect(end === -1 || end < text.length).toBe(true);
    },
  );

  it('does not take a level after the time for a zone', () => {
    expect(timestampEnd('2026-01-02 03:04:05 WARN low disk', 0)).toBe(19);
  });
});
