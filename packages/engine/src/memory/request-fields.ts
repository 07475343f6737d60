import type { RecallClauses } from '../budget/ways.ts';
import { readClauses } from './clauses.ts';
import { type MemoryRequest, type Target, UNKNOWN, type Wrong } from './request.ts';
import { condenseRequest, readRequestText, recallOf, recallRequest, verbOf } from './request-text.ts';
import { readTarget } from './target.ts';

/** A request in fields, as a model fills them: any of them absent, empty, or of another type than it should be. */
export interface MemoryFields {
  /** The request in words; used when no other field names an output or an entry. */
  request?: unknown;
  action?: unknown;
  output?: unknown;
  entry?: unknown;
  matching?: unknown;
  lines?: unknown;
  head?: unknown;
  tail?: unknown;
  from?: unknown;
  byte?: unknown;
  question?: unknown;
  overview?: unknown;
}

/**
 * Reads a request in fields. Zeros and empty texts count as absent; `lines` may be `3-9`, `[3, 9]` or `3 to 9`, `from` a
 * number or `line 5 byte 3`. Without `action`, a question condenses, `overview` summarises, and anything else recalls.
 */
export function readRequestFields(fields: MemoryFields): MemoryRequest | Wrong {
  const found = targetOf(fields);
  if (found === null) return readRequestText(textOf(fields.request) ?? textOf(fields.action) ?? '');
  if ('wrong' in found)
    return {
      problem: `"${found.wrong.slice(0, 40)}" is no output id (4 to 16 characters of 0-9 and a-f) and no entry number`,
      example: recallOf(UNKNOWN),
    };
  const { target } = found;
  const question = saidIn(fields.question);
  const overview = fields.overview === true || /^(?:true|yes|overview)$/i.test(textOf(fields.overview) ?? '');
  const named = textOf(fields.action);
  const action = named === null ? null : (verbOf(named)?.action ?? null);
  if (named !== null && action === null)
    return {
      problem: `there is no action "${named.slice(0, 40)}": there are recall, summarise and condense`,
      example: recallOf(target),
    };
  switch (action ?? (question ? 'condense' : overview ? 'summarise' : 'recall')) {
    case 'recall':
      return recallRequest(target, clausesOf(fields));
    case 'summarise':
      return { action: 'summarise', target, overview: overview || /^overview/i.test(named ?? '') };
    case 'condense':
      return condenseRequest(target, question ?? '');
  }
}

function targetOf({ output, entry }: MemoryFields): { target: Target } | { wrong: string } | null {
  for (const [noun, value] of [['output', textOf(output)] as const, ['entry', textOf(entry)] as const]) {
    if (value === null) continue;
    const named = /^(?:output|entry)\b/i.test(value) ? value : `${noun} ${value}`;
    return readTarget(named) ?? { wrong: value };
  }
  return null;
}

function clausesOf(fields: MemoryFields): RecallClauses | { unread: string } {
  const words = (['lines', 'head', 'tail', 'from', 'byte'] as const).flatMap((name) => {
    const value = textOf(fields[name]);
    return value === null ? [] : `${name} ${value.replace(/^(?:lines|head|tail|from|byte)\b\s*/i, '')}`;
  });
  const clauses = readClauses(words.join(' '));
  if ('unread' in clauses) return clauses;
  return { ...clauses, pattern: saidIn(fields.matching) ?? clauses.pattern };
}

/** A field of which every character counts; null when it is absent or blank. */
function saidIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A field as text; null when it is absent or says nothing. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) return textOf(value.join('-'));
  if (typeof value === 'number') return value === 0 ? null : String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return /^(?:0|none|null|undefined)?$/i.test(text) ? null : text;
}
