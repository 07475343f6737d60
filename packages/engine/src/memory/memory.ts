import type { Voice } from '../budget/ways.ts';
import { findOutput } from '../store/find.ts';
import { openVerified } from '../store/open-verified.ts';
import { type StoredOutput, StoreError } from '../store/stored-output.ts';
import { condensedText, noModel } from './condensed-text.ts';
import type { OutputCondenser } from './condenser.ts';
import { matchPage } from './matching.ts';
import { newestOutput } from './newest.ts';
import type { OnProgress } from './progress.ts';
import { recallPage } from './recall.ts';
import { type MemoryRequest, type Target, UNKNOWN, WHOLE, type Wrong, wrongAnswer } from './request.ts';
import { type MemoryFields, readRequestFields } from './request-fields.ts';
import { readRequestText } from './request-text.ts';
import type { Reader, Subject } from './subject.ts';

/** What memory may reach, and for whom. */
export interface MemoryContext {
  home: string;
  /** The session whose outputs may be reached; null for any session's. */
  session: string | null;
  /** Sessions of the same conversation before it was resumed: their outputs may be reached too. */
  earlier?: readonly string[];
  /** Bytes that the answer may have: the tool budget. */
  room: number;
  voice: Voice;
  /** The output of an entry of the conversation; null when there is no such entry, or it has none. */
  entries: (entry: number) => { id: string; session?: string } | null;
  /** The exact readers' summary of an output, within `bytes`. */
  summarise: (stored: StoredOutput, mode: 'notable' | 'overview', bytes: number) => Promise<string>;
  /** Null when there is no model to ask. */
  condenser: OutputCondenser | null;
  signal: AbortSignal;
  onProgress: OnProgress;
}

/**
 * Answers a request to memory, in words or in fields (features E). Whatever is wrong with the request or with the store is
 * answered with what it is and a request that works; rejects only with the signal's reason.
 */
export async function answerMemory(request: string | MemoryFields, context: MemoryContext): Promise<string> {
  const read = typeof request === 'string' ? readRequestText(request) : readRequestFields(request);
  const answer = 'problem' in read ? read : await answerRequest(read, context);
  return typeof answer === 'string' ? answer : wrongAnswer(context.voice, withKnown(answer, context));
}

async function answerRequest(request: MemoryRequest, context: MemoryContext): Promise<string | Wrong> {
  const instead = (problem: string): Wrong => ({
    problem,
    example: { action: 'recall', target: UNKNOWN, clauses: WHOLE },
  });
  const opened = openTarget(request.target, context);
  if ('problem' in opened) return instead(opened.problem);
  try {
    return await answerAbout(opened, request, context);
  } catch (error) {
    if (error instanceof StoreError) return instead(error.message);
    throw error;
  } finally {
    opened.stored.close();
  }
}

async function answerAbout(subject: Subject, request: MemoryRequest, context: MemoryContext): Promise<string | Wrong> {
  const { voice, room, signal, onProgress, condenser } = context;
  const reader: Reader = { voice, room, window: null };
  switch (request.action) {
    case 'recall': {
      const { clauses } = request;
      const { pattern } = clauses;
      const page =
        pattern === null
          ? recallPage(subject, clauses, reader)
          : await matchPage(subject, { ...clauses, pattern }, reader, signal);
      return 'problem' in page ? page : page.text;
    }
    case 'summarise':
      return context.summarise(subject.stored, request.overview ? 'overview' : 'notable', room);
    case 'condense': {
      const { question } = request;
      if (!condenser) return noModel(subject, reader);
      const condensed = await condenser.condense({ subject, question, room, signal, onProgress });
      return condensedText(subject, question, condensed, reader);
    }
  }
}

/** Opens what a request is about, or says why it can not be reached. */
function openTarget(target: Target, context: MemoryContext): Subject | { problem: string } {
  const { home, session } = context;
  if ('entry' in target) {
    const entry = context.entries(target.entry);
    if (!entry) return { problem: `there is no entry ${target.entry} with an output` };
    const found = findOutput(home, entry.id, entry.session ?? session);
    if ('problem' in found)
      return {
        problem: `nothing of entry ${target.entry} is in the store: its result was the whole, or it was kept and is there no more`,
      };
    return open(found.directory, found.id, target.entry);
  }
  const found = findOutput(home, target.output, session);
  if (!('problem' in found)) return open(found.directory, found.id, null);
  for (const before of context.earlier ?? []) {
    const kept = findOutput(home, target.output, before);
    if (!('problem' in kept)) return open(kept.directory, kept.id, null);
  }
  if (session !== null && !('problem' in findOutput(home, target.output)))
    return {
      problem: `output ${target.output} is of another conversation, and only this conversation's outputs can be reached`,
    };
  return found;
}

function open(directory: string, id: string, entry: number | null): Subject | { problem: string } {
  try {
    return { stored: openVerified(directory, id), entry, file: null };
  } catch (error) {
    if (error instanceof StoreError) return { problem: error.message };
    throw error;
  }
}

/** A wrong request's answer with an output in its example that can be reached: the one that was kept last. */
function withKnown({ problem, example }: Wrong, { home, session }: MemoryContext): Wrong {
  if (example.target !== UNKNOWN || session === null) return { problem, example };
  const output = newestOutput(home, session);
  if (output === null) return { problem: `${problem}. No output of this conversation is kept so far`, example };
  return { problem, example: { ...example, target: { output } } };
}
