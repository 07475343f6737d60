import type { AgentEvent } from '../agent/agent.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { ModelError, type ModelInfo } from '../models/backend.ts';
import { clip } from '../text/format.ts';

/** Most of what a model thought that its event carries, in bytes. */
const REASONING_BYTES = 64 * 1024;

/** Records what of a turn's events belongs to the audit: what was condensed, and what the model thought. */
export function recordAgentEvent(
  audit: AuditLog,
  event: AgentEvent,
  { turn, window }: { turn: number; window: number | null },
): void {
  if (event.kind === 'condensed') {
    const { kind: _, ...made } = event;
    audit.record('context.condensation', { ...made, window }, { turn });
  }
  if (event.kind === 'thinking' && event.phase === 'end' && event.text.trim() !== '') {
    audit.record('model.reasoning', { text: clip(event.text, REASONING_BYTES), seconds: event.seconds }, { turn });
  }
}

/** Records the model that answers from now on. */
export function recordModel(audit: AuditLog, info: ModelInfo): void {
  const { name: model, backend, window: contextSize, windowReason: contextNote, capabilities } = info;
  audit.record('model.resolved', { model, backend, contextSize, contextNote, capabilities: [...capabilities] });
}

/** Records what the model or its server did wrong; `context` says at what. */
export function recordFailure(audit: AuditLog, error: Error, context: string, turn: number): void {
  const code = error instanceof ModelError ? error.code : null;
  audit.record('error', { message: error.message, code, context }, { turn });
}
