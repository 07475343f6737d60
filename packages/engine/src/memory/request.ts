import { type RecallClauses, recallWay, shellQuoted, type Voice } from '../budget/ways.ts';

/** What a request is about: a stored output by its id or a prefix of it, or an entry of the conversation by its number. */
export type Target = { output: string } | { entry: number };

/** A request to memory, as the string and the fields both say it (features E). */
export type MemoryRequest =
  | { action: 'recall'; target: Target; clauses: RecallClauses }
  | { action: 'summarise'; target: Target; overview: boolean }
  | { action: 'condense'; target: Target; question: string };

/** A request that can not be met: what is wrong with it, and one that would work. */
export interface Wrong {
  problem: string;
  example: MemoryRequest;
}

/** All of the output: no filter, from its beginning. */
export const WHOLE: RecallClauses = { pattern: null, scope: null, from: null };

/** Stands in an example for an output that nobody named. */
export const UNKNOWN: Target = { output: 'ID' };

/** The words of a request: for the model as `memory "recall output 3f9a from line 7"`, for a person as a command. */
export function requestIn(voice: Voice, request: MemoryRequest, window: number | null = null): string {
  const noun = 'output' in request.target ? 'output' : 'entry';
  const name = 'output' in request.target ? request.target.output : String(request.target.entry);
  const words = inWords(voice, noun, name, request);
  if (voice === 'memory') return `memory "${words}"`;
  // Of the three verbs two are commands of the chat; the third is said to `/recall`.
  if (voice === 'chat') return request.action === 'condense' ? `/recall ${words}` : `/${words}`;
  return window === null ? words : `${words} --window ${window}`;
}

function inWords(voice: Voice, noun: 'output' | 'entry', name: string, request: MemoryRequest): string {
  const memory = voice !== 'command-line';
  switch (request.action) {
    case 'recall':
      return recallWay(voice, name, request.clauses, noun);
    case 'summarise':
      if (memory) return `summarise ${noun} ${name}${request.overview ? ' overview' : ''}`;
      return `wisp summarise ${name}${request.overview ? ' --overview' : ''}`;
    case 'condense':
      return memory
        ? `condense ${noun} ${name}: ${request.question}`
        : `wisp condense ${name} ${shellQuoted(request.question)}`;
  }
}

/** A wrong request's answer, in one sentence and one example. */
export function wrongAnswer(voice: Voice, { problem, example }: Wrong, window: number | null = null): string {
  const such = example.target === UNKNOWN ? 'A request looks like this' : 'This works';
  return `${problem}. ${such}: ${requestIn(voice, example, window)}`;
}
