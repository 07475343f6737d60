// `npm run check`: everything that must hold besides the tests, fast things first, then the tests. Runs all, fails if any did.
import { spawnSync } from 'node:child_process';

const steps: readonly (readonly [string, readonly string[]])[] = [
  ['format and lint', ['biome', 'check', '.']],
  ['types', ['tsc']],
  ['unused code', ['knip']],
  ['import direction', ['node', 'scripts/check-imports.ts']],
  ['file sizes', ['node', 'scripts/check-sizes.ts']],
  ['generated docs', ['node', 'scripts/docs.ts', '--check']],
  ['tests', ['npm', 'test']],
];

const only = process.argv[2];
const failed: string[] = [];
let ran = 0;
for (const [name, [program = '', ...args]] of steps) {
  if (only && !name.startsWith(only)) continue;
  ran++;
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) failed.push(name);
}
process.stdout.write(`\n${failed.length === 0 ? 'All checks hold.' : `These do not hold: ${failed.join(', ')}.`}\n`);
process.stdout.write(`${ran - failed.length} passed, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
