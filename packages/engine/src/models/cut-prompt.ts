import { BYTES_PER_TOKEN } from '../budget/tool-budget.ts';

/** One answered request: what was sent (bytes), what the server says it read (tokens), and the window (tokens). */
export interface PromptCount {
  bytes: number;
  counted: number;
  window: number;
  /** Bytes a token in earlier requests of this conversation, or null before the first. */
  bytesPerToken: number | null;
}

/** Tokens at the start that a server keeps when it cuts a prompt: `num_keep`, and one more where a start token is added. */
const KEPT = [4, 5];

/**
 * Whether the server dropped part of the prompt before it answered, which it does with a status of 200. Two signs: the
 * count is exactly what Ollama's cutting leaves (half the window, plus what it keeps), or the prompt is larger than the
 * window while the count is far below it.
 */
export function isCut({ bytes, counted, window, bytesPerToken }: PromptCount): boolean {
  const estimate = bytes / (bytesPerToken ?? BYTES_PER_TOKEN);
  if (KEPT.some((keep) => counted === window - Math.floor((window - keep) / 2))) {
    // A prompt may have just this length; once the text's own rate is known the two can be told apart.
    return bytesPerToken === null || estimate > counted * 1.25;
  }
  // Older servers leave cached tokens out of the count, so a low one alone says nothing.
  return estimate > window * (bytesPerToken === null ? 0.9 : 1) && counted < estimate * 0.75;
}
