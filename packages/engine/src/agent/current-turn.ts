import type { ChatMessage, ToolRequest } from '../models/backend.ts';
import { AROUND_MESSAGE, messageBytes, messageWeight } from '../models/prompt-size.ts';
import { clip } from '../text/format.ts';
import type { ToolAnswer } from '../tools/toolbox.ts';
import { callDigest, type Made, oneLine, turnDigest } from './digest.ts';
import { afterTurn, beginningOf } from './reference.ts';

/** A whole reply of the model. */
export interface Reply {
  text: string;
  thinking: string;
  calls: readonly ToolRequest[];
}

/** A reply or a result, with the message that it is sent as: one object, so that it is weighed once. */
type Entry =
  | { kind: 'reply'; reply: Reply; message: ChatMessage }
  | { kind: 'result'; call: ToolRequest; answer: ToolAnswer | string; isShort: boolean; message: ChatMessage };

/** Bytes of the account of rounds that are not repeated, and of how a prompt begins. */
const ACCOUNT = 1_024;
const BEGINNING = 120;

/** Weight below which the beginning of a result is not worth more than its reference. */
const LEAST_BEGINNING = 1_536;

/** The turn that is under way: the prompt, and replies and results in their order. */
export class TurnUnderWay {
  readonly number: number;
  readonly #prompt: string;
  #user: ChatMessage;
  #entries: Entry[] = [];
  /** Calls of rounds that are condensed. */
  #before: readonly Made[] = [];
  #weight: number;
  /** Of all results, also of those that no longer stand whole. */
  readonly #printed = { bytes: 0, weight: 0 };

  constructor(number: number, prompt: string) {
    this.number = number;
    this.#prompt = prompt;
    this.#user = { role: 'user', content: prompt };
    this.#weight = messageWeight(this.#user);
  }

  get weight(): number {
    return this.#weight;
  }

