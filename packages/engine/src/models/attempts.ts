import type { ChatEvent } from './backend.ts';
import type { Failure } from './failure.ts';
import { pause } from './pause.ts';

/**
 * A reply, asked for again when its failure says that this may help: once for each kind of retry. `attempt` streams one
 * reply and gives why it failed, or null. `wait` in milliseconds. Throws the failure's ModelError.
 */
export async function* withRetries(
  attempt: () => AsyncGenerator<ChatEvent, Failure | null>,
  wait: number,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const retried = new Set<Failure['retry']>();
  for (;;) {
    const failure = yield* attempt();
    if (failure === null) return;
    if (failure.retry === 'never' || retried.has(failure.retry)) throw failure.error;
    retried.add(failure.retry);
    yield { kind: 'restart', reason: failure.error.message };
    if (failure.retry === 'after-a-wait') await pause(wait, signal);
  }
}
