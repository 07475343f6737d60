// `npm run bench`: every figure beside its reference in the same run; `npm run bench -- P1 P12` for some. Writes bench-results.json.
import { writeFileSync } from 'node:fs';
import { benchEngine, machine } from './engine.ts';
import type { Figure } from './figure.ts';
import { benchReaders } from './readers.ts';
import { benchStore } from './store.ts';
import { benchTui } from './tui.ts';

const GROUPS: readonly (readonly [readonly string[], () => Promise<Figure[]>])[] = [
  [['P1', 'P2', 'P3', 'P6', 'P7', 'P12'], benchEngine],
  [['P4', 'P5'], benchReaders],
  [['P8', 'P9', 'P10'], benchTui],
  [['P13', 'P14'], benchStore],
];

const wanted = new Set(process.argv.slice(2).map((name) => name.toUpperCase()));
const figures: Figure[] = [];
for (const [ids, run] of GROUPS) {
  if (wanted.size > 0 && !ids.some((id) => wanted.has(id))) continue;
  figures.push(...(await run()));
}
const shown = figures.filter((f) => wanted.size === 0 || wanted.has(f.id));

const number = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 2 : 0);
const rows = shown.map((f) => [
  f.id,
  f.work,
  number(f.ours),
  number(f.reference),
  f.ratio === null ? '–' : `${f.ratio.toFixed(2)} ×`,
  f.target,
]);
const table = [['id', 'work', 'ours', 'reference', 'ratio', 'target'], ...rows];
const widths = table[0]?.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? [];
process.stdout.write(
  `${machine()}\n${table.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')).join('\n')}\n`,
);
writeFileSync('bench-results.json', `${JSON.stringify({ machine: machine(), figures: shown }, null, 2)}\n`);
