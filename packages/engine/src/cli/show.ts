import { findOutput } from '../store/find.ts';
import { openVerified } from '../store/open-verified.ts';
import { type StoredOutput, StoreError } from '../store/stored-output.ts';
import { print } from './run.ts';

/** `wisp show ID`: the stored whole of an output, byte for byte, on stdout, a page at a time. Resolves to the exit code. */
export async function showOutput(home: string, prefix: string): Promise<number> {
  const found = findOutput(home, prefix);
  if ('problem' in found) return failed(found.problem);
  let output: StoredOutput;
  try {
    output = openVerified(found.directory, found.id);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return failed(error.message);
  }
  try {
    for (let page = 1; page <= output.pages && !process.stdout.destroyed; page++) {
      const bytes = output.page(page)?.bytes;
      if (bytes) await print(bytes);
    }
    return 0;
  } finally {
    output.close();
  }
}

function failed(problem: string): number {
  process.stderr.write(`wisp show: ${problem}.\n`);
  return 1;
}
