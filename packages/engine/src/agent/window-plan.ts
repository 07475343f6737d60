import type { ToolBudget } from '../budget/tool-budget.ts';
import { type Condensed, condense, RECORD_SHARE } from './condense.ts';
import type { ContextMeter } from './context-meter.ts';
import { LEAST, NOT_RUN, PRESUMED_DENSITY, roomOfCall, TIGHT, TURN_SHARE, UNKNOWN_WINDOW } from './room.ts';
import type { ThreadRecord } from './thread.ts';

/** Share of the window that a request may fill; the rest is the reply's. */
const FILLING = 0.85;

/** Share that a request may fill once the server has refused one, or its reply had no room. */
const CAREFUL = 0.7;

/**
 * What making room did, in tokens as estimated. `filling`: the next request would leave too little room for its reply;
 * `overflow`: the server refused it; `reply`: the reply had no room to come to a word.
 */
export interface RoomMade extends Condensed {
  reason: 'filling' | 'overflow' | 'reply';
  tokensBefore: number;
  tokensAfter: number;
}

/** Keeps the requests of one thread within the window: what to condense before one is sent, and how large a result may be. */
export class WindowPlan {
  readonly #thread: ThreadRecord;
  readonly #budget: ToolBudget;
  readonly #meter: ContextMeter;
  /** Weight that every request has besides the thread: the tools' schemas. */
  readonly #fixed: number;
  /** What made way for results since the last request: it is told with the next. */
  #before: { rounds: number; references: number; tokens: number } | null = null;

  constructor(thread: ThreadRecord, budget: ToolBudget, meter: ContextMeter, fixed: number) {
    this.#thread = thread;
    this.#budget = budget;
    this.#meter = meter;
    this.#fixed = fixed;
  }

  /** Tokens that are kept free for the reply; 0 where the window is not known. */
  get replyRoom(): number {
    return Math.ceil((this.#budget.window ?? 0) * (1 - FILLING));
  }

  /** Condenses what must be for the next request, with `extra` weight more, to fit; null when it fits as it is. */
  makeRoom(reason: RoomMade['reason'], extra: number): RoomMade | null {
    const limit = this.#limit(reason === 'filling' ? FILLING : CAREFUL);
    if (limit === null) return null;
    const before = this.#before ?? { rounds: 0, references: 0, tokens: this.#tokens(extra) };
    this.#before = null;
    const made = condense(this.#thread, limit - extra);
    const done = {
      turns: made.turns,
      rounds: made.rounds + before.rounds,
      references: made.references + before.references,
    };
    if (done.turns + done.rounds + done.references === 0) return null;
    return { reason, ...done, tokensBefore: before.tokens, tokensAfter: this.#tokens(extra) };
  }

  /** Whether nothing that can be condensed makes the next request fit: what the person asks is too long by itself. */
  get promptOverflows(): boolean {
    const limit = this.#limit(FILLING);
    return limit !== null && this.#thread.least > limit;
  }

  /** Whether the next request, with `extra` weight more, is longer than the whole window. */
  overflows(extra: number): boolean {
    const { window } = this.#budget;
    return window !== null && this.#tokens(extra) > window;
  }

  /** Room in bytes of the next of `calls` calls, whatever the budget gives it; null: none. Earlier rounds make way for it. */
  roomOfCall(calls: number, isFirst: boolean): number | null {
    const density = Math.max(1, this.#thread.density ?? PRESUMED_DENSITY);
    const left = () => this.#left() - (calls - 1) * NOT_RUN;
    const isTight = () => left() / density / calls < Math.min(this.#budget.bytes, TIGHT);
    if (isTight()) {
      const { rounds, references, tokens } = this.#before ?? { rounds: 0, references: 0, tokens: this.#tokens(0) };
      const made = { rounds, references: references + this.#thread.shortenOlder(), tokens };
      while (isTight() && this.#thread.condenseRound('older')) made.rounds += 1;
      // What the same reply called for before is kept, and can be read again: a call that is not run gives nothing.
      while (left() < LEAST && this.#thread.shortenLargest(LEAST - left())) made.references += 1;
      if (made.rounds + made.references > 0) this.#before = made;
    }
    return roomOfCall({ left: left(), density, calls, isFirst });
  }

  /** Weight left for results: of the turn's share, and of what fits when every older turn is condensed. */
  #left(): number {
    const share = this.#meter.weight((this.#budget.window ?? UNKNOWN_WINDOW) * TURN_SHARE) - this.#thread.resultWeight;
    const limit = this.#limit(FILLING);
    if (limit === null) return share;
    const older = Math.min(this.#thread.older, Math.floor(limit * RECORD_SHARE));
    return Math.min(share, limit - this.#thread.unyielding - older);
  }

  /** Weight that the thread may have for a request to fill `share` of the window. */
  #limit(share: number): number | null {
    const { window } = this.#budget;
    return window === null ? null : this.#meter.weight(window * share) - this.#fixed;
  }

  #tokens(extra: number): number {
    return this.#meter.tokens(this.#thread.weight + this.#fixed + extra);
  }
}
