import { TOKEN_WEIGHT } from '../text/weight.ts';

/** No text is denser than this: what a server may claim beyond it is not believed. */
const LEAST = 1;

/** The best rate that is counted on: the text that comes next may be denser than all before it. */
const BEST = 4.5;

/** The lightest text that there is: a count that says more has left something out. */
const LIGHTEST = 7;

/** Requests whose rates are remembered once the server is known to count whole prompts. */
const REMEMBERED = 8;

/** A request that the server counted. `extended`: it begins with all of the one before it. */
export interface Counted {
  weight: number;
  tokens: number | undefined;
  extended: boolean;
}

/**
 * Estimates tokens from weights: four a token until the server has counted a request of this conversation, then by the
 * densest that it counted. Some servers leave out what they had computed before. So a count that would make text lighter is
 * taken only from a server that was seen to count what it had computed, and one that makes it heavier always.
 */
export class ContextMeter {
  #rates: readonly number[];
  #last: { weight: number; tokens: number } | null = null;
  #counts: 'unknown' | 'whole' | 'parts' = 'unknown';

  /** `rate`: what an earlier run of the conversation measured. */
  constructor(rate?: number) {
    this.#rates = rate === undefined ? [] : [Math.max(LEAST, rate)];
  }

  /** Weight of one token, as estimates count it. */
  get rate(): number {
    return Math.min(this.#counts === 'whole' ? BEST : TOKEN_WEIGHT, ...this.#rates);
  }

  /** Whether a server has counted a request. */
  get calibrated(): boolean {
    return this.#rates.length > 0;
  }

  /** Learns from one request that was answered. */
  calibrate({ weight, tokens, extended }: Counted): void {
    if (!tokens) return;
    if (extended && this.#last) this.#judge(this.#last, weight, tokens);
    this.#last = { weight, tokens };
    this.#take(weight / tokens);
  }

  /** Learns from a request that did not fit: it has `tokens`, or as many as the window at the least. */
  overflowed(weight: number, tokens: number): void {
    if (weight / tokens < this.rate) this.#take(weight / tokens);
  }

  /** Tokens of so much weight, rounded up. */
  tokens(weight: number): number {
    return Math.ceil(weight / this.rate);
  }

  /** Weight that so many tokens hold, rounded down. */
  weight(tokens: number): number {
    return Math.floor(tokens * this.rate);
  }

  /** Share of a window of `window` tokens that so much weight fills, from 0 to 1; null without a window. */
  used(weight: number, window: number | null): number | null {
    return window === null || window <= 0 ? null : Math.min(1, this.tokens(weight) / window);
  }

  /** A longer prompt with a lower count tells that parts are left out; a little added and a higher count, that none are. */
  #judge(last: { weight: number; tokens: number }, weight: number, tokens: number): void {
    const isLittle = weight - last.weight <= last.weight / 2;
    if (tokens < last.tokens) this.#counts = 'parts';
    else if (this.#counts === 'unknown' && isLittle && weight / tokens <= LIGHTEST) this.#counts = 'whole';
  }

  #take(rate: number): void {
    const rates = [...this.#rates, Math.max(LEAST, rate)];
    this.#rates = this.#counts === 'whole' ? rates.slice(-REMEMBERED) : [Math.min(...rates)];
  }
}
