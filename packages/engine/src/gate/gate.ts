import { classify, type Level } from './classify.ts';

/** A question to the person about one command. */
export interface ApprovalRequest {
  command: string;
  pattern: string;
  directory: string;
  level: 'moderate' | 'dangerous';
  reasons: string[];
}

export type ApprovalAnswer = 'once' | 'session' | 'no';

/** Asks the person; null when nobody is there to ask. Rejects with the signal's reason when the turn is interrupted. */
export type Approver = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer | null>;

/** What the gate says of a command, and why. */
export interface Decision {
  verdict: 'allowed' | 'denied' | 'disapproved';
  level: Level;
  reason: string;
  scope: 'once' | 'session' | null;
}

/** Decides which of the model's commands run (features G7, its first part). One gate a conversation: it remembers. */
export class Gate {
  readonly #approveAll: boolean;
  readonly #approver: Approver;
  readonly #session = new Set<string>();

  /** `approveAll`: what would be asked is approved. The deny list holds all the same. */
  constructor(approver: Approver, approveAll: boolean) {
    this.#approver = approver;
    this.#approveAll = approveAll;
  }

  async decide(command: string, directory: string, signal: AbortSignal): Promise<Decision> {
    const { level, reasons, pattern } = classify(command);
    const why = reasons.join('; ');
    if (level === 'denied') return { verdict: 'denied', level, reason: why, scope: null };
    if (level === 'safe') return { verdict: 'allowed', level, reason: why, scope: null };
    if (this.#approveAll) return { verdict: 'allowed', level, reason: 'approved by --yes', scope: null };
    if (level === 'moderate' && this.#session.has(pattern)) {
      return { verdict: 'allowed', level, reason: `${pattern} is approved for this session`, scope: 'session' };
    }
    const answer = await this.#approver({ command, pattern, directory, level, reasons }, signal);
    if (answer === null)
      return { verdict: 'disapproved', level, reason: `nobody was there to approve it (${why})`, scope: null };
    if (answer === 'no') return { verdict: 'disapproved', level, reason: 'the person said no', scope: null };
    if (answer === 'session' && level === 'moderate') this.#session.add(pattern);
    return { verdict: 'allowed', level, reason: 'approved by the person', scope: answer };
  }
}
