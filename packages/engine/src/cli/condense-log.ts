import { budgetBytes } from '../budget/tool-budget.ts';
import { LogDigest } from '../readers/log-digest/log-digest.ts';
import { renderLogDigest } from '../readers/log-digest/render.ts';
import { LineFeed } from '../text/line-feed.ts';
import { readInput } from './read-input.ts';
import { print } from './run.ts';

/** Numbers that are written at once. */
const NUMBERS_A_WRITE = 16_384;

export interface CondenseLogOptions {
  /** One template number an input line instead of the digest; 0 for a line that continues the one before. */
  assign: boolean;
  /** The whole report as JSON, not bounded. */
  json: boolean;
  /** Tokens of the window that the digest is for; null for the smallest budget. */
  window: number | null;
}

/** `wisp condense-log FILE` (`-` for stdin): the kinds of message in a log, within the budget. Resolves to the exit code. */
export async function condenseLogCommand(file: string, options: CondenseLogOptions): Promise<number> {
  const digest = new LogDigest({ assign: options.assign });
  const lines = new LineFeed((line) => digest.push(line));
  const problem = await readInput(file, (chunk) => lines.push(chunk));
  if (problem !== null) {
    process.stderr.write(`wisp condense-log: ${problem}.\n`);
    return 1;
  }
  lines.finish();
  const report = digest.finish();
  if (options.assign) await printNumbers(digest.assign());
  else if (options.json) await print(`${JSON.stringify(report)}\n`);
  else await print(renderLogDigest(report, budgetBytes(options.window)));
  return 0;
}

async function printNumbers(numbers: Int32Array): Promise<void> {
  for (let at = 0; at < numbers.length; at += NUMBERS_A_WRITE) {
    await print(`${numbers.subarray(at, at + NUMBERS_A_WRITE).join('\n')}\n`);
  }
}
