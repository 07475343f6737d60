import { budgetBytes } from '../budget/tool-budget.ts';
import { OutputSummary } from '../readers/summary/output-summary.ts';
import { readInput } from './read-input.ts';
import { print } from './run.ts';

export interface SummariseOptions {
  /** What it is, its sections and its kinds of line, rather than what is notable. */
  overview: boolean;
  /** One JSON object instead of the text, not bounded. */
  json: boolean;
  /** Tokens of the window that the summary is for; null for the smallest budget. */
  window: number | null;
}

/** Hands the bytes of a stored output to `onChunk`; null when `target` names none, a sentence when it can not be read. */
export type StoredBytes = (target: string, onChunk: (chunk: Buffer) => void) => { problem: string | null } | null;

/**
 * `wisp summarise TARGET`: what is notable in a stored output, a file, or standard input (`-`), within the budget and without
 * a model. Resolves to the exit code.
 */
export async function summariseCommand(
  target: string,
  options: SummariseOptions,
  stored: StoredBytes,
): Promise<number> {
  const summary = new OutputSummary();
  const onChunk = (chunk: Buffer) => summary.push(chunk);
  const found = stored(target, onChunk);
  const problem = found === null ? await readInput(target, onChunk) : found.problem;
  if (problem !== null) {
    process.stderr.write(`wisp summarise: ${problem}.\n`);
    return 1;
  }
  const { text, facts } = summary.finish(options.overview ? 'overview' : 'notable', budgetBytes(options.window));
  const { ending, streams, bytes, report, excerpts } = facts;
  const shown = excerpts.map(({ fromLine, toLine, anchorLine, why }) => ({ fromLine, toLine, line: anchorLine, why }));
  const object = { ending, streams, bytes, lines: facts.lines.count, report, excerpts: shown, text };
  await print(options.json ? `${JSON.stringify(object)}\n` : text);
  return 0;
}
