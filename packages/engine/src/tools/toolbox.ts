import type { ToolDefinition, ToolRequest } from '../models/backend.ts';

/** What the agent knows of its tools: what to offer, and how to run one. */
export interface ToolBox {
  definitions(): ToolDefinition[];
  /**
   * Runs one call and returns the text that the model sees, within the budget. Never throws for what the model or the
   * command did wrong: that is the text. Throws the signal's reason when the turn is interrupted.
   */
  call(request: ToolRequest, signal: AbortSignal): Promise<string>;
}
