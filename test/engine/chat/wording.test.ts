import { expect, it } from 'vitest';
import type { AuditEvent, EventDetails } from '../../../packages/engine/src/audit/events.ts';
import { wordingOf } from '../../../packages/engine/src/chat/wording.ts';

function condensation(changes: Partial<EventDetails<'context.condensation'>>): AuditEvent {
  const made = { turns: 0, rounds: 0, references: 0, tokensBefore: 7_012, tokensAfter: 4_100, window: 8_192 };
  return {
    schema: 1,
    version: '0.1.0',
    pid: 1,
    id: 'e1',
    time: '2026-10-05T07:00:00.000Z',
    session: '0123456789abcdef',
    turn: 9,
    call: null,
    kind: 'context.condensation',
    details: { reason: 'filling', ...made, ...changes },
  };
}

it('a condensation is one line: what was condensed, and what that gained', () => {
  expect(wordingOf(condensation({ turns: 1 }))).toBe(
    'made room in the context: 1 older turn condensed, 7,012 → 4,100 tokens',
  );
  expect(wordingOf(condensation({ turns: 2, reason: 'reply' }))).toBe(
    'the reply had no room; made room in the context: 2 older turns condensed, 7,012 → 4,100 tokens',
  );
  expect(wordingOf(condensation({ turns: 3, rounds: 2, references: 1, reason: 'overflow' }))).toBe(
    'the server found the request too long; made room in the context: 3 older turns, 2 earlier rounds, 1 result condensed, 7,012 → 4,100 tokens',
  );
});
