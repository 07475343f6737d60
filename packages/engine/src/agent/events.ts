import type { ToolRequest, Usage } from '../models/backend.ts';
import type { ToolAnswer } from '../tools/toolbox.ts';
import type { RoomMade } from './window-plan.ts';

/**
 * What happens in a turn, as it happens. `contextUsed` is the share of the window that a request fills (0 to 1), null where
 * the window is not known.
 *
 * - `request`: the model is asked; `round` counts from 1
 * - `void`: the deltas of this reply so far are no part of it: they were thinking, or the reply is asked for again
 * - `reply`: one reply is whole, with the text of it and its thinking
 * - `window`: the window turned out to be smaller, in tokens
 * - `condensed`: older parts of the thread were condensed, so that the next request fits
 */
export type AgentEvent =
  | { kind: 'request'; round: number; contextUsed: number | null }
  | { kind: 'delta'; text: string }
  | { kind: 'thinking'; phase: 'start' }
  | { kind: 'thinking'; phase: 'delta'; text: string }
  | { kind: 'thinking'; phase: 'end'; text: string; seconds: number }
  | { kind: 'void'; because: 'thinking' | 'restart'; reason: string | null }
  | { kind: 'reply'; text: string; thinking: string; calls: number; usage: Usage; seconds: number }
  | { kind: 'usage'; usage: Usage; contextUsed: number | null }
  | { kind: 'call'; call: ToolRequest }
  | { kind: 'result'; call: ToolRequest; answer: ToolAnswer; seconds: number }
  | { kind: 'window'; window: number }
  | ({ kind: 'condensed' } & RoomMade)
  | { kind: 'note'; text: string };

/** Takes the events of a turn, in order; the turn waits for what it returns. */
export type Emit = (event: AgentEvent) => void | Promise<void>;

export interface TurnOptions {
  /** The turn's number in the conversation; the next one when absent. */
  turn?: number;
  /** Interrupts the turn at any moment. */
  signal: AbortSignal;
  onEvent: Emit;
}

/**
 * How a turn went. `text` is the reply; of an interrupted turn what had come of it. `usage` sums the turn's requests. `error`
 * says what happened and what to do: a ModelError, or a RoundLimitError.
 */
export interface TurnResult {
  text: string;
  outcome: 'ok' | 'error' | 'interrupted';
  seconds: number;
  usage: Usage;
  error: Error | null;
}

/** The model asked for tools round after round without an answer. */
export class RoundLimitError extends Error {
  override readonly name = 'RoundLimitError';

  constructor(rounds: number) {
    super(
      `The turn was stopped after ${rounds} rounds of tool calls without an answer. What the tools gave is in the conversation: say how to go on, or ask for less at a time.`,
    );
  }
}
