import type { ApprovalDecision } from '@wisp/protocol';
import { plainText } from '../../input/editor.ts';
import { type InputEvent, keyName } from '../../input/keys.ts';
import { answersTo, commandRoom, commandRows } from '../../screen/approval.ts';
import { optionsLeft } from '../../screen/choice.ts';
import { dialogRoom } from '../../screen/layout.ts';
import { QUIET } from '../lines/ask.ts';
import type { Dialog, State } from '../state.ts';
import { only, type Step, sending } from '../step.ts';
import { scrollPage } from './scroll.ts';

type Approval = Extract<Dialog, { kind: 'approval' }>;
type Choice = Extract<Dialog, { kind: 'choice' }>;

/** A key while a question waits. */
export function onDialogKey(state: State, dialog: Dialog, event: InputEvent, now: number): Step {
  const name = keyName(event);
  if (name === 'pageup' || name === 'pagedown') return only(scrollPage(state, name === 'pageup' ? -1 : 1));
  return dialog.kind === 'approval' ? onApprovalKey(state, dialog, name, now) : onChoiceKey(state, dialog, event);
}

/** The dialog answered with what changes nothing. */
export function refuse(state: State, dialog: Dialog): Step {
  return dialog.kind === 'approval' ? answer(state, dialog, 'no', 0) : choose(state, dialog, null);
}

function onApprovalKey(state: State, dialog: Approval, name: string, now: number): Step {
  if (now < dialog.quietUntil) return only(withFirst(state, { ...dialog, quietUntil: now + QUIET }));
  if (name === 'up' || name === 'down') return only(withFirst(state, scrolled(state, dialog, name === 'up' ? -1 : 1)));
  if (name === 'escape') return answer(state, dialog, 'no', now);
  const chosen = answersTo(dialog.line).find(({ key }) => key === name.toLowerCase());
  if (!chosen) return only(state);
  return answer(state, dialog, chosen.decision, now);
}

function onChoiceKey(state: State, dialog: Choice, event: InputEvent): Step {
  const options = optionsLeft(dialog);
  const name = keyName(event);
  if (name === 'escape') return choose(state, dialog, null);
  if (name === 'enter') {
    const picked =
      options[dialog.selected]?.value ?? (dialog.line.acceptsText && dialog.text !== '' ? dialog.text : undefined);
    return picked === undefined ? only(state) : choose(state, dialog, picked);
  }
  if (name === 'up' || name === 'down') {
    const selected = Math.min(Math.max(0, dialog.selected + (name === 'up' ? -1 : 1)), Math.max(0, options.length - 1));
    return only(withFirst(state, { ...dialog, selected }));
  }
  const text =
    name === 'backspace'
      ? dialog.text.slice(0, -1)
      : event.kind === 'key'
        ? dialog.text
        : dialog.text + oneLine(event.text);
  return only(withFirst(state, { ...dialog, text: text.slice(0, MAX_TEXT), selected: 0 }));
}

/** Longest text that a choice takes: the protocol's bound. */
const MAX_TEXT = 4_096;

function answer(state: State, dialog: Approval, decision: ApprovalDecision, now: number): Step {
  return sending(closed(state, now), { type: 'answer', id: dialog.line.id, decision });
}

function choose(state: State, dialog: Choice, value: string | null): Step {
  return sending(closed(state, 0), { type: 'choose', id: dialog.line.id, value });
}

/** The next question comes in front; it waits for quiet anew, since the key that closed this one was not meant for it. */
function closed(state: State, now: number): State {
  const [, ...dialogs] = state.dialogs;
  const waiting = dialogs.map((dialog) =>
    dialog.kind === 'approval' ? { ...dialog, quietUntil: Math.max(dialog.quietUntil, now + QUIET) } : dialog,
  );
  return { ...state, dialogs: waiting };
}

function withFirst(state: State, dialog: Dialog): State {
  return { ...state, dialogs: [dialog, ...state.dialogs.slice(1)] };
}

function scrolled(state: State, dialog: Approval, by: number): Approval {
  const total = commandRows(dialog.line, state.size.columns).length;
  const last = Math.max(0, total - commandRoom(dialogRoom(state)));
  return { ...dialog, top: Math.min(last, Math.max(0, dialog.top + by)) };
}

function oneLine(text: string): string {
  return plainText(text).replaceAll('\n', ' ');
}
