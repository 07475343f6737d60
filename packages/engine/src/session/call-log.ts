import type { EventOutput } from '@wisp/protocol';
import type { AuditEvent } from '../audit/events.ts';
import { clip } from '../text/format.ts';
import { argumentsInShort } from './call-title.ts';
import type { CallRef } from './saved-conversation.ts';

/** Longest title of a call, in bytes. */
const TITLE_BYTES = 200;

/** Results that memory holds as they were returned; an older one is in the audit log. */
const MOST_RESULTS = 32;

/** What a call gave to whom it was for: the text of its result, within the budget, and its output as a person sees it. */
export interface CallResult {
  text: string;
  output: EventOutput | null;
}

/** The calls of a conversation, the model's and the person's, in order: what each ran, and where its output is. */
export class CallLog {
  readonly #calls: CallRef[];
  readonly #kept = new Set<string>();
  readonly #results = new Map<string, CallResult>();
  /** Index of the first call of the thread that is open; those before it are of threads that were left. */
  #from = 0;

  /** `earlier`: the calls of a conversation that goes on. */
  constructor(earlier: readonly CallRef[]) {
    this.#calls = [...earlier];
  }

  /** The calls of the open thread, the oldest first. */
  get ofThread(): readonly CallRef[] {
    return this.#calls.slice(this.#from);
  }

  /** Calls whose output was kept whole, the oldest first. */
  get kept(): readonly CallRef[] {
    return this.#calls.filter((call) => call.kept);
  }

  /** The last call that has a result; null before the first. */
  get last(): CallRef | null {
    return this.#calls.at(-1) ?? null;
  }

  /** The call that an id or a prefix of it names, and those that it could name when they are more than one. */
  find(asked: string): { call: CallRef } | { several: string[] } | null {
    if (!/^[0-9a-f]{4,16}$/.test(asked)) return null;
    const found = this.#calls.filter(({ id }) => id.startsWith(asked));
    const [only] = found;
    if (!only) return null;
    return found.length === 1 ? { call: only } : { several: found.map(({ id }) => id) };
  }

  /** What a call of this process returned; null when it is not held any more. */
  result(id: string): CallResult | null {
    return this.#results.get(id) ?? null;
  }

  /** A new thread begins: the calls so far are none of it. */
  begin(): void {
    this.#from = this.#calls.length;
  }

  /** Takes every event of the session. */
  hear({ kind, session, call: id, turn, details }: AuditEvent, output: EventOutput | null): void {
    if (id === null) return;
    const add = (by: CallRef['by'], title: string) => {
      const kept = this.#kept.has(id);
      this.#calls.push({ id, session, by, turn: turn ?? 0, title: clip(title, TITLE_BYTES), kept });
    };
    if (kind === 'tool.call')
      add('model', `${String(details.tool)} ${argumentsInShort(String(details.arguments))}`.trimEnd());
    if (kind === 'output.kept') this.#keep(id);
    if (kind === 'command.typed') add('person', String(details.command));
    if (kind === 'tool.result' || kind === 'command.typed') this.#hold(id, { text: String(details.output), output });
  }

  /** A typed command is heard of when it has ended, after what of it was kept. */
  #keep(id: string): void {
    this.#kept.add(id);
    const index = this.#calls.findLastIndex((call) => call.id === id);
    const call = this.#calls[index];
    if (call) this.#calls[index] = { ...call, kept: true };
  }

  #hold(id: string, result: CallResult): void {
    this.#results.set(id, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > MOST_RESULTS && oldest !== undefined) this.#results.delete(oldest);
  }
}
