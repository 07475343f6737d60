import type { AuditEvent } from '../audit/events.ts';
import type { Usage } from '../models/backend.ts';
import { clip } from '../text/format.ts';
import { MOST_TURN_LINES, type SavedConversation, type TurnLine } from './saved-conversation.ts';

/** Bytes of a prompt in the line of its turn. */
const ASKED_BYTES = 200;

/** What is counted over a conversation: its turns, their tokens, and what each ran, from the events and never from the reply. */
export class Tally {
  #ran = new Map<string, { calls: number; failed: number }>();
  #turns: TurnLine[];
  inputTokens: number;
  outputTokens: number;

  /** `saved`: a conversation that goes on. */
  constructor(saved: Pick<SavedConversation, 'turns' | 'inputTokens' | 'outputTokens'> | null) {
    this.#turns = [...(saved?.turns ?? [])];
    this.inputTokens = saved?.inputTokens ?? 0;
    this.outputTokens = saved?.outputTokens ?? 0;
  }

  /** The last turns that have ended, 1,000 at most. */
  get turns(): readonly TurnLine[] {
    return this.#turns;
  }

  /** A turn begins. */
  begin(): void {
    this.#ran = new Map();
  }

  /** A new thread begins: what is counted so far is none of it. */
  clear(): void {
    this.#turns = [];
    this.inputTokens = 0;
    this.outputTokens = 0;
  }

  /** Takes every event of the turn. */
  hear({ kind, details }: AuditEvent): void {
    if (kind !== 'tool.result') return;
    const tool = String(details.tool);
    const counted = this.#ran.get(tool) ?? { calls: 0, failed: 0 };
    const failed = details.error !== undefined || (tool === 'run_command' && details.outcome !== 'exit status 0');
    this.#ran.set(tool, { calls: counted.calls + 1, failed: counted.failed + (failed ? 1 : 0) });
  }

  /** What the turn ran, in the order of first calls: `run_command ×3 (1 failed), read_file`; null for nothing. */
  get ran(): string | null {
    const parts = [...this.#ran].map(([tool, { calls, failed }]) => {
      const times = calls > 1 ? ` ×${calls}` : '';
      return `${tool}${times}${failed > 0 ? ` (${failed} failed)` : ''}`;
    });
    return parts.length === 0 ? null : parts.join(', ');
  }

  /** The turn has ended. */
  end(turn: Omit<TurnLine, 'ran'>, usage: Usage): void {
    this.#turns.push({ ...turn, asked: firstWords(turn.asked), ran: this.ran });
    if (this.#turns.length > MOST_TURN_LINES) this.#turns.shift();
    this.inputTokens += usage.inputTokens ?? 0;
    this.outputTokens += usage.outputTokens ?? 0;
  }
}

/** How a prompt begins, on one line. */
function firstWords(text: string): string {
  return clip(text.slice(0, 2_000).replaceAll(/\s+/g, ' ').trim(), ASKED_BYTES);
}

/** The counts that there are: an absent one is left out, not undefined. */
export function counts({ inputTokens, outputTokens }: Usage): Usage {
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
