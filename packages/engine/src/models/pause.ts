import { setTimeout as wait } from 'node:timers/promises';

/** Waits so many milliseconds. An abort ends the wait at once and throws the signal's reason. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
