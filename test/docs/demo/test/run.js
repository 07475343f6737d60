// Prints TAP (https://testanything.org): long, and its one failure in the middle, as the output of real tests often is.
import { height } from '../src/tide.js';

const RANGE = 4;
const HALF = 620;

function within(hour) {
  const title = `height ${hour} hours after high water is within the range`;
  return { title, actual: Math.abs(height(hour, RANGE)) <= RANGE / 2, expected: true };
}

const hours = Array.from({ length: 2 * HALF }, (_, hour) => within(hour));
const tests = [
  ...hours.slice(0, HALF),
  { title: 'the tide is highest at high water', actual: height(0, RANGE), expected: RANGE / 2 },
  ...hours.slice(HALF),
];

console.log(`TAP version 13\n1..${tests.length}`);
let failed = 0;
for (const [index, { title, actual, expected }] of tests.entries()) {
  const ok = actual === expected;
  console.log(`${ok ? 'ok' : 'not ok'} ${index + 1} - ${title}`);
  if (ok) continue;
  failed++;
  console.log(`  ---\n  expected: ${expected}\n  actual: ${actual}\n  at: test/run.js:15\n  ...`);
}
console.log(`# tests ${tests.length}\n# pass ${tests.length - failed}\n# fail ${failed}`);
process.exitCode = failed === 0 ? 0 : 1;
