import type { ChatMessage, ToolRequest } from '../models/backend.ts';
import { messageBytes } from '../models/prompt-size.ts';
import { clip } from '../text/format.ts';
import type { ToolAnswer } from '../tools/toolbox.ts';
import { callDigest, type Made, turnDigest } from './digest.ts';
import { afterTurn } from './reference.ts';

/** A whole reply of the model. */
export interface Reply {
  text: string;
  thinking: string;
  calls: readonly ToolRequest[];
}

type Entry =
  | ({ kind: 'reply' } & Reply)
  | { kind: 'result'; call: ToolRequest; answer: ToolAnswer | string; short: boolean };

/** Bytes of the account of rounds that are not repeated, and of how a prompt begins. */
const ACCOUNT = 1_024;
const BEGINNING = 120;

/** The turn that is under way: the prompt, and replies and results in their order. */
export class TurnUnderWay {
  readonly number: number;
  readonly #prompt: string;
  #entries: Entry[] = [];
  /** Calls of rounds that are condensed. */
  readonly #before: Made[] = [];
  #bytes: number;

  constructor(number: number, prompt: string) {
    this.number = number;
    this.#prompt = prompt;
    this.#bytes = messageBytes(this.#user());
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How the prompt begins. */
  get asked(): string {
    return clip(
      this.#prompt
        .slice(0, 8 * BEGINNING)
        .replace(/\s+/g, ' ')
        .trim(),
      BEGINNING,
    );
  }

  get answered(): boolean {
    return this.#before.length > 0 || this.#entries.some((entry) => entry.kind === 'reply');
  }

  /** Bytes of the results that stand whole. */
  get resultBytes(): number {
    return this.#entries.reduce(
      (bytes, entry) => (entry.kind === 'result' && !entry.short ? bytes + messageBytes(asSent(entry)) : bytes),
      0,
    );
  }

  reply({ text, thinking, calls }: Reply): void {
    this.#add({ kind: 'reply', text, thinking, calls });
  }

  result(call: ToolRequest, answer: ToolAnswer | string): void {
    this.#add({ kind: 'result', call, answer, short: false });
  }

  /** Calls without a result get `notRun` as one; a turn without a reply at its end gets `closing`. */
  close(notRun: string, closing: string): void {
    const last = this.#entries.findLastIndex((entry) => entry.kind === 'reply');
    const reply = this.#entries[last];
    const given = this.#entries.length - 1 - last;
    if (reply?.kind === 'reply') for (const call of reply.calls.slice(given)) this.result(call, notRun);
    if (this.#entries.at(-1)?.kind !== 'reply') this.reply({ text: closing, thinking: '', calls: [] });
  }

  /** Its messages as they are sent while it is under way. */
  whole(): ChatMessage[] {
    return [this.#user(), ...this.#entries.map(asSent)];
  }

  /** Its messages as they stand once it is over: without thinking, large results as references. */
  settled(): ChatMessage[] {
    return [this.#user(), ...this.#entries.map(asKept)];
  }

  digest(): string {
    const last = this.#entries.findLast((entry) => entry.kind === 'reply');
    return turnDigest(this.number, this.#prompt, [...this.#before, ...this.#made()], last?.text ?? '');
  }

  /** Large results become references: all but those of the last reply, or all. Returns how many did. */
  shorten(which: 'older' | 'all'): number {
    const last = this.#entries.findLastIndex((entry) => entry.kind === 'reply');
    let shortened = 0;
    this.#entries = this.#entries.map((entry, index) => {
      if (entry.kind !== 'result' || entry.short || typeof entry.answer === 'string') return entry;
      if (which === 'older' && index > last) return entry;
      const short = { ...entry, short: true };
      if (messageBytes(asSent(short)) >= messageBytes(asSent(entry))) return entry;
      shortened += 1;
      return short;
    });
    this.#count();
    return shortened;
  }

  /** The first reply and its results become words of the prompt's account; false when only the last round is left. */
  condenseRound(): boolean {
    const second = this.#entries.findIndex((entry, index) => index > 0 && entry.kind === 'reply');
    if (second === -1) return false;
    this.#before.push(...madeIn(this.#entries.slice(0, second)));
    this.#entries = this.#entries.slice(second);
    this.#count();
    return true;
  }

  #user(): ChatMessage {
    if (this.#before.length === 0) return { role: 'user', content: this.#prompt };
    const done = clip(this.#before.map(callDigest).toReversed().join('; '), ACCOUNT);
    const account = `[Done in this turn already and not repeated here, the latest first: ${done}]`;
    return { role: 'user', content: `${this.#prompt}\n\n${account}` };
  }

  #made(): Made[] {
    return madeIn(this.#entries);
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += messageBytes(asSent(entry));
  }

  #count(): void {
    this.#bytes = this.whole().reduce((bytes, message) => bytes + messageBytes(message), 0);
  }
}

function madeIn(entries: readonly Entry[]): Made[] {
  return entries.flatMap((entry) => (entry.kind === 'result' ? [{ call: entry.call, answer: entry.answer }] : []));
}

function asSent(entry: Entry): ChatMessage {
  if (entry.kind === 'reply') return { ...said(entry), ...(entry.thinking ? { thinking: entry.thinking } : {}) };
  return entry.short ? asKept(entry) : toolMessage(entry.call, textOf(entry.answer));
}

function asKept(entry: Entry): ChatMessage {
  if (entry.kind === 'reply') return said(entry);
  const { call, answer } = entry;
  return toolMessage(call, typeof answer === 'string' ? answer : afterTurn(call.name, answer));
}

function said({ text, calls }: Reply): ChatMessage & { role: 'assistant' } {
  return { role: 'assistant', content: text, ...(calls.length > 0 ? { calls } : {}) };
}

function textOf(answer: ToolAnswer | string): string {
  return typeof answer === 'string' ? answer : answer.text;
}

function toolMessage(call: ToolRequest, content: string): ChatMessage {
  return { role: 'tool', content, name: call.name, callId: call.id };
}
