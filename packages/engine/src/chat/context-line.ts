import type { ContextLine } from '@wisp/protocol';
import type { Conversation } from '../session/conversation.ts';

/** Answers `context`: what the next request to the model carries; nothing without one. */
export function contextLine(id: string, conversation: Conversation): ContextLine {
  const report = conversation.context();
  if (!report) {
    return { type: 'context', id, window: conversation.budget.window, room: 0, calibrated: false, parts: [] };
  }
  const { window, room, calibrated, parts } = report;
  return { type: 'context', id, window, room, calibrated, parts };
}
