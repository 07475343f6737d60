/** A place in an output: a line, and a byte inside it, both from 1. */
export interface Place {
  line: number;
  byte: number;
}

/** Lines of an output that are asked for, instead of all: `lines` from 1, both ends with it. */
export type Scope = { kind: 'lines'; from: number; to: number } | { kind: 'head' | 'tail'; count: number };

/** What of an output is recalled: its lines in `scope` that match `pattern`, from `from` on. */
export interface RecallClauses {
  pattern: string | null;
  scope: Scope | null;
  from: Place | null;
}

/** How a reader asks for more: through the model's `memory` tool, with a command of the chat, or on the command line. */
export type Voice = 'memory' | 'chat' | 'command-line';

/** A pattern that the request's grammar takes as it is: one word that is no part of the grammar. */
const PLAIN = /^(?!(?:starting|from|at|lines?|head|first|tail|last|byte)\b)[^\s"'`“,;.](?:[^\s"'`]*[^\s"'`.])?$/i;

/** Words that a shell takes as they are. */
const SHELL_PLAIN = /^[\w.,:/@%+=-]+$/;

/**
 * The request for a part of an output in the words of `voice`: `recall output 3f9a matching 'a b' from line 7`, or
 * `wisp recall 3f9a --matching 'a b' --from 7`. What it says is what the grammar reads. `name` is an output's id, or an
 * entry's number where `noun` says so.
 */
export function recallWay(
  voice: Voice,
  name: string,
  { pattern, scope, from }: RecallClauses,
  noun: 'output' | 'entry' = 'output',
): string {
  const memory = voice !== 'command-line';
  const parts = [memory ? `recall ${noun} ${name}` : `wisp recall ${name}`];
  if (pattern !== null) parts.push(memory ? `matching ${quoted(pattern)}` : `--matching ${shellQuoted(pattern)}`);
  if (scope) parts.push(`${memory ? '' : '--'}${scope.kind} ${extent(scope)}`);
  if (from) parts.push(memory ? `from line ${from.line}` : `--from ${from.line}`);
  if (from && from.byte > 1) parts.push(`${memory ? '' : '--'}byte ${from.byte}`);
  return parts.join(' ');
}

/** The ways to the rest of output `id` that a held-back note names, from the first place that is held back. */
export function waysToRest(voice: Voice, id: string, from: Place): string {
  const first = recallWay(voice, id, { pattern: null, scope: null, from });
  if (voice === 'command-line')
    return `${first} (also: --matching PATTERN, --lines A-B, --tail N), wisp summarise ${id}, wisp show ${id}`;
  return `memory: "${first}", "recall output ${id} matching PATTERN" (also: lines A-B, tail N), "summarise output ${id}", "condense output ${id}: QUESTION"`;
}

/** A word as a POSIX shell reads it back. */
export function shellQuoted(word: string): string {
  return SHELL_PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const extent = (scope: Scope): string => (scope.kind === 'lines' ? `${scope.from}-${scope.to}` : String(scope.count));

/** A pattern as the grammar reads it back: the closing quote is the last one, so that none inside needs an escape. */
function quoted(pattern: string): string {
  if (PLAIN.test(pattern)) return pattern;
  const quote = pattern.includes("'") && !pattern.includes('"') ? '"' : "'";
  return `${quote}${pattern}${quote}`;
}
