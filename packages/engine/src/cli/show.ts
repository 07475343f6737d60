import { findOutput } from '../store/find.ts';
import { openOutput } from '../store/open-output.ts';
import { print } from './run.ts';

/** `wisp show ID`: the stored whole of an output, byte for byte, on stdout, a page at a time. */
export async function showOutput(home: string, prefix: string): Promise<number> {
  const found = findOutput(home, prefix);
  if ('problem' in found) {
    process.stderr.write(`wisp show: ${found.problem}.\n`);
    return 1;
  }
  const output = openOutput(found.directory, found.id);
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
