import { BYTES_PER_TOKEN } from '../budget/tool-budget.ts';

/** Rates that real text has; a count that leaves cached tokens out gives another. */
const LOWEST = 1;
const HIGHEST = 8;

/** Estimates tokens from bytes: four bytes a token until the server has counted a request of this conversation. */
export class ContextMeter {
  #bytesPerToken = BYTES_PER_TOKEN;

  /** Learns from one request: its bytes and the tokens that the server counted, if it did. */
  calibrate(bytes: number, tokens: number | undefined): void {
    if (!tokens) return;
    const rate = bytes / tokens;
    if (rate >= LOWEST && rate <= HIGHEST) this.#bytesPerToken = rate;
  }

  /** Tokens of so many bytes, rounded up. */
  tokens(bytes: number): number {
    return Math.ceil(bytes / this.#bytesPerToken);
  }

  /** Share of a window of `window` tokens that so many bytes fill, from 0 to 1; null without a window. */
  used(bytes: number, window: number | null): number | null {
    return window === null || window <= 0 ? null : Math.min(1, this.tokens(bytes) / window);
  }
}
