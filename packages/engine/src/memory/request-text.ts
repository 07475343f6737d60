import type { RecallClauses } from '../budget/ways.ts';
import { readClauses } from './clauses.ts';
import { type MemoryRequest, type Target, UNKNOWN, WHOLE, type Wrong } from './request.ts';
import { readTarget } from './target.ts';

/** Longest request that is read, in characters. */
const LONGEST_REQUEST = 8_192;

/** Longest pattern and question, in characters. */
const LONGEST_PATTERN = 512;
const LONGEST_QUESTION = 2_000;

interface Verb {
  shape: RegExp;
  action: MemoryRequest['action'];
}

const VERBS: readonly Verb[] = [
  { shape: /^(?:summari[sz]e|summary|overview)\b/i, action: 'summarise' },
  { shape: /^(?:condense|ask)\b/i, action: 'condense' },
  { shape: /^(?:recall|read|show|get|page|search|filter|grep)\b/i, action: 'recall' },
];

/** What stands before a request that was copied with its tool's name: `memory: "recall …"`. */
const TOOL_NAME = /^memory\b\s*[:(]?\s*(?:request\s*[:=]\s*)?/i;

const QUOTES: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`', '“': '”' };

/**
 * Reads a request in words: `recall output ID [matching PATTERN | lines A-B | head N | tail N] [from line N [byte B]]`,
 * `summarise output ID [overview]`, `condense output ID: QUESTION`; `entry N` in place of `output ID`. Case, quotes, `#`,
 * commas in numbers and a missing `recall` are forgiven.
 */
export function readRequestText(text: string): MemoryRequest | Wrong {
  const wrong = (problem: string, example: MemoryRequest): Wrong => ({ problem, example });
  if (text.length > LONGEST_REQUEST)
    return wrong(`a request has at most ${LONGEST_REQUEST} characters`, recallOf(UNKNOWN));
  const words = unquoted(unquoted(text).replace(TOOL_NAME, ''));
  const verb = verbOf(words);
  const rest = verb ? words.replace(verb.shape, '') : words;
  const found = readTarget(rest);
  if (found === null)
    return wrong(
      `${words === '' ? 'the request is empty: it' : 'the request'} names no output and no entry`,
      recallOf(UNKNOWN),
    );
  if ('wrong' in found)
    return wrong(
      `"${found.wrong.slice(0, 40)}" is no output id (4 to 16 characters of 0-9 and a-f) and no entry number`,
      recallOf(UNKNOWN),
    );
  const { target, end } = found;
  return readRest(
    verb?.action ?? 'recall',
    target,
    rest.slice(end).replace(/^\s+|[\s.]+$/g, ''),
    /^overview/i.test(words),
  );
}

/** The verb that `words` begin with, as any of its forms; null when they begin with none. */
export function verbOf(words: string): Verb | null {
  return VERBS.find(({ shape }) => shape.test(words)) ?? null;
}

function readRest(
  action: MemoryRequest['action'],
  target: Target,
  rest: string,
  overview: boolean,
): MemoryRequest | Wrong {
  switch (action) {
    case 'recall':
      return recallRequest(target, readClauses(rest));
    case 'condense':
      return condenseRequest(target, unquoted(rest.replace(/^(?:[:,]|about\b)?\s*/i, '')));
    case 'summarise': {
      const mode = /^[:,]?\s*(?:(?:as|in|the|an?|mode)\s)*(overview|notable|notable lines|summary)?$/i.exec(rest);
      if (!mode)
        return {
          problem: `"${rest.slice(0, 80)}" is no part of a summary: it is of the whole output, with "overview" or nothing after it`,
          example: { action, target, overview: false },
        };
      return { action, target, overview: overview || mode[1]?.toLowerCase() === 'overview' };
    }
  }
}

/** A recall of these clauses, or what is wrong with them. */
export function recallRequest(target: Target, clauses: RecallClauses | { unread: string }): MemoryRequest | Wrong {
  if ('unread' in clauses) {
    const pattern = clauses.unread.slice(0, 80);
    const again = readClauses(clauses.unread);
    if (!('unread' in again))
      return {
        problem: `"${pattern}" says more than a recall takes: one of lines A-B, head N and tail N, and one "from line N"`,
        example: { action: 'recall', target, clauses: again },
      };
    return {
      problem: `"${pattern}" is no part of a recall, which takes: matching PATTERN, lines A-B, head N, tail N, from line N`,
      example: { action: 'recall', target, clauses: { ...WHOLE, pattern } },
    };
  }
  if (clauses.pattern === '')
    return {
      problem: '"matching" is followed by no pattern',
      example: { action: 'recall', target, clauses: { ...WHOLE, pattern: 'error' } },
    };
  if (clauses.pattern !== null && clauses.pattern.length > LONGEST_PATTERN)
    return {
      problem: `the pattern has ${clauses.pattern.length} characters; it may have ${LONGEST_PATTERN}`,
      example: { action: 'recall', target, clauses: { ...WHOLE, pattern: clauses.pattern.slice(0, 40) } },
    };
  return { action: 'recall', target, clauses };
}

/** A question about all of an output, or what is wrong with it. */
export function condenseRequest(target: Target, words: string): MemoryRequest | Wrong {
  const question = words.trim();
  if (question !== '' && question.length <= LONGEST_QUESTION) return { action: 'condense', target, question };
  const problem =
    question === ''
      ? '"condense" asks a question about the output, and there is none'
      : `the question has ${question.length} characters; it may have ${LONGEST_QUESTION}`;
  return { problem, example: { action: 'condense', target, question: 'what failed, and why?' } };
}

export function recallOf(target: Target): MemoryRequest {
  return { action: 'recall', target, clauses: WHOLE };
}

/** Without white space around, and without one pair of quotes around all of it. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  const quote = QUOTES[trimmed[0] ?? ''];
  return quote && trimmed.length > 1 && trimmed.endsWith(quote) ? trimmed.slice(1, -1).trim() : trimmed;
}
