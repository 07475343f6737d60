import { examples } from './examples.ts';
import { go } from './go.ts';
import { gtest } from './gtest.ts';
import { jest } from './jest.ts';
import { junit } from './junit.ts';
import { karma } from './karma.ts';
import { mocha } from './mocha.ts';
import { numberedBlocks } from './numbered-blocks.ts';
import { python } from './python.ts';
import type { RunnerFamily } from './runner.ts';
import { simpleTotals } from './simple-totals.ts';
import { tap } from './tap.ts';
import { vitest } from './vitest.ts';
import { xctest } from './xctest.ts';

/** Every family of test runners that is read. */
export const FAMILIES: readonly RunnerFamily[] = [
  jest,
  vitest,
  mocha,
  karma,
  examples,
  tap,
  python,
  go,
  junit,
  gtest,
  xctest,
  numberedBlocks,
  simpleTotals,
];
