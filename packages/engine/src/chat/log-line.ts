import type { z } from 'zod';
import { type AuditEvent, EVENT_DETAILS } from '../audit/events.ts';
import { cleanOutput } from '../text/clean.ts';
import { clip, plural, seconds, size } from '../text/format.ts';
import { lossOf, wordingOf } from './wording.ts';

/** Longest wording of one event, in bytes. */
const WORDING_BYTES = 400;

type Say = (event: AuditEvent) => string | null;

function word<T>(schema: z.ZodType<T>, say: (details: T, call: string | null) => string): Say {
  return ({ details, call }) => {
    const known = schema.safeParse(details);
    return known.success ? say(known.data, call) : null;
  };
}

const ended = (exitStatus: number | null, signal: string | null): string =>
  signal ? `ended by signal ${signal}` : `exit status ${exitStatus ?? '?'}`;

/** How the events read that no conversation shows. */
const WORDING: Readonly<Record<string, Say>> = {
  'session.start': word(EVENT_DETAILS['session.start'], ({ entryPoint, directory, outputSweep }) => {
    const swept = outputSweep ? `; swept ${plural(outputSweep.removed, 'session')}, ${size(outputSweep.bytes)}` : '';
    const left = outputSweep && outputSweep.deferred > 0 ? `, ${outputSweep.deferred} left for later` : '';
    return `${entryPoint} in ${directory}${swept}${left}`;
  }),
  'session.end': word(EVENT_DETAILS['session.end'], ({ reason }) => reason),
  prompt: word(EVENT_DETAILS.prompt, ({ text }) => text),
  'model.resolved': word(EVENT_DETAILS['model.resolved'], ({ model, contextNote }) => `${model}: ${contextNote}`),
  'output.kept': word(EVENT_DETAILS['output.kept'], ({ tool, bytes, lines, cut }, call) => {
    return `${tool}: ${plural(lines, 'line')}, ${size(bytes)}${cut ? ' (cut)' : ''}, as output ${call ?? '?'}`;
  }),
  'policy.decision': word(EVENT_DETAILS['policy.decision'], ({ verdict, level, command, reason }) => {
    return `${verdict} (${level}): ${command}${reason === '' ? '' : ` · ${reason}`}`;
  }),
  'command.outcome': word(EVENT_DETAILS['command.outcome'], ({ exitStatus, signal, reason, seconds: took }) => {
    const how = reason === 'not started' ? reason : ended(exitStatus, signal);
    return `${how}${reason === 'timed out' || reason === 'interrupted' ? ` (${reason})` : ''} · ${seconds(took)}`;
  }),
  'command.typed': word(EVENT_DETAILS['command.typed'], ({ command, exitStatus, signal, seconds: took, notKept }) => {
    return `${command} · ${ended(exitStatus, signal)} · ${seconds(took)}${lossOf(notKept)}`;
  }),
  response: word(EVENT_DETAILS.response, ({ text, outcome, seconds: took }) => {
    return `${outcome === 'ok' ? '' : `${outcome}: `}${text} · ${seconds(took)}`;
  }),
};

/** How a line of the log stands out on a terminal; without colours each of them gives its text as it is. */
export interface Paint {
  quiet: (text: string) => string;
  kind: (text: string, isError: boolean) => string;
}

export const PLAIN: Paint = { quiet: (text) => text, kind: (text) => text };

export const COLOURS: Paint = {
  quiet: (text) => `\x1b[2m${text}\x1b[22m`,
  kind: (text, isError) => `\x1b[${isError ? 31 : 36}m${text}\x1b[39m`,
};

/** Columns of a kind; a longer one moves its own line alone. */
const KIND_WIDTH = 15;

/** One event as one line, without its line feed: local time, session, turn, kind, and what happened. Nothing in it drives a terminal. */
export function logLine(event: AuditEvent, paint: Paint): string {
  const { time, session, turn, kind } = event;
  const when = new Date(time).toLocaleString('sv-SE');
  const place = paint.quiet(`${when}  ${session.slice(0, 8)}  ${turn === null ? '  -' : String(turn).padStart(3)}`);
  const isError = kind === 'error' || event.details.error !== undefined;
  const shown = paint.kind(oneLine(kind).padEnd(KIND_WIDTH), isError);
  return `${place}  ${shown}  ${clip(oneLine(wording(event)), WORDING_BYTES)}`.trimEnd();
}

/** An event of a kind, or in a form, that this version does not know reads as its details do. */
function wording(event: AuditEvent): string {
  return WORDING[event.kind]?.(event) ?? shownWording(event) ?? JSON.stringify(event.details);
}

function shownWording(event: AuditEvent): string | null {
  const schema = Object.entries(EVENT_DETAILS).find(([kind]) => kind === event.kind)?.[1];
  return schema?.safeParse(event.details).success ? wordingOf(event) : null;
}

/** Bounded before it is cleaned: a text in the log may be a hundred times what a line shows of it. */
const oneLine = (text: string): string =>
  cleanOutput(text.slice(0, 4 * WORDING_BYTES))
    .replaceAll(/\s+/g, ' ')
    .trim();
