import type { Outbound } from '@wisp/protocol';
import { cleanInline, cleanLine, cleanLines } from '../../text/sanitise.ts';
import { FOLD_LINES } from '../../transcript/items.ts';
import { at } from '../../transcript/log.ts';
import { onCarried } from '../carried.ts';
import { onCompletions } from '../completion.ts';
import { endReply, growReply, voidReply } from '../reply.ts';
import { AT_REST, type State } from '../state.ts';
import { addItem, only, type Step } from '../step.ts';
import { sendQueued } from '../submit.ts';
import { onApproval, onChoice, onWithdrawn } from './ask.ts';
import { onEvent } from './event.ts';
import { onPanelAnswer } from './panel.ts';
import { onActivity, onTurn } from './turn.ts';
import { onView } from './view.ts';

type LineOf<T extends Outbound['type']> = Extract<Outbound, { type: T }>;

/** The state after a line of the engine. Every text of it is cleaned on the way. */
export function onLine(state: State, line: Outbound, now: number): Step {
  switch (line.type) {
    case 'hello':
      return {
        state: {
          ...state,
          engine: { phase: 'running', session: cleanInline(line.session), version: cleanInline(line.engine) },
          foldLines: Math.min(FOLD_LINES, line.settings?.shownOutputLines ?? state.foldLines),
          animation: state.animation && (line.settings?.animation ?? true),
        },
        effects: [
          { kind: 'recollect', home: line.home },
          ...(line.settings ? [{ kind: 'dress', settings: line.settings } as const] : []),
        ],
      };
    case 'note':
      return only(onNote(state, line));
    case 'status':
      return onStatus(state, line);
    case 'activity':
      return only(onActivity(state, line, now));
    case 'turn':
      return only(onTurn(state, line, now));
    case 'delta':
      return only(growReply(line.restart ? voidReply(state) : state, line.text));
    case 'reasoning':
      // The whole of it comes as an event once it has ended.
      return only(state);
    case 'output':
      return only(onOutput(state, line));
    case 'event':
      return only(onEvent(state, line));
    case 'view':
      return onView(state, line);
    case 'found':
    case 'points':
    case 'kept':
      return onPanelAnswer(state, line);
    case 'context':
      return only(onCarried(state, line));
    case 'approval':
      return only(onApproval(state, line, now));
    case 'withdrawn':
      return only(onWithdrawn(state, line.id));
    case 'choice':
      return only(onChoice(state, line));
    case 'completions':
      return only(onCompletions(state, line));
    case 'exit':
      return {
        state: { ...state, saved: line.saved === undefined ? state.saved : cleanInline(line.saved) },
        effects: [{ kind: 'leave', code: line.code }],
      };
  }
}

function onNote(state: State, line: LineOf<'note'>): State {
  return addItem(endReply(state), { kind: 'note', level: line.level, text: cleanLines(line.text).join('\n') });
}

/** The engine wants input: what was queued goes, one line at a time. */
function onStatus(state: State, line: LineOf<'status'>): Step {
  const status = {
    ...line,
    model: line.model === null ? null : cleanInline(line.model),
    directory: cleanInline(line.directory),
    branch: line.branch === null ? null : cleanInline(line.branch),
  };
  const saved = line.name === undefined ? state.saved : cleanInline(line.name);
  return sendQueued({ ...state, status, saved, work: AT_REST });
}

function onOutput(state: State, line: LineOf<'output'>): State {
  const last = at(state.transcript, state.transcript.end - 1);
  return addItem(endReply(state), {
    kind: 'printed',
    text: cleanLine(line.text.replaceAll('\n', ' ')),
    begins: last?.kind !== 'printed',
  });
}
