import type { ApprovalDecision } from '@wisp/protocol';
import { newId } from '../audit/audit-log.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../gate/gate.ts';
import type { Face } from './face.ts';
import { Waiting } from './waiting.ts';

/** The approvals that wait for the person: each is sent once, answered once, and withdrawn when its turn is interrupted. */
export class Approvals {
  readonly #face: Face;
  readonly #waiting: Waiting<ApprovalAnswer>;
  /** Whether this front end answers questions; told by its `hello`. */
  answers = false;

  constructor(face: Face) {
    this.#face = face;
    this.#waiting = new Waiting(face);
  }

  /** Asks the person. Null at once when nobody answers here. Rejects with the signal's reason when it is raised. */
  async ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer | null> {
    if (!this.answers) return null;
    const id = newId();
    const { scopes, ...asked } = request;
    const answer = this.#waiting.for(id, signal);
    void this.#face.send({ type: 'approval', id, ...asked, line: request.command, scopes: [...scopes] });
    return answer;
  }

  /** Takes the person's answer; false when no such question waits. */
  answer(id: string, decision: ApprovalDecision): boolean {
    return this.#waiting.answer(id, decision);
  }
}
