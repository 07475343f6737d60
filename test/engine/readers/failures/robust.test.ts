import fc from 'fast-check';
import { expect, it } from 'vitest';
import { builds } from './cases/builds.ts';
import { compilers } from './cases/compilers.ts';
import { infrastructure } from './cases/infrastructure.ts';
import { linters } from './cases/linters.ts';
import { runtimes } from './cases/runtimes.ts';
import { triage } from './read.ts';

const lines = [...compilers, ...linters, ...runtimes, ...builds, ...infrastructure].flatMap((one) =>
  one.log.split('\n'),
);
const bytes = fc.uint8Array({ maxLength: 80 }).map((row) => new TextDecoder().decode(row).replaceAll('\n', ' '));
const broken = fc.tuple(fc.constantFrom(...lines), fc.nat(100), fc.string({ maxLength: 5 })).map(([line, at, junk]) => {
  const cut = Math.min(at, line.length);
  return line.slice(0, cut) + junk.replaceAll('\n', '') + line.slice(cut);
});
const anyLog = fc.array(fc.oneof(bytes, broken, fc.constantFrom(...lines)), { maxLength: 120 });

it('never throws, and every line that it cites exists', () => {
  fc.assert(
    fc.property(anyLog, fc.constantFrom(0, 1, null), (log, exit) => {
      const { failures, warnings, groups } = triage(log.join('\n'), exit);
      for (const { line, endLine, group } of failures) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(endLine).toBeGreaterThanOrEqual(line);
        expect(endLine).toBeLessThanOrEqual(log.length);
        expect(groups[group]).toBeDefined();
      }
      expect(warnings.every((warning) => warning.line >= 1 && warning.endLine <= log.length)).toBe(true);
      expect(failures.map((failure) => failure.line)).toEqual(
        failures.map((failure) => failure.line).sort((a, b) => a - b),
      );
    }),
    { numRuns: 200 },
  );
});

it('reads the same log the same way every time', () => {
  const twice = fc.property(anyLog, (log) => {
    expect(triage(log.join('\n'))).toEqual(triage(log.join('\n')));
  });
  fc.assert(twice, { numRuns: 30 });
});

it('takes no more than linear time for long lines that begin like many formats', () => {
  const seeds = [
    'a/',
    'a.c:1',
    'error: ',
    ' at ',
    ': line 1',
    '(1,',
    '" ',
    'x.rb:1:in ',
    '[ERROR] ',
    'E ',
    '│ ',
    '1:1 ',
    ' - ',
    'T: ',
  ];
  const ms = (text: string) => {
    const start = process.cpuUsage();
    triage(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  for (const seed of seeds) {
    const log = (length: number) =>
      Array.from({ length: 20 }, () => seed.repeat(Math.ceil(length / seed.length))).join('\n');
    ms(log(8000));
    expect(ms(log(8000))).toBeLessThan(400);
  }
});
