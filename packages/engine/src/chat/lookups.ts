import type { Inbound } from '@wisp/protocol';
import type { Conversation } from '../session/conversation.ts';
import { Completer } from './completions.ts';
import { contextLine } from './context-line.ts';
import type { Face } from './face.ts';
import { keepOutputAs } from './output/keep-output.ts';
import { OutputPoints } from './output/output-points.ts';
import { outputView } from './output/page-view.ts';
import { searchOutput } from './output/search-output.ts';

type Lookup = Extract<Inbound, { type: 'complete' | 'output' | 'search' | 'points' | 'keep' | 'context' }>;

/** Answers what a front end asks without the model and without waiting for a turn. A new search or reading ends the one before. */
export class Lookups {
  readonly #conversation: Conversation;
  readonly #face: Face;
  readonly #points: OutputPoints;
  readonly #completer: Completer;
  readonly #running = new Map<Lookup['type'], AbortController>();

  constructor(conversation: Conversation, host: string | undefined, face: Face) {
    this.#conversation = conversation;
    this.#face = face;
    this.#points = new OutputPoints(conversation);
    this.#completer = new Completer(conversation, host);
  }

  answer(request: Lookup): void {
    switch (request.type) {
      case 'output':
        void this.#face.send(outputView(this.#conversation, request.id, request.page));
        return;
      case 'context':
        void this.#face.send(contextLine(request.id, this.#conversation));
        return;
      case 'keep':
        void this.#later(request, async () => this.#face.send(await keepOutputAs(this.#conversation, request)));
        return;
      case 'points':
        void this.#later(request, async (signal) =>
          this.#face.send(await this.#points.of(request.id, request.output, signal)),
        );
        return;
      case 'search':
        void this.#later(request, async (signal) =>
          this.#face.send(await searchOutput(this.#conversation, request, signal)),
        );
        return;
      case 'complete':
        void this.#later(request, async (signal) => {
          const { id, text, cursor } = request;
          await this.#face.send({ type: 'completions', id, ...(await this.#completer.complete(text, cursor, signal)) });
        });
    }
  }

  /** Ends what is under way. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #later({ type }: Lookup, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    if (type !== 'keep') {
      this.#running.get(type)?.abort();
      this.#running.set(type, controller);
    }
    try {
      await work(controller.signal);
    } catch (error) {
      // One that a newer question of its kind took the place of needs no answer.
      if (controller.signal.aborted) return;
      const text = `The engine failed: ${error instanceof Error ? error.message : String(error)}`;
      void this.#face.send({ type: 'note', text, level: 'error' });
    } finally {
      if (this.#running.get(type) === controller) this.#running.delete(type);
    }
  }
}
