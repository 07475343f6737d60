import type { ChatMessage, ToolRequest } from '../models/backend.ts';
import { messageBytes } from '../models/prompt-size.ts';
import type { ToolAnswer } from '../tools/toolbox.ts';
import { afterTurn } from './reference.ts';

/** A whole reply of the model. */
export interface ThreadReply {
  text: string;
  thinking: string;
  calls: readonly ToolRequest[];
}

type Entry =
  | { kind: 'user'; text: string }
  | ({ kind: 'reply' } & ThreadReply)
  | { kind: 'result'; call: ToolRequest; answer: ToolAnswer | string };

/** Messages that no longer change, with their bytes. */
interface Settled {
  messages: readonly ChatMessage[];
  bytes: number;
}

/**
 * What was said in a conversation. The turn that is under way stands whole; of a finished one the thinking goes and large
 * results become references, once, so that what was sent before keeps its bytes from then on.
 */
export class ThreadRecord {
  readonly #system: Settled;
  readonly #finished: Settled[] = [];
  #finishedBytes = 0;
  #current: Entry[] = [];
  #currentBytes = 0;

  constructor(system: string) {
    this.#system = settle([{ role: 'system', content: system }]);
  }

  /** Turns that are finished and kept. */
  get turns(): number {
    return this.#finished.length;
  }

  /** Bytes of what `compose` gives. */
  get bytes(): number {
    return this.#system.bytes + this.#finishedBytes + this.#currentBytes;
  }

  /** The messages of the next request. */
  compose(): ChatMessage[] {
    const messages: ChatMessage[] = [...this.#system.messages];
    for (const turn of this.#finished) for (const message of turn.messages) messages.push(message);
    for (const entry of this.#current) messages.push(whole(entry));
    return messages;
  }

  /** Begins a turn with what the person asks. */
  begin(text: string): void {
    this.#add({ kind: 'user', text });
  }

  /** Adds a whole reply. */
  reply({ text, thinking, calls }: ThreadReply): void {
    this.#add({ kind: 'reply', text, thinking, calls });
  }

  /** Adds the result of a call of the last reply; results come in the order of the calls. */
  result(call: ToolRequest, answer: ToolAnswer | string): void {
    this.#add({ kind: 'result', call, answer });
  }

  /** Whether the turn under way has a reply already. */
  get answered(): boolean {
    return this.#current.some((entry) => entry.kind === 'reply');
  }

  /**
   * Ends the turn. Calls without a result get `notRun` as one, and a turn that has no reply at its end gets `closing`, so
   * that every call has its result and turns alternate, whatever ended this one.
   */
  finish(notRun: string, closing: string): void {
    const last = this.#current.findLastIndex((entry) => entry.kind === 'reply');
    const reply = this.#current[last];
    const given = this.#current.length - 1 - last;
    if (reply?.kind === 'reply') for (const call of reply.calls.slice(given)) this.result(call, notRun);
    if (this.#current.at(-1)?.kind !== 'reply') this.reply({ text: closing, thinking: '', calls: [] });
    const turn = settle(this.#current.map(short));
    this.#finished.push(turn);
    this.#finishedBytes += turn.bytes;
    this.drop();
  }

  /** Forgets the turn under way. */
  drop(): void {
    this.#current = [];
    this.#currentBytes = 0;
  }

  #add(entry: Entry): void {
    this.#current.push(entry);
    this.#currentBytes += messageBytes(whole(entry));
  }
}

function settle(messages: readonly ChatMessage[]): Settled {
  return { messages, bytes: messages.reduce((sum, message) => sum + messageBytes(message), 0) };
}

/** An entry as it is sent while its turn is under way. */
function whole(entry: Entry): ChatMessage {
  if (entry.kind === 'user') return { role: 'user', content: entry.text };
  if (entry.kind === 'reply') return { ...said(entry), ...(entry.thinking ? { thinking: entry.thinking } : {}) };
  const { call, answer } = entry;
  return toolMessage(call, typeof answer === 'string' ? answer : answer.text);
}

/** An entry as it is sent once its turn is over. */
function short(entry: Entry): ChatMessage {
  if (entry.kind === 'reply') return said(entry);
  if (entry.kind === 'user' || typeof entry.answer === 'string') return whole(entry);
  return toolMessage(entry.call, afterTurn(entry.call.name, entry.answer));
}

function said({ text, calls }: ThreadReply): ChatMessage & { role: 'assistant' } {
  return { role: 'assistant', content: text, ...(calls.length > 0 ? { calls } : {}) };
}

function toolMessage(call: ToolRequest, content: string): ChatMessage {
  return { role: 'tool', content, name: call.name, callId: call.id };
}