  /** What the prompt weighs, with the account of whatever may be condensed. */
  get promptWeight(): number {
    return messageWeight(this.#user);
  }

  /** How the prompt begins. */
  get asked(): string {
    return oneLine(this.#prompt, BEGINNING);
  }

  get answered(): boolean {
    return this.#before.length > 0 || this.#entries.some((entry) => entry.kind === 'reply');
  }

  /** Weight of the results that stand whole. */
  get resultWeight(): number {
    return this.#entries.reduce(
      (weight, entry) => (entry.kind === 'result' && !entry.isShort ? weight + messageWeight(entry.message) : weight),
      0,
    );
  }

  /** Weight that goes when the turn ends: thinking, and results that become references. */
  get transient(): number {
    return this.#weight - this.settled().reduce((weight, message) => weight + messageWeight(message), 0);
  }

  /** How dense the results are: weight of a byte; null before the first. */
  get density(): number | null {
    const { bytes, weight } = this.#printed;
    return bytes === 0 ? null : weight / bytes;
  }

  reply(reply: Reply): void {
    this.#add({ kind: 'reply', reply, message: saidWhole(reply) });
  }

  result(call: ToolRequest, answer: ToolAnswer | string): void {
    const text = typeof answer === 'string' ? answer : answer.text;
    const message = toolMessage(call, text);
    this.#add({ kind: 'result', call, answer, isShort: false, message });
    this.#printed.bytes += messageBytes(message);
    this.#printed.weight += messageWeight(message);
  }

  /** Calls without a result get `notRun` as one; a turn without a reply at its end gets `closing`. */
  close(notRun: string, closing: string): void {
    const last = this.#entries.findLastIndex((entry) => entry.kind === 'reply');
    const entry = this.#entries[last];
    const given = this.#entries.length - 1 - last;
    if (entry?.kind === 'reply') for (const call of entry.reply.calls.slice(given)) this.result(call, notRun);
    if (this.#entries.at(-1)?.kind !== 'reply') this.reply({ text: closing, thinking: '', calls: [] });
  }

  /** Its messages as they are sent while it is under way. */
  whole(): ChatMessage[] {
    return [this.#user, ...this.#entries.map((entry) => entry.message)];
  }

  /** Its messages as they stand once it is over: without thinking, large results as references. */
  settled(): ChatMessage[] {
    return [this.#user, ...this.#entries.map(settledMessage)];
  }

  digest(): string {
    const last = this.#entries.findLast((entry) => entry.kind === 'reply');
    return turnDigest(this.number, this.#prompt, [...this.#before, ...madeIn(this.#entries)], last?.reply.text ?? '');
  }

  /** Large results become references, but for those of the last reply. Returns how many did. */
  shortenOlder(): number {
    const last = this.#entries.findLastIndex((entry) => entry.kind === 'reply');
    const before = this.#entries.slice(0, Math.max(0, last)).map(shortened);
    const count = before.filter((entry, index) => entry !== this.#entries[index]).length;
    this.#replace([...before, ...this.#entries.slice(before.length)]);
    return count;
  }

  /**
   * The largest result gives way by `over`: its beginning is left where that is worth it, else a reference. False when no
   * result is larger than what would stand for it.
   */
  shortenLargest(over: number): boolean {
    const gains = this.#entries.map((entry) => messageWeight(entry.message) - messageWeight(shortened(entry).message));
    const most = Math.max(0, ...gains);
    if (most === 0) return false;
    const largest = gains.indexOf(most);
    this.#replace(this.#entries.map((entry, index) => (index === largest ? begun(entry, over) : entry)));
    return true;
  }

  /**
   * The first reply and its results become words of the account after the prompt; false when only the last round is left, or
   * nothing is, if that may go too.
   */
  condenseRound(which: 'older' | 'last'): boolean {
    const second = this.#entries.findIndex((entry, index) => index > 0 && entry.kind === 'reply');
    if (this.#entries.length === 0 || (second === -1 && which === 'older')) return false;
    const count = second === -1 ? this.#entries.length : second;
    this.#before = [...this.#before, ...madeIn(this.#entries.slice(0, count))];
    const done = clip(this.#before.map(callDigest).toReversed().join('; '), ACCOUNT);
    const account = `[Done in this turn already and not repeated here, the latest first: ${done}]`;
    this.#user = { role: 'user', content: `${this.#prompt}\n\n${account}` };
    this.#replace(this.#entries.slice(count));
    return true;
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#weight += messageWeight(entry.message);
  }

  #replace(entries: Entry[]): void {
    this.#entries = entries;
    this.#weight = this.whole().reduce((weight, message) => weight + messageWeight(message), 0);
  }
}

function madeIn(entries: readonly Entry[]): Made[] {
  return entries.flatMap((entry) => (entry.kind === 'result' ? [{ call: entry.call, answer: entry.answer }] : []));
}

/** The entry with its reference, where that is shorter; else the entry itself. */
function shortened(entry: Entry): Entry {
  if (entry.kind !== 'result' || entry.isShort) return entry;
  const message = settledMessage(entry);
  return messageWeight(message) < messageWeight(entry.message) ? { ...entry, isShort: true, message } : entry;
}

/** The entry with so much of its beginning as makes it lighter by `over`; with its reference where that is too little. */
function begun(entry: Entry, over: number): Entry {
  if (entry.kind !== 'result' || typeof entry.answer === 'string') return shortened(entry);
  const weight = messageWeight(entry.message) - over;
  const text = weight < LEAST_BEGINNING ? '' : beginningOf(entry.call.name, entry.answer, weight - AROUND_MESSAGE);
  const message = toolMessage(entry.call, text);
  return text !== '' && messageWeight(message) <= weight ? { ...entry, message } : shortened(entry);
}

/** The message as it stands after the turn; the same object where nothing changes. */
function settledMessage(entry: Entry): ChatMessage {
  if (entry.kind === 'reply') return entry.reply.thinking === '' ? entry.message : said(entry.reply);
  const { call, answer, message } = entry;
  const text = typeof answer === 'string' ? answer : afterTurn(call.name, answer);
  return text === message.content ? message : toolMessage(call, text);
}

function saidWhole(reply: Reply): ChatMessage {
  return { ...said(reply), ...(reply.thinking === '' ? {} : { thinking: reply.thinking }) };
}

function said({ text, calls }: Reply): ChatMessage & { role: 'assistant' } {
  return { role: 'assistant', content: text, ...(calls.length > 0 ? { calls } : {}) };
}

function toolMessage(call: ToolRequest, content: string): ChatMessage {
  return { role: 'tool', content, name: call.name, callId: call.id };
}
