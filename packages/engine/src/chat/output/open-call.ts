import { join } from 'node:path';
import type { ViewError } from '@wisp/protocol';
import type { Conversation } from '../../session/conversation.ts';
import type { CallRef } from '../../session/saved-conversation.ts';
import { findOutput } from '../../store/find.ts';
import { openOutput } from '../../store/open-output.ts';
import { type StoredOutput, StoreError } from '../../store/stored-output.ts';

/** Why an output can not be shown: `call` is what it would be of, when it is a call of the conversation. */
interface Refused {
  reason: ViewError['reason'];
  sentence: string;
  call: CallRef | null;
}

type Opened = { output: StoredOutput } | Refused;

/**
 * Opens the output that an id or a prefix of it names: of a call of this conversation in that call's own session, else any of
 * the store. Close it when done.
 */
export function openCall({ calls, session: { home }, settings }: Conversation, asked: string): Opened {
  const refused = (reason: Refused['reason'], sentence: string, call: CallRef | null = null): Refused => ({
    reason,
    sentence,
    call,
  });
  const found = calls.find(asked);
  if (found && 'several' in found)
    return refused('no such output', `${asked} names more than one output: ${found.several.slice(0, 5).join(', ')}`);
  if (!found) {
    const other = findOutput(home, asked);
    if ('problem' in other) return refused('no such output', other.problem);
    return opened(other.directory, other.id, (error) => refused('damaged', error.message));
  }
  const { call } = found;
  const { id, session, kept } = call;
  return opened(join(home, 'output', session), id, (error) => {
    if (error.reason === 'damaged') return refused('damaged', error.message, call);
    if (kept) return refused('swept', `output ${id} was kept and is there no more: it was swept or removed`, call);
    if (!settings.audit.enabled) return refused('never kept', `nothing of ${id} was kept: the audit is off`, call);
    return refused('never kept', `nothing of ${id} was held back, so nothing was kept: its result is the whole`, call);
  });
}

function opened(directory: string, id: string, refuse: (error: StoreError) => Refused): Opened {
  try {
    return { output: openOutput(directory, id) };
  } catch (error) {
    if (error instanceof StoreError) return refuse(error);
    throw error;
  }
}
