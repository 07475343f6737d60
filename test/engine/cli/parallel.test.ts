import { expect, test } from 'vitest';
import { parallelRequests } from '../../../packages/engine/src/config/parallel.ts';

test.each([
  [undefined, 1],
  ['', 1],
  ['1', 1],
  ['4', 4],
  ['99', 8],
  ['-2', 1],
  ['2.5', 1],
  ['many', 1],
])('OLLAMA_NUM_PARALLEL %j lets a question ask %i chunks at once', (given, requests) => {
  expect(parallelRequests({ OLLAMA_NUM_PARALLEL: given })).toBe(requests);
});
