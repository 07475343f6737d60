import type { ApprovalDecision, LineWriter } from '@wisp/protocol';
import { newId } from '../audit/audit-log.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../gate/gate.ts';

interface Waiting {
  answer: (decision: ApprovalAnswer) => void;
}

/** The questions that wait for the front end: each is sent once, answered once, and withdrawn when its turn is interrupted. */
export class Approvals {
  readonly #writer: LineWriter;
  readonly #waiting = new Map<string, Waiting>();
  /** Whether this front end answers approvals; told by its `hello`. */
  answers = false;

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  get asking(): boolean {
    return this.#waiting.size > 0;
  }

  /** Asks the person. Null at once when nobody answers here. Rejects with the signal's reason when it is aborted. */
  async ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | null> {
    if (!this.answers) return null;
    const id = newId();
    const { promise, resolve, reject } = Promise.withResolvers<ApprovalAnswer>();
    const withdraw = () => {
      void this.#writer.send({ type: 'withdrawn', id });
      reject(signal.reason);
    };
    signal.addEventListener('abort', withdraw, { once: true });
    this.#waiting.set(id, { answer: resolve });
    const { scopes, ...asked } = request;
    void this.#writer.send({ type: 'approval', id, ...asked, line: request.command, scopes: [...scopes] });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', withdraw);
      this.#waiting.delete(id);
    }
  }

  /** Takes the person's answer; false when no such question waits. */
  answer(id: string, decision: ApprovalDecision): boolean {
    const waiting = this.#waiting.get(id);
    waiting?.answer(decision);
    return waiting !== undefined;
  }
}
