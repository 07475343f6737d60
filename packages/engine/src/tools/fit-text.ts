import { renderResult } from '../budget/result.ts';
import { linesOf } from '../text/lines.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

/**
 * A text of a tool's own as its result: whole when it fits the budget, else head, tail and the note, the whole kept under
 * the call's id (features C1, C2): the one way for a tool to give less than it has.
 */
export function fitText(text: string, tool: string, context: ToolContext): ToolOutcome {
  const bytes = Buffer.from(text);
  const outcome = `${linesOf(countFeeds(text), bytes.length, bytes.at(-1))} lines`;
  if (bytes.length <= context.budget.bytes) return { text, outcome, bytes: bytes.length, stored: null };
  const facts = { id: context.call, tool, time: new Date().toISOString(), cut: false, totalBytes: null };
  const kept = context.store.keep([bytes], facts);
  const lines = linesOf(countFeeds(text), bytes.length, bytes.at(-1));
  const result = renderResult({
    header: null,
    streams: [
      {
        frame: null,
        sample: { head: bytes, tail: { bytes, start: 0, firstLine: 1 }, bytes: bytes.length, lines },
        keptLines: lines,
        cut: null,
      },
    ],
    budget: context.budget.bytes,
    outcome: null,
    firstFailure: null,
    kept: 'record' in kept ? { id: kept.record.id } : { why: kept.why },
    ways: context.ways,
    isCommand: false,
  });
  return {
    text: result.text,
    shown: result.shown,
    outcome,
    bytes: bytes.length,
    stored: 'record' in kept ? kept.record : null,
  };
}

function countFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
