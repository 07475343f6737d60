import type { ToolDefinition, ToolRequest } from '../models/backend.ts';

/** Largest result that stays whole in the thread after its turn, in bytes. A larger one is kept, though it fitted. */
export const WHOLE_AFTER_TURN = 512;

/** What a tool gave: the text that the model sees, and what stands for it once its turn is over. */
export interface ToolAnswer {
  /** Within the budget. */
  text: string;
  /** How it ended in a few words: `exit status 1`, `42 lines`. */
  outcome: string;
  /** The audit call id; `stored` is true when the whole output is kept under it. */
  id: string;
  stored: boolean;
  /** Bytes that the tool printed in all. */
  bytes: number;
  /** Number of the call in the conversation, from 1. */
  entry: number;
  /** The request that gives the whole again; null when this conversation has none. */
  way: string | null;
}

/** What the agent knows of its tools: what to offer, and how to run one. */
export interface ToolBox {
  definitions(): ToolDefinition[];
  /**
   * Runs one call. Never throws for what the model or the command did wrong: the answer's text says it. Throws the
   * signal's reason when the turn is interrupted before the call began. `room`: most bytes of the answer's text, whatever the
   * budget or a setting would give it, since the results of a turn share the window.
   */
  call(request: ToolRequest, signal: AbortSignal, room: number): Promise<ToolAnswer>;
}
