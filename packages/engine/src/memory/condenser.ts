import { cleanOutput, disarm } from '../text/clean.ts';
import { type Chunk, chosen, chunksOf, chunkText } from './chunks.ts';
import {
  type Answer,
  chunkPrompt,
  combinePrompt,
  joinAnswers,
  linesOf,
  PROMPT_BYTES,
  saysNothing,
} from './condense-prompts.ts';
import type { OnProgress } from './progress.ts';
import { nameOf, SMALLEST_ROOM, type Subject } from './subject.ts';

export interface CondenserOptions {
  /** Asks a model that has no tools and no history; rejects when it can not answer, and when the signal is raised. */
  ask: (prompt: string, signal: AbortSignal) => Promise<string>;
  /** Calls under way at once. One is what a local server serves at a time unless it is told otherwise. */
  parallel?: number;
}

export interface CondenseCall {
  subject: Subject;
  question: string;
  /** Bytes of one prompt, and of the joined answers. */
  room: number;
  signal: AbortSignal;
  onProgress: OnProgress;
}

/** What came of a question. */
export interface Condensed {
  /** Chunks that the output has, and those of them that were asked. */
  chunks: number;
  asked: number;
  /** Of those, how many answered, with something or with nothing. */
  answered: number;
  /** The answers that say something, in the order of the output. */
  answers: Answer[];
  /** One answer made of them, when they are too long together. */
  combined: string | null;
  /** Why chunks were not answered; null when all were. */
  failure: string | null;
  /** Why the answers could not be combined; null when they were, or did not need to be. */
  notCombined: string | null;
  /** Lines that were not asked, when the output has too many chunks. */
  leftOut: { fromLine: number; toLine: number } | null;
}

/** Failures after which no further chunk is asked: the model will not answer the others either. */
const MOST_FAILURES = 3;

/**
 * Asks a question of all of a stored output (features E6): chunk by chunk, each call with some lines, at most 48 calls and
 * one that combines their answers. Nothing is tried again. Holds the way to the model, which a conversation gives.
 */
export class OutputCondenser {
  readonly #ask: CondenserOptions['ask'];
  readonly #parallel: number;

  constructor({ ask, parallel = 1 }: CondenserOptions) {
    this.#ask = ask;
    this.#parallel = parallel;
  }

  /** Rejects with the signal's reason when it is raised; what the model does wrong is told in the result. */
  async condense(call: CondenseCall): Promise<Condensed> {
    const { subject, question, signal, onProgress } = call;
    const room = Math.max(SMALLEST_ROOM, call.room - PROMPT_BYTES - 2 * Buffer.byteLength(question));
    const chunks = await chunksOf(subject.stored, room);
    const { asked, leftOut } = chosen(chunks);
    const { answers, failures } = await this.#askAll(asked, call, room);
    const said = answers.flatMap((text, i) => {
      const chunk = asked[i];
      return text === undefined || !chunk || saysNothing(text) ? [] : [{ ...linesIn(chunk), text }];
    });
    const all = Math.max(SMALLEST_ROOM, call.room - PROMPT_BYTES);
    let combined: string | null = null;
    let notCombined: string | null = null;
    if (said.length > 1 && Buffer.byteLength(joinAnswers(said, Number.MAX_SAFE_INTEGER)) > all) {
      onProgress(`condensing ${inShort(subject)} combining ${said.length} answers`);
      try {
        combined = tidy(await this.#ask(combinePrompt(question, nameOf(subject), said, room), signal));
      } catch (error) {
        signal.throwIfAborted();
        notCombined = reasonOf(error);
      }
    }
    const first = leftOut[0];
    return {
      chunks: chunks.length,
      asked: asked.length,
      answered: answers.filter((answer) => answer !== undefined).length,
      answers: said,
      combined,
      failure: failures[0] ?? null,
      notCombined,
      leftOut: first ? { fromLine: first.from.line, toLine: leftOut.at(-1)?.toLine ?? first.toLine } : null,
    };
  }

  /** The answers by chunk, a hole where there is none; and why calls failed. */
  async #askAll(asked: readonly Chunk[], call: CondenseCall, room: number) {
    const { subject, question, signal, onProgress } = call;
    const { stored } = subject;
    const answers: (string | undefined)[] = asked.map(() => undefined);
    const failures: string[] = [];
    let next = 0;
    const askInTurn = async () => {
      while (next < asked.length && failures.length < MOST_FAILURES) {
        signal.throwIfAborted();
        const i = next++;
        const chunk = asked[i];
        if (!chunk) return;
        const progress = { done: i, total: asked.length, unit: 'chunks' };
        onProgress(`condensing ${inShort(subject)} chunk ${i + 1} of ${asked.length}`, progress);
        const text = chunkText(stored, chunk, room);
        try {
          const prompt = chunkPrompt(question, nameOf(subject), linesOf(linesIn(chunk)), text);
          answers[i] = tidy(await this.#ask(prompt, signal));
        } catch (error) {
          signal.throwIfAborted();
          failures.push(reasonOf(error));
        }
      }
    };
    await Promise.all(Array.from({ length: this.#parallel }, askInTurn));
    return { answers, failures };
  }
}

const linesIn = ({ from, toLine }: Chunk) => ({ fromLine: from.line, toLine });

const inShort = (subject: Subject): string =>
  subject.file === null ? `output ${subject.stored.record.id}` : nameOf(subject);

const tidy = (answer: string): string => disarm(cleanOutput(answer)).trim();

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
