import type { Conversation } from './conversation.ts';

/** What holds now in a conversation, as plain values: for the model's `inspect`, and for the person. */
export function statusFacts({ keeper, session, model, budget, contextUsed, turn, tools }: Conversation): object {
  return {
    session: session.id,
    name: keeper.name,
    saved: keeper.savedAs,
    directory: session.directory,
    model: model?.name ?? null,
    window: budget.window,
    windowReason: model?.windowReason ?? null,
    bytesOfOneResult: budget.bytes,
    contextUsed,
    turn,
    tools: tools.map((tool) => tool.name),
  };
}
