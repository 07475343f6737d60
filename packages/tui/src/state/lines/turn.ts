import type { Outbound } from '@wisp/protocol';
import { count, took } from '../../text/format.ts';
import { cleanInline } from '../../text/sanitise.ts';
import { endReply } from '../reply.ts';
import { AT_REST, NO_REPLY, type State } from '../state.ts';
import { addItem } from '../step.ts';

type TurnLine = Extract<Outbound, { type: 'turn' }>;
type ActivityLine = Extract<Outbound, { type: 'activity' }>;

/** A turn began or ended. Its end adds a line on how it went: the outcome, the time, tokens, what it ran. */
export function onTurn(state: State, line: TurnLine, now: number): State {
  if (line.phase === 'start') {
    return { ...state, streaming: NO_REPLY, work: { ...state.work, turn: line.turn, since: now } };
  }
  const ended = endReply(state);
  const quiet = {
    ...ended,
    running: {},
    work: { ...AT_REST, sent: ended.work.sent },
  };
  const text = summary(line);
  return text === '' ? quiet : addItem(quiet, { kind: 'turn', text, failed: (line.outcome ?? 'ok') !== 'ok' });
}

/** What the engine does now. Its turn time is kept as the moment of the beginning, so that it ticks by itself. */
export function onActivity(state: State, line: ActivityLine, now: number): State {
  const doing = line.doing === null ? null : cleanInline(line.doing);
  const running = doing !== null || state.work.turn !== null;
  const since = running ? now - line.turnSeconds * 1_000 : null;
  const { thinking = false, bytes = null } = line;
  return { ...state, work: { ...state.work, doing, thinking, since, bytes, progress: progressOf(line) } };
}

function progressOf({ progress }: ActivityLine): string | null {
  if (!progress) return null;
  const { done, total, unit } = progress;
  return `${count(done)}${total === null ? '' : ` of ${count(total)}`} ${cleanInline(unit)}`;
}

function summary(line: TurnLine): string {
  const tokens =
    line.inputTokens === undefined ? '' : `${count(line.inputTokens)} → ${count(line.outputTokens ?? 0)} tokens`;
  const outcome = line.outcome === 'interrupted' ? 'interrupted' : line.outcome === 'error' ? 'failed' : '';
  const time = line.seconds === undefined ? '' : took(line.seconds);
  const ran = line.ran === undefined ? '' : cleanInline(line.ran);
  return [outcome, time, tokens, ran].filter((part) => part !== '').join(' · ');
}
