import type { ChoiceLine } from '@wisp/protocol';
import { newId } from '../audit/audit-log.ts';
import type { Face } from './face.ts';
import { Waiting } from './waiting.ts';

export type Question = Omit<ChoiceLine, 'type' | 'id'>;

/** The choices that a command of the person waits for. */
export class Choices {
  readonly #face: Face;
  readonly #waiting: Waiting<string | null>;

  constructor(face: Face) {
    this.#face = face;
    this.#waiting = new Waiting(face);
  }

  /** The value that the person chooses; null for none. Rejects with the signal's reason when it is raised. */
  async ask(question: Question, signal: AbortSignal): Promise<string | null> {
    const id = newId();
    const answer = this.#waiting.for(id, signal);
    void this.#face.send({ type: 'choice', id, ...question });
    const value = await answer;
    const isOffered = question.acceptsText || question.options.some((option) => option.value === value);
    return value !== null && isOffered ? value : null;
  }

  /** Takes the person's choice; false when no such question waits. */
  answer(id: string, value: string | null): boolean {
    return this.#waiting.answer(id, value);
  }

  /** Whoever sends something else does not want to choose: every question is withdrawn, as if nothing were chosen. */
  leave(): void {
    for (const id of this.#waiting.ids) {
      void this.#face.send({ type: 'withdrawn', id });
      this.#waiting.answer(id, null);
    }
  }
}
