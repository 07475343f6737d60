import type { Face } from './face.ts';

/** Questions that wait for the person's answer, by their ids. */
export class Waiting<T> {
  readonly #face: Face;
  readonly #resolves = new Map<string, (answer: T) => void>();

  constructor(face: Face) {
    this.#face = face;
  }

  get ids(): readonly string[] {
    return [...this.#resolves.keys()];
  }

  /** The answer to question `id`. When the signal is raised the question is withdrawn, and this rejects with its reason. */
  async for(id: string, signal: AbortSignal): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const withdraw = () => {
      void this.#face.send({ type: 'withdrawn', id });
      reject(signal.reason);
    };
    if (signal.aborted) withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
    this.#resolves.set(id, resolve);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', withdraw);
      this.#resolves.delete(id);
    }
  }

  /** Gives the answer; false when no such question waits. */
  answer(id: string, answer: T): boolean {
    const resolve = this.#resolves.get(id);
    resolve?.(answer);
    return resolve !== undefined;
  }
}
