import { pagerCommand, showInPager, writeOutput } from '../chat/pager.ts';
import { findOutput } from '../store/find.ts';
import { openVerified } from '../store/open-verified.ts';
import { type StoredOutput, StoreError } from '../store/stored-output.ts';
import { print } from './run.ts';
import { settingsOrDefaults } from './settings.ts';

/**
 * `wisp show ID`: the stored whole of an output: on a terminal through the pager, unless `pager` is false; else byte for byte
 * on stdout, a page at a time. Resolves to the exit code.
 */
export async function showOutput(home: string, prefix: string, pager: boolean): Promise<number> {
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
    if (!process.stdout.isTTY) await printBytes(output);
    else if (pager) await showPaged(home, output);
    else await writeOutput(output, process.stdout);
    return 0;
  } finally {
    output.close();
  }
}

async function printBytes(output: StoredOutput): Promise<void> {
  for (let page = 1; page <= output.pages && !process.stdout.destroyed; page++) {
    const bytes = output.page(page)?.bytes;
    if (bytes) await print(bytes);
  }
}

async function showPaged(home: string, output: StoredOutput): Promise<void> {
  // Ctrl-C in the pager goes to every process of the terminal; it is the pager's.
  process.on('SIGINT', () => {});
  const { pager } = await settingsOrDefaults(home);
  const problem = await showInPager(output, pagerCommand(pager, process.env));
  if (problem === null) return;
  process.stderr.write(`wisp show: ${problem}; the output follows.\n`);
  await writeOutput(output, process.stdout);
}

function failed(problem: string): number {
  process.stderr.write(`wisp show: ${problem}.\n`);
  return 1;
}
