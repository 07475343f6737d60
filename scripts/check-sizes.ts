// One file, one thing: a source file over 300 lines is named, one over 400 fails; tests may have 600.
import { sources } from './sources.ts';

const WARN = 300;
const limitOf = (path: string): number => (path.startsWith('test/') ? 600 : 400);

let failed = 0;
for (const { path, text } of sources('packages', 'test', 'scripts')) {
  const lines = text.split('\n').length - 1;
  const limit = limitOf(path);
  if (lines > limit) {
    failed++;
    console.error(`${path} has ${lines} lines; the limit is ${limit}. Is there a second thing in it?`);
  } else if (lines > WARN && limit === 400)
    console.warn(`${path} has ${lines} lines; ${WARN} is where a second file begins.`);
}
process.exitCode = failed === 0 ? 0 : 1;
