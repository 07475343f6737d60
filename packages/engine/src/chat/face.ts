import type { Outbound } from '@wisp/protocol';
import type { StoredOutput } from '../store/stored-output.ts';

/** Whoever shows a conversation to the person: the lines of the protocol go to it, whatever it makes of them. */
export interface Face {
  /** Takes a line; resolves once it can take the next. */
  send(line: Outbound): Promise<void>;
  /** Nobody is there any more: what is sent is lost. */
  readonly closed: boolean;
  /** Shows a stored output whole, and resolves when the person has seen it. Absent where pages are asked for instead. */
  show?(output: StoredOutput, signal: AbortSignal): Promise<void>;
}
