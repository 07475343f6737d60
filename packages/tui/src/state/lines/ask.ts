import type { ApprovalLine } from '@wisp/protocol';
import type { ChoiceLine, Dialog, State } from '../state.ts';

/** Quiet that a dialog waits for before it takes a key, in ms: what is typed when it appears was meant for the draft. */
export const QUIET = 500;

/** A command to be approved. It waits behind the dialogs that are there already. */
export function onApproval(state: State, line: ApprovalLine, now: number): State {
  return withDialog(state, { kind: 'approval', line, quietUntil: now + QUIET, top: 0 });
}

/** A choice of the person: shown with what holds now selected. */
export function onChoice(state: State, line: ChoiceLine): State {
  const selected = line.options.findIndex((option) => option.value === line.current);
  return withDialog(state, { kind: 'choice', line, selected: Math.max(0, selected), text: '' });
}

/** A question that is no longer asked. */
export function onWithdrawn(state: State, id: string): State {
  return { ...state, dialogs: state.dialogs.filter((dialog) => dialog.line.id !== id) };
}

function withDialog(state: State, dialog: Dialog): State {
  return { ...state, dialogs: [...state.dialogs, dialog], completion: null, help: false };
}
