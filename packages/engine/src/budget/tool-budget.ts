/** Bytes that a budget counts for one token of the window. */
export const BYTES_PER_TOKEN = 4;

const SMALLEST_BUDGET = 4 * 1024;
const LARGEST_BUDGET = 64 * 1024;

/**
 * Bytes that one tool result may have in a window of `window` tokens (features A1): an eighth of the window, between
 * 4 KiB and 64 KiB; 4 KiB when the window is not known.
 */
export function budgetBytes(window: number | null): number {
  if (window === null) return SMALLEST_BUDGET;
  return Math.min(LARGEST_BUDGET, Math.max(SMALLEST_BUDGET, Math.floor(window / 8) * BYTES_PER_TOKEN));
}

/**
 * The budget of one conversation, shared by its tools and its agent and read at each call: the agent sets `window` as it
 * becomes known, at open or at the first overflow (features A2).
 */
export class ToolBudget {
  /** Tokens that the model's window has, or null while nobody knows. */
  window: number | null;

  readonly #most: number;
  readonly #own: number | null;

  /** `most`: bytes that no result may pass. `own`: bytes of a result that the person set, in the place of what follows. */
  constructor(window: number | null = null, most = Number.POSITIVE_INFINITY, own: number | null = null) {
    this.window = window;
    this.#most = most;
    this.#own = own;
  }

  get bytes(): number {
    return Math.min(this.#most, this.#own ?? budgetBytes(this.window));
  }

  /** The budget with the person's own bound in the place of what follows from the window (features A4). */
  replacedBy(bytes: number): ToolBudget {
    return new ToolBudget(this.window, this.#most, bytes);
  }

  /** The budget of one call that may have at most `bytes`, since other calls share the turn with it (features C8). */
  limitedTo(bytes: number): ToolBudget {
    return new ToolBudget(this.window, Math.min(this.#most, bytes), this.#own);
  }
}
