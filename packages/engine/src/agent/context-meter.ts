import { BYTES_PER_TOKEN } from '../budget/tool-budget.ts';

/** Rates that real text has; a count that leaves cached tokens out gives another. */
const LOWEST = 1;
const HIGHEST = 8;

/** The best rate that is counted on: prose may have a better one, the output that comes next may not. */
const BEST = 4.5;

/** Requests whose rates are remembered: the densest of them is what is counted on. */
const REMEMBERED = 4;

/**
 * Estimates tokens from bytes: four bytes a token until the server has counted a request of this conversation, then by the
 * densest of the last few requests that it counted.
 */
export class ContextMeter {
  #rates: number[] = [];

  /** Bytes of one token, as estimates count them. */
  get bytesPerToken(): number {
    return this.#rates.length === 0 ? BYTES_PER_TOKEN : Math.min(BEST, ...this.#rates);
  }

  /** Whether the server has counted a request. */
  get calibrated(): boolean {
    return this.#rates.length > 0;
  }

  /** Learns from one request: its bytes and the tokens that the server counted, if it did. */
  calibrate(bytes: number, tokens: number | undefined): void {
    if (!tokens) return;
    const rate = bytes / tokens;
    if (rate >= LOWEST && rate <= HIGHEST) this.#rates = [...this.#rates, rate].slice(-REMEMBERED);
  }

  /** Learns from a request that did not fit `window` tokens: its text is denser than was thought. */
  overflowed(bytes: number, window: number): void {
    const rate = Math.max(LOWEST, bytes / window);
    if (rate < this.bytesPerToken) this.#rates = [...this.#rates, rate].slice(-REMEMBERED);
  }

  /** Tokens of so many bytes, rounded up. */
  tokens(bytes: number): number {
    return Math.ceil(bytes / this.bytesPerToken);
  }

  /** Bytes that so many tokens hold, rounded down. */
  bytes(tokens: number): number {
    return Math.floor(tokens * this.bytesPerToken);
  }

  /** Share of a window of `window` tokens that so many bytes fill, from 0 to 1; null without a window. */
  used(bytes: number, window: number | null): number | null {
    return window === null || window <= 0 ? null : Math.min(1, this.tokens(bytes) / window);
  }
}
