import { describe, expect, it } from 'vitest';
import { builds } from './cases/builds.ts';
import { compilers } from './cases/compilers.ts';
import { infrastructure } from './cases/infrastructure.ts';
import { linters } from './cases/linters.ts';
import { runtimes } from './cases/runtimes.ts';
import { type Case, describeFailure, triage } from './read.ts';

const cases = [...compilers, ...linters, ...runtimes, ...builds, ...infrastructure];

function read({ log, exit }: Case, variant: (log: string) => string = (same) => same) {
  const report = triage(variant(log), exit === undefined ? 1 : exit);
  return { failures: report.failures.map(describeFailure), warnings: report.warnings.map(describeFailure) };
}

const wanted = ({ failures, warnings }: Case) => ({ failures: failures ?? [], warnings: warnings ?? [] });

describe('what each format states', () => {
  it.each(cases)('reads $name', (one) => {
    expect(read(one)).toEqual(wanted(one));
  });
});

describe('the same log with another surface', () => {
  const each = (change: (line: string, index: number) => string) => (log: string) =>
    log.split('\n').map(change).join('\n');

  it.each(cases)('is read the same with colours: $name', (one) => {
    const coloured = each(
      (line) => `\x1b[1m${line.replace(/\b(error|warning)\b/i, '\x1b[31m$1\x1b[0m\x1b[K')}\x1b(B\x1b[m`,
    );
    expect(read(one, coloured)).toEqual(wanted(one));
  });

  it.each(cases)('is read the same with carriage returns before line feeds: $name', (one) => {
    expect(
      read(
        one,
        each((line) => `${line}\r`),
      ),
    ).toEqual(wanted(one));
  });

  it.each(cases)('is read the same behind timestamps: $name', (one) => {
    const stamped = each((line, i) => `2026-01-02T03:04:${String(i % 60).padStart(2, '0')}.1234567Z ${line}`);
    expect(read(one, stamped)).toEqual(wanted(one));
  });

  it.each(cases.filter((one) => one.log.includes('\n')))(
    'is read the same in one of two interleaved tasks: $name',
    (one) => {
      const lines = one.log.split('\n').flatMap((line) => [`web:build: ${line}`, 'api:build: working on it']);
      const places = (found: readonly string[]) =>
        found.map((text) => text.replace(/^L(\d+)/, (_, n) => `L${(Number(n) + 1) / 2}`));
      const found = read({ ...one, log: lines.join('\n') });
      expect({ failures: places(found.failures), warnings: places(found.warnings) }).toEqual(wanted(one));
    },
  );
});
