import type { z } from 'zod';
import { type AuditEvent, EVENT_DETAILS, type EventDetails } from '../audit/events.ts';
import { argumentsInShort } from '../session/call-title.ts';
import { clip, grouped, plural, seconds } from '../text/format.ts';

/** Longest wording of one event, in bytes. */
const WORDING_BYTES = 400;

function word<T>(schema: z.ZodType<T>, say: (details: T) => string | null): (details: unknown) => string | null {
  return (details) => say(schema.parse(details));
}

/** What a result holds back and nothing holds: a person has to hear of it where the result is shown. */
export const lossOf = (notKept: string | undefined): string =>
  notKept === undefined ? '' : ` · the rest was not kept: ${notKept}`;

const CONDENSED_BECAUSE: Readonly<Record<EventDetails<'context.condensation'>['reason'], string>> = {
  filling: '',
  overflow: 'the server found the request too long; ',
  reply: 'the reply had no room; ',
};

/** How the events that a person is shown read, in one line each. Kinds that are not here are not shown. */
const WORDING: Readonly<Record<string, (details: unknown) => string | null>> = {
  'tool.call': word(EVENT_DETAILS['tool.call'], ({ tool, arguments: args }) =>
    `${tool} ${argumentsInShort(args)}`.trimEnd(),
  ),
  'tool.result': word(
    EVENT_DETAILS['tool.result'],
    ({ tool, outcome, seconds: took, error, notKept }) =>
      `${tool}: ${error ?? outcome} · ${seconds(took)}${lossOf(notKept)}`,
  ),
  'policy.decision': word(EVENT_DETAILS['policy.decision'], ({ verdict, reason }) =>
    verdict === 'allowed' ? null : `not run: ${reason}`,
  ),
  'command.typed': word(EVENT_DETAILS['command.typed'], ({ exitStatus, signal, seconds: took, notKept }) => {
    const ended = signal ? `ended by signal ${signal}` : `exit status ${exitStatus ?? '?'}`;
    return `${ended} · ${seconds(took)}${lossOf(notKept)}`;
  }),
  'context.condensation': word(EVENT_DETAILS['context.condensation'], (made) => {
    const parts = [
      plural(made.turns, 'older turn'),
      plural(made.rounds, 'earlier round'),
      plural(made.references, 'result'),
    ];
    const counts = [made.turns, made.rounds, made.references];
    const what = parts.filter((_, index) => counts[index] !== 0).join(', ');
    return `${CONDENSED_BECAUSE[made.reason]}made room in the context: ${what} condensed, ${grouped(made.tokensBefore)} → ${grouped(made.tokensAfter)} tokens`;
  }),
  'model.reasoning': word(EVENT_DETAILS['model.reasoning'], ({ seconds: took }) => `thought for ${seconds(took)}`),
  error: word(EVENT_DETAILS.error, ({ message }) => message),
};

/** The one-line wording of an event, or null for one that no face shows. */
export function wordingOf(event: AuditEvent): string | null {
  const text = WORDING[event.kind]?.(event.details) ?? null;
  return text === null ? null : clip(text.replaceAll(/\s+/g, ' '), WORDING_BYTES);
}
