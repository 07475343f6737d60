import type { ToolRequest } from '../models/backend.ts';
import { plural } from '../text/format.ts';
import type { ToolBox } from '../tools/toolbox.ts';
import type { Emit } from './events.ts';
import type { ThreadRecord } from './thread.ts';
import type { WindowPlan } from './window-plan.ts';

/** What the calls of a reply are run with, and where their results go. */
export interface CallRun {
  tools: ToolBox;
  thread: ThreadRecord;
  plan: WindowPlan;
  signal: AbortSignal;
  emit: Emit;
}

const NOT_RUN = '[not run: so many results do not fit; make it again]';

/**
 * Runs a reply's calls one after another, in their order, each with its part of the room that is left for them. A call for
 * which there is none is not run: the model and the person are told. Throws the signal's reason, and what a tool box throws.
 */
export async function runCalls(
  calls: readonly ToolRequest[],
  { tools, thread, plan, signal, emit }: CallRun,
): Promise<void> {
  let notRun = 0;
  for (const [index, call] of calls.entries()) {
    signal.throwIfAborted();
    const room = plan.roomOfCall(calls.length - index, index === 0);
    if (room === null) {
      thread.result(call, NOT_RUN);
      notRun += 1;
      continue;
    }
    await emit({ kind: 'call', call });
    const began = performance.now();
    try {
      const answer = await tools.call(call, signal, room);
      thread.result(call, answer);
      await emit({ kind: 'result', call, answer, seconds: (performance.now() - began) / 1000 });
    } catch (error) {
      if (signal.aborted) thread.result(call, '[interrupted while it ran]');
      throw error;
    }
  }
  if (notRun === 0) return;
  const text = `${plural(notRun, 'call')} not run: the window has no room for so many results at once; the model is told.`;
  await emit({ kind: 'note', text });
}
