import type { ToolBudget } from '../budget/tool-budget.ts';
import { type Condensed, condense } from './condense.ts';
import type { ContextMeter } from './context-meter.ts';
import { roomOfCall, TIGHT, TURN_SHARE } from './room.ts';
import type { ThreadRecord } from './thread.ts';

/** Share of the window that a request may fill; the rest is the reply's. */
const FILLING = 0.85;

/** Share that a request may fill once the server has refused one: what was estimated was wrong. */
const CAREFUL = 0.7;

/** Part of what a request may have that is set aside for the lines of condensed turns. */
const RECORD = 0.12;

/** What making room did, in tokens as estimated. */
export interface RoomMade extends Condensed {
  reason: 'filling' | 'overflow';
  tokensBefore: number;
  tokensAfter: number;
}

/** Keeps the requests of one thread within the window: what to condense before one is sent, and how large a result may be. */
export class WindowPlan {
  readonly #thread: ThreadRecord;
  readonly #budget: ToolBudget;
  readonly #meter: ContextMeter;
  /** Bytes that every request has besides the thread: the tools' schemas. */
  readonly #fixed: number;

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

  /** Condenses what must be for the next request, with `extra` bytes more, to fit; null when it fits as it is. */
  makeRoom(reason: RoomMade['reason'], extra: number): RoomMade | null {
    const limit = this.#limit(reason === 'filling' ? FILLING : CAREFUL);
    if (limit === null) return null;
    const tokensBefore = this.#tokens();
    const { turns, rounds, references } = condense(this.#thread, limit - extra);
    if (turns + rounds + references === 0) return null;
    return { reason, turns, rounds, references, tokensBefore, tokensAfter: this.#tokens() };
  }

  /** Whether the next request is too long for the window as a whole, whatever is condensed. */
  get overflows(): boolean {
    const { window } = this.#budget;
    return window !== null && this.#tokens() > window;
  }

  /** Room in bytes of the next of `calls` calls; null: none. Without a known window the budget alone counts. */
  roomOfCall(calls: number, isFirst: boolean): number | null {
    const { bytes, window } = this.#budget;
    if (window === null) return bytes;
    if (this.#left(window) / calls < Math.min(bytes, TIGHT)) this.#thread.shortenResults('older');
    const room = roomOfCall(this.#left(window), calls, isFirst);
    return room === null ? null : Math.min(bytes, room);
  }

  /** Bytes left for results: of the turn's share, and of what fits when every older turn is condensed. */
  #left(window: number): number {
    const limit = this.#limit(FILLING) ?? 0;
    const { resultBytes } = this.#thread;
    const standing = this.#thread.unyielding + Math.floor(limit * RECORD);
    return Math.min(this.#meter.bytes(window * TURN_SHARE) - resultBytes, limit - standing);
  }

  /** Bytes that the thread may have for a request to fill `share` of the window. */
  #limit(share: number): number | null {
    const { window } = this.#budget;
    return window === null ? null : this.#meter.bytes(window * share) - this.#fixed;
  }

  #tokens(): number {
    return this.#meter.tokens(this.#thread.bytes + this.#fixed);
  }
}
