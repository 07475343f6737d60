import type { EventLine, EventOutput } from '@wisp/protocol';
import { took } from '../../text/format.ts';
import { cleanInline, cleanLines } from '../../text/sanitise.ts';
import type { CallState, Fold, Item, Openable } from '../../transcript/items.ts';
import { at } from '../../transcript/log.ts';
import { endReply } from '../reply.ts';
import type { State } from '../state.ts';
import { addItem, changeItem } from '../step.ts';

/** Outputs that the expanded view can still open; the oldest go. */
const MAX_OPENABLES = 200;

/** Name under which the person's own command runs. */
export const TYPED = 'typed';

/** The transcript with an audit event: calls and their results as one item, what has no wording left out. */
export function onEvent(state: State, line: EventLine): State {
  const settled = endReply(state);
  switch (line.kind) {
    case 'prompt':
    case 'response':
      // The person's own words and the reply stand in the transcript already.
      return settled;
    case 'tool.call':
      return callBegins(settled, line);
    case 'tool.result':
      return callEnds(settled, line.call ?? '', line);
    case 'command.typed':
      return callEnds(settled, TYPED, line);
    case 'command.outcome':
      return line.details.exitStatus === 0 ? settled : markFailed(settled, line);
    case 'model.reasoning':
      return thought(settled, line);
    default:
      return line.text === null ? settled : addItem(settled, { kind: 'event', text: cleanInline(line.text) });
  }
}

function callBegins(state: State, line: EventLine): State {
  const item: Item = { kind: 'call', title: titleOf(line), state: 'running', outcome: '' };
  const next = addItem(state, item);
  return line.call === null ? next : withRunning(next, line.call, next.transcript.end - 1);
}

function callEnds(state: State, call: string, line: EventLine): State {
  const index = state.running[call];
  const failed = typeof line.details.error === 'string' || exitOf(line) > 0;
  const known = index === undefined ? addItem(state, orphan(call, line)) : state;
  const place = index ?? known.transcript.end - 1;
  const opened = line.output ? withOpenable(known, openableOf(known, place, line, line.output)) : known;
  const ended = changeItem(opened, place, (item) => {
    if (item.kind !== 'call' && item.kind !== 'typed') return item;
    const ending: CallState = failed || item.state === 'failed' ? 'failed' : 'ok';
    const fold = line.output ? foldOf(line.output, state.foldLines) : undefined;
    return { ...item, state: ending, outcome: outcomeOf(line, index !== undefined), ...(fold ? { fold } : {}) };
  });
  const { [call]: _, ...running } = ended.running;
  return { ...ended, running };
}

function markFailed(state: State, line: EventLine): State {
  const index = state.running[line.call ?? TYPED];
  if (index === undefined) return state;
  return changeItem(state, index, (item) =>
    item.kind === 'call' || item.kind === 'typed' ? { ...item, state: 'failed' } : item,
  );
}

function thought(state: State, line: EventLine): State {
  const text = typeof line.details.text === 'string' ? line.details.text : '';
  if (text === '' && line.text === null) return state;
  const id = `thought-${state.transcript.end}`;
  const words = cleanInline(line.text ?? 'thought about it');
  const opened = withOpenable(state, { id, title: words, text, complete: true });
  return addItem(opened, { kind: 'thought', text: words, openable: id });
}

/** A result whose call was not heard of, shown all the same. */
function orphan(call: string, line: EventLine): Item {
  const title = titleOf(line);
  return call === TYPED
    ? { kind: 'typed', command: stringOf(line.details.command) ?? title, state: 'ok', outcome: '' }
    : { kind: 'call', title, state: 'ok', outcome: '' };
}

function titleOf(line: EventLine): string {
  if (line.text !== null) return cleanInline(line.text);
  const tool = stringOf(line.details.tool) ?? line.kind;
  const given = stringOf(line.details.arguments) ?? '';
  return cleanInline(`${tool} ${given}`.trim());
}

function outcomeOf(line: EventLine, hadCall: boolean): string {
  if (line.text !== null && hadCall) return withoutTool(cleanInline(line.text), stringOf(line.details.tool));
  const { seconds } = line.details;
  const exit = exitOf(line);
  const parts = [exit > 0 ? `exit ${exit}` : '', typeof seconds === 'number' && seconds >= 0.1 ? took(seconds) : ''];
  return parts.filter((part) => part !== '').join(' · ');
}

/** A result's wording without the tool's name before it: the title beside it begins with that name. */
function withoutTool(text: string, tool: string | undefined): string {
  return tool !== undefined && text.startsWith(`${tool}: `) ? text.slice(tool.length + 2) : text;
}

function openableOf(state: State, index: number, line: EventLine, output: EventOutput): Openable {
  const item = at(state.transcript, index);
  const title = item?.kind === 'call' ? item.title : item?.kind === 'typed' ? `$ ${item.command}` : titleOf(line);
  return {
    id: output.id,
    title,
    text: output.text,
    complete: !output.truncated,
    ...(output.stored ? { stored: output.stored } : {}),
  };
}

/** First lines of an output. The frame that a command's result begins with is left out: its outcome says the same. */
function foldOf(output: EventOutput, most: number): Fold {
  const all = cleanLines(output.text);
  const frame = /^exit status:? -?\d+$/.test(all[0] ?? '') ? (/^std(?:out|err):$/.test(all[1] ?? '') ? 2 : 1) : 0;
  const lines = all.slice(frame, frame + most);
  const total = output.stored?.lines ?? Math.max(output.lines, all.length);
  return { lines, more: Math.max(0, total - frame - lines.length), openable: output.id };
}

function withOpenable(state: State, openable: Openable): State {
  return { ...state, openables: [...state.openables, openable].slice(-MAX_OPENABLES) };
}

function withRunning(state: State, call: string, index: number): State {
  return { ...state, running: { ...state.running, [call]: index } };
}

function exitOf(line: EventLine): number {
  const { exitStatus } = line.details;
  return typeof exitStatus === 'number' ? exitStatus : 0;
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
