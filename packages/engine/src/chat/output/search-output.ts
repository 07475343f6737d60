import { setImmediate } from 'node:timers/promises';
import type { Inbound, Outbound } from '@wisp/protocol';
import { type Extent, extentOf } from '../../memory/extent.ts';
import { readPattern } from '../../memory/pattern.ts';
import { Search } from '../../memory/search.ts';
import { SearchStopped } from '../../memory/search-worker.ts';
import { type Unit, unitsOf } from '../../memory/units.ts';
import type { Conversation } from '../../session/conversation.ts';
import { type StoredOutput, StoreError } from '../../store/stored-output.ts';
import { openCall } from './open-call.ts';

type SearchRequest = Extract<Inbound, { type: 'search' }>;
type Found = Extract<Outbound, { type: 'found' }>;

const LONGEST_PATTERN = 512;

/** Milliseconds of searching after which others have their turn. */
const TURN = 5;

/**
 * Answers a `search`: the next line of a stored output that matches, or the one before. Reads a page at a time; a pattern that
 * takes too long is stopped and told. Rejects with the signal's reason when it is raised.
 */
export async function searchOutput(
  conversation: Conversation,
  { id, output: asked, pattern, line, direction }: SearchRequest,
  signal: AbortSignal,
): Promise<Found> {
  const answer = (found: number | null, error?: string): Found => ({
    type: 'found',
    id,
    output: asked,
    line: found,
    ...(error === undefined ? {} : { error }),
  });
  if (pattern.trim() === '') return answer(null, 'there is nothing to look for');
  if (pattern.length > LONGEST_PATTERN) return answer(null, `a pattern has at most ${LONGEST_PATTERN} characters`);
  const opened = openCall(conversation, asked);
  if (!('output' in opened)) return answer(null, `${opened.reason}: ${opened.sentence}`);
  const { output } = opened;
  try {
    const extent = extentFrom(output, line, direction);
    return answer(extent === null ? null : await look(output, extent, pattern, direction, signal));
  } catch (error) {
    if (error instanceof SearchStopped) return answer(null, `the search was stopped: ${error.message}`);
    if (error instanceof StoreError) return answer(null, `damaged: ${error.message}`);
    throw error;
  } finally {
    output.close();
  }
}

/** The lines after `line`, or those before it; null when there are none. Backward from line 0 is from the end. */
function extentFrom(output: StoredOutput, line: number, direction: SearchRequest['direction']): Extent | null {
  const { lines } = output.record;
  const [from, to] = direction === 'forward' ? [line + 1, lines] : [1, line === 0 ? lines : Math.min(line - 1, lines)];
  if (from > to) return null;
  const extent = extentOf(output, { pattern: null, from: null, scope: { kind: 'lines', from, to } });
  return 'problem' in extent ? null : extent;
}

async function look(
  output: StoredOutput,
  extent: Extent,
  pattern: string,
  direction: SearchRequest['direction'],
  signal: AbortSignal,
): Promise<number | null> {
  const search = new Search(readPattern(pattern), signal);
  let last: number | null = null;
  try {
    let turn = performance.now();
    for (const unit of unitsOf(output, extent)) {
      signal.throwIfAborted();
      const lines = await matchesIn(unit, search);
      const [first] = lines;
      if (direction === 'forward' && first !== undefined) return first;
      last = lines.at(-1) ?? last;
      if (performance.now() - turn < TURN) continue;
      await setImmediate();
      turn = performance.now();
    }
    return last;
  } finally {
    search.close();
  }
}

/** Numbers of the lines of a unit that match, in order. */
async function matchesIn(unit: Unit, search: Search): Promise<number[]> {
  if (unit.kind === 'long') return (await search.places(unit.text, unit.text.length)).length > 0 ? [unit.line] : [];
  const found = await search.lines(unit.text);
  return found.filter((_, index) => index % 3 === 0).map((index) => unit.firstLine + index);
}
