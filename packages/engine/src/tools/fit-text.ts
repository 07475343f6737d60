import { renderResult } from '../budget/result.ts';
import { cleanOutput, disarm } from '../text/clean.ts';
import { plural } from '../text/format.ts';
import { countLineFeeds, linesOf } from '../text/lines.ts';
import { sha256Of } from './call-ledger.ts';
import type { ToolContext, ToolOutcome } from './tool.ts';

/**
 * A text of a tool's own as its result: whole when it fits the budget, else head, tail and the note, the whole kept under
 * the call's id (features C1, C2): the one way for a tool to give less than it has.
 */
export function fitText(
  text: string,
  tool: string,
  { call, store, budget, ways }: Pick<ToolContext, 'call' | 'store' | 'budget' | 'ways'>,
): ToolOutcome {
  const bytes = Buffer.from(text);
  const lines = linesOf(countLineFeeds(bytes), bytes.length, bytes.at(-1));
  const facts = { outcome: plural(lines, 'line'), bytes: bytes.length, sha256: sha256Of(bytes) };
  const shown = disarm(cleanOutput(text));
  if (Buffer.byteLength(shown) <= budget.bytes) return { text: shown, ...facts, stored: null };
  const kept = store.keep([bytes], { id: call, tool, time: new Date().toISOString(), cut: false, totalBytes: null });
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
    budget: budget.bytes,
    outcome: null,
    firstFailure: null,
    kept: 'record' in kept ? { id: kept.record.id } : { why: kept.why },
    ways,
    isCommand: false,
  });
  const isKept = 'record' in kept;
  return {
    text: result.text,
    shown: result.shown,
    ...facts,
    stored: isKept ? kept.record : null,
    ...(isKept ? {} : { notKept: kept.why }),
  };
}
